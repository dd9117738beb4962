// The Confidence screen: read query and answer, press one key, and the next one is there.

const CONFIDENCE_SKIPS = ["Not in a language I read", "The answer is broken or empty"];
const CONFIDENCE_KEYS = [
  ["1 2 3 4 5", "label and go on"], ["U", "cannot judge, and go on"], ["Backspace", "back to the answer before, to correct it"],
  ["S", "skip this answer, with a reason"], ["G", "guideline"], ["?", "these keys"],
];

class ConfidenceDesk extends Desk {
  constructor() {
    super();
    this.bar = new HeadBar({ leave: () => this.perform({ act: "leave" }), guideline: () => this.guideline(), help: () => this.help() });
    this.query = h("p", { class: "cm-query", dir: "auto" });
    this.answer = h("div", { class: "cm-prose", dir: "auto" });
    this.reading = h("main", { class: "cm-reading-one", tabindex: "0", role: "document", "aria-label": "Answer" }, this.query, this.answer);
    this.asks = h("p", { class: "cm-asks" });
    this.values = h("div", { class: "cm-levels", role: "group", "aria-label": "Confidence" });
    this.status = new StatusLine(this, [
      keyButton("U", "cannot judge", () => this.give({ reason: "cannot judge" })),
      keyButton("⌫", "answer before", () => this.perform({ act: "back" })),
      keyButton("S", "skip", () => this.skip("Skip this answer", CONFIDENCE_SKIPS)),
    ]);
    this.node = h("div", { class: "cm-app cm-confidence" }, this.bar.node, this.reading,
      h("section", { class: "cm-choose" }, this.asks, this.values), this.status.alert, this.status.node);
  }

  load(data, known) {
    if (known) return;
    this.data = data;
    this.token = freshToken();
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
    this.show();
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

  show() {
    this.clock.turnTo(this.data.unit.unit_id);
  }

  focus() {
    this.reading.focus({ preventScroll: true });
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

  guideline() {
    this.dialogs.guideline(this.data.guideline);
  }

  help() {
    this.dialogs.keys(CONFIDENCE_KEYS);
  }

  keys() {
    const actions = { u: () => this.give({ reason: "cannot judge" }), Backspace: () => this.perform({ act: "back" }),
      s: () => this.skip("Skip this answer", CONFIDENCE_SKIPS),
      g: () => this.guideline(), "?": () => this.help() };
    for (const value of ["1", "2", "3", "4", "5"]) actions[value] = () => this.give({ value });
    return actions;
  }
}

export default component(() => new ConfidenceDesk());
