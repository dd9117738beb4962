// The bars of the Review screen: which answer this is above, what was stored and where to go on below.

class ReviewBars {
  constructor(asks) {
    this.study = h("span", { class: "cm-crumb", dir: "auto" });
    this.answer = h("span", { dir: "auto" });
    this.was = h("span", { class: "cm-notice" });
    this.count = h("span", { class: "cm-count" });
    this.head = h("header", { class: "cm-head" },
      h("button", { type: "button", class: "cm-button", onClick: asks.leave, "aria-label": "Back to the list of answers" }, "‹ Answers"),
      this.study, this.answer, this.was, h("span", { class: "cm-gap" }), this.count,
      keyButton("[", "before", asks.before, { "aria-label": "Answer before" }), keyButton("]", "after", asks.after, { "aria-label": "Answer after" }),
      keyButton("?", "keys", asks.help));
    this.words = h("span", { role: "status", "aria-live": "polite" });
    this.doubt = keyButton("N", "worth a look", asks.doubtful);
    this.undo = keyButton("U", "undo", asks.undo);
    this.alert = h("div", { class: "cm-alert", role: "alert", hidden: true });
    this.foot = h("footer", { class: "cm-status" }, this.words, this.doubt, this.undo, keyButton("H", "changes", asks.history),
      keyButton("Ctrl+⏎", "all is right, next", asks.confirm, { class: "cm-button cm-primary" }));
  }

  draw({ study, answer, reviewed, at, answers, done, undoes, fixed }, doubtful) {
    put(this.study, study);
    put(this.answer, answer);
    put(this.was, reviewed ? `reviewed by ${reviewed}` : "");
    put(this.count, `answer ${at} of ${answers} · ${done} reviewed`);
    put(this.doubt.lastChild, `worth a look (${doubtful})`);
    this.doubt.disabled = !doubtful;
    this.undo.disabled = !undoes || Boolean(fixed);
  }

  say(words) {
    this.alert.hidden = true;
    put(this.words, words);
  }

  refused(words) {
    put(this.words, "Not stored");
    this.alert.replaceChildren(h("span", {}, `Not stored: ${words}.`));
    this.alert.hidden = false;
  }
}
