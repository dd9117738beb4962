// What every labelling screen has: the bar above, the status line below.

class HeadBar {
  constructor(asks) {
    this.study = h("span", { class: "cm-crumb", dir: "auto" });
    this.batch = h("span", { class: "cm-batch", dir: "auto" });
    this.task = h("span", {});
    this.meter = h("progress", { class: "cm-meter", max: "1", value: "0", "aria-label": "Tasks done" });
    this.cells = h("span", { class: "cm-count" });
    this.notice = h("span", { class: "cm-notice" });
    this.node = h("header", { class: "cm-head" },
      h("button", { type: "button", class: "cm-button", onClick: asks.leave, "aria-label": "Back to the queue" }, "‹ Queue"),
      this.study, this.batch, this.notice, h("span", { class: "cm-gap" }), this.task, this.meter, this.cells,
      keyButton("G", "guideline", asks.guideline), keyButton("?", "keys", asks.help));
  }

  load({ study, batch, notice, done, tasks }) {
    put(this.study, study);
    put(this.batch, batch);
    put(this.notice, notice || "");
    this.study.title = study;
    this.notice.title = notice || "";
    put(this.task, `task ${Math.min(done + 1, tasks)}/${tasks}`);
    this.meter.max = Math.max(1, tasks);
    this.meter.value = done;
  }

  progress(filled, units) {
    put(this.cells, `cells ${filled}/${units}`);
  }
}

class StatusLine {
  constructor(desk, tools) {
    this.desk = desk;
    this.words = h("span", { role: "status", "aria-live": "polite" });
    this.node = h("footer", { class: "cm-status" }, this.words, ...tools);
    this.alert = h("div", { class: "cm-alert", role: "alert", hidden: true });
    this.note = null; // said beside the next "saved"
  }

  draw(words) {
    this.alert.hidden = true;
    put(this.words, words);
    this.words.title = words;
  }

  say(words) {
    this.draw(words);
  }

  saving() {
    this.note = null;
    this.draw("Saving …");
  }

  late() {
    this.alarm("Not saved yet: no answer from the server. What you entered is still here, and is sent again until it is stored.");
  }

  sending() {
    this.draw("Submitting …");
  }

  saved({ at, filled, units, submitted, skipped }) {
    if (this.desk.outbox.waiting || !at) return;
    if (submitted) this.draw(`Saved ${at} · ${submitted === 1 ? "1 label" : `${submitted} labels`} submitted.`);
    else if (skipped) this.draw(`Saved ${at} · task skipped.`);
    else this.draw(`Saved ${at} · cell ${filled} of ${units}. ${this.note || ""}`);
  }

  alarm(words, action) {
    put(this.words, "Not saved");
    this.alert.replaceChildren(h("span", {}, words), action || "");
    this.alert.hidden = false;
  }

  // Words of an error: what happened; the input is still here; what to do.
  refused({ words, kind }) {
    const again = kind === "stale"
      ? h("button", { type: "button", class: "cm-button", onClick: () => this.desk.perform({ act: "next" }) }, "Open my next task")
      : h("button", { type: "button", class: "cm-button", onClick: () => this.desk.retry() }, "Save again");
    this.alarm(`Not saved: ${words}.`, again);
  }
}
