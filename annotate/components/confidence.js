// The Confidence screen: read query and answer, press one key, and the next one is there.

const CONFIDENCE_SKIPS = ["Not in a language I read", "The answer is broken or empty"];
const CONFIDENCE_KEYS = [
  ["1 2 3 4 5", "label and go on"], ["U", "cannot judge, and go on"], ["Backspace", "back to the answer before, to correct it"],
  ["S", "skip this answer, with a reason"], ["G", "guideline"], ["?", "these keys"],
];

class ConfidenceDesk {
  constructor(root) {
    this.clock = new Clock();
    this.outbox = new Outbox((message) => this.emit(message), () => this.status.late());
    this.dialogs = new Dialogs(root, () => {});
    this.bar = new HeadBar({ leave: () => this.perform({ act: "leave" }), guideline: () => this.guideline(), help: () => this.help() });
    this.query = h("p", { class: "cm-query", dir: "auto" });
    this.answer = h("div", { class: "cm-prose", dir: "auto" });
    this.reading = h("main", { class: "cm-reading-one", tabindex: "0", role: "document", "aria-label": "Answer" }, this.query, this.answer);
    this.asks = h("p", { class: "cm-asks" });
    this.values = h("div", { class: "cm-levels", role: "group", "aria-label": "Confidence" });
    this.status = new StatusLine(this, this.tools());
    this.node = h("div", { class: "cm-app cm-confidence" }, this.bar.node, this.reading,
      h("section", { class: "cm-choose" }, this.asks, this.values), this.status.alert, this.status.node);
    root.append(this.node);
    stayBright(root);
    this.unlisten = listenForKeys(this.keys(), () => this.dialogs.open !== null || !this.node.isConnected);
  }

  close() {
    this.unlisten();
    this.clock.close();
    this.outbox.halt();
    this.node.remove();
  }

  tools() {
    return [keyButton("U", "cannot judge", () => this.give({ reason: "cannot judge" })), keyButton("⌫", "answer before", () => this.back()),
      keyButton("S", "skip", () => this.skip())];
  }

  emit(message) {
    this.trigger("event", { seat: this.data.seat, version: this.data.version, ...message });
  }

  receive(data, trigger) {
    this.trigger = trigger;
    const known = this.data && this.data.seat === data.seat && this.data.version === data.version;
    if (!data.slim && !known) this.load(data);
    if (data.reply) this.hear(data.reply);
  }

  load(data) {
    this.data = data;
    this.token = crypto.randomUUID();
    this.busy = false;
    this.given = null;
    this.outbox.empty();
    this.dialogs.close();
    this.bar.load(data);
    put(this.query, data.query);
    put(this.answer, data.answer);
    put(this.asks, data.asks);
    this.reading.scrollTop = 0;
    this.values.replaceChildren(...data.levels.map((level) => this.level(level)));
    this.clock.begin(data.unit.unit_id, data.unit.active_ms, data.unit.wall_ms);
    this.clock.turnTo(data.unit.unit_id);
    this.draw(data.unit.value);
    this.status.say(data.corrects ? "You labelled this answer before. A new label replaces the old one." : "");
  }

  level({ value, anchor }) {
    const [name, ...rest] = (anchor || "").split(": ");
    return h("button", { type: "button", class: "cm-level", "data-value": value, onClick: () => this.give({ value }) },
      h("kbd", {}, value), h("b", {}, name), h("span", { class: "cm-anchor" }, rest.join(": ")));
  }

  draw(chosen) {
    for (const button of this.values.children) button.setAttribute("aria-pressed", button.dataset.value === chosen ? "true" : "false");
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

  // One trigger for each answer shown: after it nothing more is taken until the next answer is there.
  give(entry) {
    if (this.busy) return;
    const { unit_id } = this.data.unit;
    this.draw(entry.value || null);
    this.given = { unit_id, value: null, reason: null, justification: null, evidence: [], bulk: false, ...entry, ...this.clock.spent(unit_id) };
    this.retry();
  }

  retry() {
    if (!this.given) return this.status.say("");
    this.outbox.entries.set(this.given.unit_id, { seq: 0, entry: this.given });
    this.perform({ act: "submit", token: this.token });
    return this.status.sending();
  }

  perform(act) {
    if (this.busy) return;
    this.busy = true;
    this.outbox.perform(act);
  }

  back() {
    this.perform({ act: "back" });
  }

  skip() {
    this.dialogs.ask({
      title: "Skip this answer", note: "It leaves your queue only; you find it again on the Queue screen.", value: "",
      suggestions: CONFIDENCE_SKIPS, face: "Skip", optional: false, done: (reason) => this.perform({ act: "skip", reason }),
    });
  }

  guideline() {
    this.dialogs.guideline(this.data.guideline);
  }

  help() {
    this.dialogs.keys(CONFIDENCE_KEYS);
  }

  keys() {
    const actions = { u: () => this.give({ reason: "cannot judge" }), Backspace: () => this.back(), s: () => this.skip(),
      g: () => this.guideline(), "?": () => this.help() };
    for (const value of ["1", "2", "3", "4", "5"]) actions[value] = () => this.give({ value });
    return actions;
  }
}

const CONFIDENCE_DESKS = new WeakMap();

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let desk = CONFIDENCE_DESKS.get(parentElement);
  if (!desk) {
    desk = new ConfidenceDesk(parentElement);
    CONFIDENCE_DESKS.set(parentElement, desk);
  }
  desk.receive(data, setTriggerValue);
  return () => {
    desk.close();
    CONFIDENCE_DESKS.delete(parentElement);
  };
}
