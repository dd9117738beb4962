// An answer under review. One act at a time goes to the server, with the version it was made on; the answer comes back.

const LATE_MS = 10000;
const DONE = { text: "it is text", citation: "it is a citation", split: "statement split", merge: "statements merged", "leave out": "left out",
  "take in": "it is a statement", undo: "change undone" };

class ReviewDesk {
  constructor() {
    this.root = null;
    this.data = null;
    this.busy = false;
    this.kind = "row"; // what is chosen: a row or a mark
    this.cutting = null; // where the statement would be cut
    this.outbox = { flush() {} };
    this.dialogs = new Dialogs(() => this.node, () => this.focus());
    this.text = new ReviewText({ row: (k) => this.choose("row", k), mark: (k) => this.choose("mark", k), cut: (at) => this.moveCut(at) });
    this.panel = new ReviewPanel({ texn: () => this.nextDoubtful(), t: () => this.decide("text"), cite: () => this.cite(), asRead: () => this.asRead(), split: () => this.split(),
      merge: () => this.merge(), toggle: () => this.toggle(), cut: () => this.cut(), stop: () => this.stop() });
    this.bars = new ReviewBars({ leave: () => this.send({ act: "leave" }), before: () => this.open("before"), after: () => this.open("after"),
      help: () => this.help(), doubtful: () => this.nextDoubtful(), undo: () => this.undo(), history: () => this.history(),
      confirm: () => this.send({ act: "confirm" }) });
    this.query = h("p", { class: "cm-query", dir: "auto" });
    const reading = h("section", { class: "cm-reading" }, this.query, this.text.node);
    this.node = h("div", { class: "cm-app cm-review" }, this.bars.head, h("main", { class: "cm-body" }, reading, this.panel.node),
      this.bars.alert, this.bars.foot);
    this.text.node.addEventListener("mouseup", () => setTimeout(() => this.drawPanel(), 0));
    listenForKeys(this.keys(), () => this.dialogs.open !== null || !this.node.isConnected || this.data === null);
  }

  attach(root) {
    if (this.root === root) return false;
    this.root = root;
    root.append(this.node);
    stayBright(root);
    this.dialogs.again();
    return false;
  }

  detach(root) {
    if (this.root !== root) return;
    this.root = null;
    this.node.remove();
  }

  receive(data, trigger) {
    this.trigger = trigger;
    this.free();
    const same = this.data !== null && this.data.answer === data.answer && this.data.study === data.study;
    const place = same ? this.place() : null;
    if (!same || this.data.version !== data.version) this.load(data, place);
    this.data = data;
    this.bars.draw(data, this.text.marks.filter((mark) => isDoubtful(mark, this.panel.byNumber)).length);
    if (data.reply) this.hear(data.reply);
    else if (!same) this.say("");
  }

  load(data, place) {
    this.data = data;
    this.cutting = null;
    put(this.query, data.query);
    this.text.load(data);
    this.panel.load(data);
    if (place === null) {
      this.text.node.scrollTop = 0;
      this.kind = this.text.marks.length ? "mark" : "row";
      this.at = { mark: 0, row: this.rowOf(0) };
    } else {
      this.at = { mark: nearest(this.text.marks, place.mark), row: nearest(this.text.rows, place.row) };
    }
    this.choose(this.kind, this.at[this.kind]);
    this.focus();
  }

  // Where the person is, in places of the text, which outlive a change.
  place() {
    const start = (list, k) => (list.length ? list[Math.max(0, Math.floor(k))].start : 0);
    return { mark: start(this.text.marks, this.at.mark), row: start(this.text.rows, this.at.row) };
  }

  rowOf(mark) {
    const place = this.text.marks[mark] ? this.text.marks[mark].start : 0;
    return this.text.rows.length ? nearest(this.text.rows, place) : 0;
  }

  hear(reply) {
    if (reply.error) this.bars.refused(reply.error);
    else if (reply.act === "confirm") this.say(`Saved ${reply.at} · ${reply.answer} is reviewed.`);
    else this.say(`Saved ${reply.at} · ${DONE[reply.act]}.`);
  }

  focus() {
    this.text.node.focus({ preventScroll: true });
  }

  // Choosing

  choose(kind, k) {
    const list = kind === "mark" ? this.text.marks : this.text.rows;
    if (this.cutting !== null) this.stop();
    if (!list.length) return kind === "mark" && this.text.rows.length ? this.choose("row", this.at.row) : this.drawPanel();
    this.kind = kind;
    this.at[kind] = Math.max(0, Math.min(list.length - 1, k));
    if (kind === "mark") this.at.row = this.rowOf(this.at.mark);
    else this.at.mark = this.markBefore(this.text.rows[this.at.row].start);
    this.text.point(this.at.row, this.at.mark, kind);
    return this.drawPanel();
  }

  // So that the next citation is the first one of the row, or behind it.
  markBefore(start) {
    return this.text.markFrom(start) - 0.5;
  }

  step(kind, by) {
    if (this.cutting !== null) return kind === "mark" ? this.stepCut(by) : undefined;
    if (kind === "row") return this.choose("row", this.at.row + by);
    return this.choose("mark", by > 0 ? Math.floor(this.at.mark) + 1 : Math.ceil(this.at.mark) - 1);
  }

  nextDoubtful() {
    const { marks } = this.text;
    const from = this.kind === "mark" ? Math.floor(this.at.mark) + 1 : Math.ceil(this.at.mark);
    const order = [...marks.keys()].map((k) => (k + from) % marks.length);
    const next = order.find((k) => isDoubtful(marks[k], this.panel.byNumber));
    if (next === undefined) this.say("Nothing here looks doubtful.");
    else this.choose("mark", next);
  }

