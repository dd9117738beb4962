// What every labelling screen has: the bar above, the status line below.

// A component whose desk outlives its element: Streamlit may build the element anew, and the desk then moves over
// with all that was entered. `make` builds the desk when the first element appears.
function component(make) {
  let desk = null;
  return ({ data, parentElement, setTriggerValue }) => {
    desk = desk || make();
    const moved = desk.attach(parentElement);
    desk.receive(data, setTriggerValue);
    if (moved) desk.outbox.flush(); // what the old element could not send any more
    return () => desk.detach(parentElement);
  };
}

// What desks have in common: where they are, and what waits to be stored.
class Desk {
  constructor() {
    this.root = null;
    this.clock = new Clock();
    this.outbox = new Outbox((message) => this.emit(message), () => this.status.late());
    this.dialogs = new Dialogs(() => this.node, () => this.focus());
    this.task = null; // the seat and version on show
    this.address = null; // those of the last message from Python, which answers go to
    this.busy = false;
    listenForKeys(this.keys(), () => this.dialogs.open !== null || !this.node.isConnected || this.task === null);
    window.addEventListener("beforeunload", (event) => this.outbox.entries.size && event.preventDefault());
  }

  // Whether the desk had to move to get there.
  attach(root) {
    if (this.root === root) return false;
    this.root = root;
    root.append(this.node);
    stayBright(root);
    if (this.task) this.show();
    this.dialogs.again();
    return true;
  }

  detach(root) {
    if (this.root !== root) return;
    this.root = null;
    this.node.remove();
    this.clock.turnTo(null);
    this.outbox.rest();
    if (!this.outbox.act || this.outbox.act.act !== "leave") return;
    this.outbox.halt(); // this is the answer to it
    this.busy = false;
  }

  emit(message) {
    this.trigger("event", { ...this.address, ...message });
  }

  receive(data, trigger) {
    this.trigger = trigger;
    const known = this.task !== null && this.task.seat === data.seat && this.task.version === data.version;
    this.address = { seat: data.seat, version: data.version };
    if (data.slim && !known) return this.outbox.perform({ act: "need" });
    if (!data.slim) this.load(data, known);
    this.task = this.address;
    if (data.reply) this.hear(data.reply);
    return undefined;
  }

  hear(reply) {
    if (reply.error) {
      this.outbox.halt();
      this.busy = false;
      return this.status.refused(reply.error);
    }
    this.outbox.acknowledged(reply.seq);
    return this.status.saved(reply);
  }

  perform(act) {
    if (this.busy) return;
    this.busy = true;
    this.outbox.perform(act);
  }

  skip(title, suggestions) {
    this.dialogs.ask({
      title, note: "It leaves your queue only; you find it again on the Queue screen.", value: "", suggestions,
      face: "Skip", optional: false, done: (reason) => this.perform({ act: "skip", reason }),
    });
  }
}

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