  row() {
    return this.text.rows[this.at.row] || null;
  }

  mark() {
    return this.kind === "mark" ? this.text.marks[this.at.mark] || null : null;
  }

  drawPanel() {
    if (this.cutting !== null) return this.panel.cutting();
    const words = ({ start, end }) => this.text.text.slice(start, end);
    const selected = this.text.selected();
    if (selected) return this.panel.selection(words({ start: selected[0], end: selected[1] }));
    if (this.mark()) return this.panel.mark(this.mark(), words(this.mark()));
    return this.row() ? this.panel.row(this.row(), words(this.row())) : this.panel.nothing();
  }

  // Deciding about marks

  span({ start, end }) {
    return { start: this.text.offsets.toPoint(start), end: this.text.offsets.toPoint(end) };
  }

  decide(act, more) {
    const mark = this.mark();
    if (!mark) return this.say("Choose a citation first (← →).");
    return this.send({ act, ...this.span(mark), ...more });
  }

  asRead() {
    const mark = this.mark();
    if (!mark) return this.say("Choose a citation first (← →).");
    return mark.read === null ? this.decide("text") : this.decide("citation", { positions: mark.read });
  }

  cite() {
    const selected = this.text.selected();
    const mark = selected ? { start: selected[0], end: selected[1], positions: [], note: "" } : this.mark();
    if (!mark) return this.say("Choose a citation, or select text with the mouse, first.");
    const words = this.text.text.slice(mark.start, mark.end);
    const known = new Set([...this.data.sources.map((source) => source.n), ...(mark.read || [])]);
    return askForSources(this.dialogs, {
      title: `Which sources does “${words.length > 40 ? `${words.slice(0, 40)}…` : words}” cite?`,
      sources: this.data.sources, positions: mark.positions || mark.read || [], known,
    }, (positions, note) => this.send({ act: "citation", ...this.span(mark), positions, note }));
  }

  // Cutting statements

  stated() {
    const row = this.row();
    if (this.data.fixed) this.say(sentence(this.data.fixed));
    else if (!row || row.n === null) this.say("Choose a statement first (↑ ↓).");
    else return row;
    return null;
  }

  split() {
    const row = this.stated();
    if (!row) return;
    this.choose("row", this.at.row);
    this.places = this.text.cuts(this.at.row);
    if (!this.places.length) {
      this.say("This statement has one word only.");
      return;
    }
    this.moveCut(likelyCut(this.text.text, row, this.places));
  }

  moveCut(at) {
    this.cutting = at;
    this.text.showCuts(this.at.row, this.places, at);
    this.panel.cutting();
  }

  stepCut(by) {
    const k = this.places.indexOf(this.cutting) + by;
    if (this.places[k] !== undefined) this.moveCut(this.places[k]);
  }

  cut() {
    if (this.cutting === null) return;
    const at = this.text.offsets.toPoint(this.cutting);
    this.send({ act: "split", n: this.row().n, at });
  }

  stop() {
    if (this.cutting === null) return;
    this.cutting = null;
    this.text.hideCuts(this.at.row);
    this.choose("row", this.at.row);
  }

  merge() {
    const row = this.stated();
    if (row) this.send({ act: "merge", n: row.n });
  }

  toggle() {
    const row = this.row();
    if (row && row.n === null && row.kind !== "citation" && !this.data.fixed) this.send({ act: "take in", ...this.span(row) });
    else if (this.stated()) this.send({ act: "leave out", n: row.n });
  }

  undo() {
    if (this.data.fixed) this.say(sentence(this.data.fixed));
    else if (!this.data.undoes) this.say("No change of statements is left to undo.");
    else this.send({ act: "undo" });
  }

  // Going on

  open(where) {
    if (this.data[where]) this.send({ act: "open", open: this.data[where] });
    else this.say(where === "before" ? "This is the first answer." : "This is the last answer.");
  }

  help() {
    this.dialogs.keys(REVIEW_KEYS);
  }

  history() {
    showHistory(this.dialogs, this.data.changes);
  }

  say(words) {
    this.bars.say(words);
  }

  // One act at a time: a second press before the answer is there does nothing.
  send(act) {
    if (this.busy) return;
    this.busy = true;
    this.say("Saving …");
    this.late = setTimeout(() => {
      this.free();
      this.hear({ error: "no answer from the server; check that it still runs, then try again" });
    }, LATE_MS);
    this.trigger("event", { answer: this.data.answer, version: this.data.version, ...act });
  }

  free() {
    clearTimeout(this.late);
    this.busy = false;
  }

  keys() {
    const move = (kind, by) => () => this.step(kind, by);
    return { ArrowUp: move("row", -1), k: move("row", -1), ArrowDown: move("row", 1), j: move("row", 1),
      ArrowLeft: move("mark", -1), h: () => this.history(), ArrowRight: move("mark", 1), l: move("mark", 1),
      n: () => this.nextDoubtful(), t: () => this.decide("text"), c: () => this.cite(), r: () => this.asRead(), x: () => this.split(), m: () => this.merge(),
      o: () => this.toggle(), u: () => this.undo(), Backspace: () => this.undo(), Enter: () => this.cut(), Escape: () => this.stop(),
      "[": () => this.open("before"), "]": () => this.open("after"), "?": () => this.help(), "Ctrl+Enter": () => this.send({ act: "confirm" }) };
  }
}

export default component(() => new ReviewDesk());
