// The Support screen: answer with statements, source, matrix, status. Streamlit draws nothing but this component.

const VALUES = [
  { value: "full", key: "f", number: "3", sign: "F" },
  { value: "partial", key: "p", number: "2", sign: "P" },
  { value: "none", key: "n", number: "1", sign: "N" },
  { value: "contradicts", key: "x", number: null, sign: "X" },
];
const CANNOT = "cannot judge";
const ORDER_KEY = "countermark-cell-order";
const KEY_LINES = [
  ["← → ↑ ↓", "move in the matrix (also h j k l)"], ["Enter", "next open cell"],
  ["3 F", "full: everything is in the source"], ["2 P", "partial: some of it"], ["1 N", "none of it"],
  ["X", "the source says the opposite"], ["U", "cannot judge"],
  ["E", "evidence on or off: the selected text, else the suggested passage"], ["[ ]", "previous, next suggested passage, or find"],
  ["D", "rest of this source: none (one step to undo)"], ["Backspace", "undo"], ["C", "comment on this cell"],
  ["O", "order of cells: by source or by statement"], ["/", "find in the source; Enter next, Esc back"],
  ["S", "skip this task, with a reason"], ["G", "guideline"], ["Ctrl+Enter", "submit the task"], ["?", "these keys"],
];
const SKIP_REASONS = ["Too long for now", "Outside what I know", "Something is broken here"];

class MatrixDesk extends Desk {
  constructor() {
    super();
    this.source = new SourcePane({
      turnTo: (c) => this.turnToSource(c), textOf: (s) => this.state.statement(s).text, changed: () => this.focus(),
    });
    this.grid = new Grid({ turnTo: (s, c) => this.turnTo({ s, c }) });
    this.answer = new AnswerPane((s) => this.turnTo({ s, c: this.state.cursor.c }));
    this.bar = new HeadBar({ leave: () => this.perform({ act: "leave" }), ...this.overlays() });
    this.panel = new ValuePanel(this);
    this.status = new StatusLine(this, this.tools());
    this.node = h("div", { class: "cm-app cm-matrix" }, this.bar.node,
      h("div", { class: "cm-body" }, h("div", { class: "cm-reading" }, this.answer.node, this.source.node),
        h("div", { class: "cm-work" }, this.grid.node, this.panel.node)), this.status.alert, this.status.node);
  }

  load(data, known) {
    const before = this.state;
    this.state = new MatrixState(data);
    this.data = data;
    this.state.order = storedOrder();
    if (known) this.carryOver(before);
    else this.begin(data);
    this.bar.load(data);
    this.answer.load(data);
    this.panel.load(data);
    this.grid.build(this.state);
    this.drawOrder();
    if (known) this.source.refresh(data.sources);
    else this.source.reset(data.sources);
    this.turnTo(known && before.cursor ? before.cursor : this.state.start());
    this.drawProgress();
  }

  // The same task in a new element: where one was, with everything in sight again.
  show() {
    this.turnTo(this.state.cursor);
    this.source.draw(true);
  }

  begin(data) {
    this.dialogs.close();
    this.outbox.empty();
    this.busy = false;
    for (const [unit_id, , , , , , , active, wall] of data.units) this.clock.begin(unit_id, active, wall);
    this.status.say(data.corrects ? "You submitted this task before. Submit what you change." : "");
  }

  // The same task drawn again (a reconnect): what was entered meanwhile stays.
  carryOver(before) {
    this.state.token = before.token;
    this.state.undoable = before.undoable;
    this.state.replay([...this.outbox.entries.values()].map((one) => one.entry));
  }

  // --- moving -----------------------------------------------------------------------------------------------------

  turnTo(cursor) {
    this.state.cursor = cursor;
    if (!cursor) return this.source.show(null, null, []);
    const unit = this.state.unit();
    this.clock.turnTo(unit ? unit.unit_id : null);
    this.grid.point(cursor, !this.dialogs.open);
    this.answer.point(cursor.s, cursor.c);
    this.source.show(cursor.c, cursor.s, unit ? unit.evidence : []);
    this.panel.point(this.state);
    this.drawTabs();
  }

  turnToSource(c) {
    const open = this.state.open.find((unit) => unit.c === c);
    this.turnTo({ s: open ? open.s : this.state.cursor.s, c });
  }

  move(rows, columns) {
    if (this.state.cursor) this.turnTo(this.state.moved(rows, columns));
  }

  nextOpen() {
    const next = this.state.nextOpen();
    if (next) this.turnTo({ s: next.s, c: next.c });
    else this.status.say("Every cell is labelled. Ctrl+Enter submits the task.");
  }

  focus() {
    if (this.state && this.state.cursor) this.grid.point(this.state.cursor, true);
  }

  // --- entering ---------------------------------------------------------------------------------------------------

  // Why the current cell takes no label, or null when it does.
  closedBecause() {
    if (this.busy) return "The task is being sent.";
    const { s, c } = this.state.cursor || {};
    const source = this.state.source(c);
    if (!source || source.status !== "ok") return "This source could not be read: there is nothing to label.";
    return this.state.unitAt(s, c) ? null : "This cell was not drawn for this batch.";
  }

  enter(fields) {
    const why = this.closedBecause();
    if (why) return this.status.say(why);
    this.record([this.state.unit()], () => ({ value: null, reason: null, bulk: false, ...fields }));
    const next = this.state.nextOpen();
    if (next) this.turnTo({ s: next.s, c: next.c });
    else this.turnTo(this.state.cursor);
  }

  label(value) {
    this.enter({ value });
  }

  // Changes units, stores them, and redraws just these.
  record(units, fields) {
    this.state.change(units, fields);
    this.store(units);
  }

  store(units) {
    this.outbox.add(units.map((unit) => this.entry(unit)));
    for (const unit of units) this.grid.update(this.state, unit);
    this.status.saving();
    this.drawProgress();
    this.drawTabs();
  }

  entry(unit) {
    const { unit_id, value, reason, comment, evidence, bulk } = unit;
    return { unit_id, value, reason, justification: comment, evidence, bulk, ...this.clock.spent(unit_id) };
  }

  evidence() {
    const why = this.closedBecause();
    if (why) return this.status.say(why);
    const span = this.source.selection() || this.source.suggestion();
    if (!span) return this.status.say("Select text in the source first: no passage is suggested here.");
    const unit = this.state.unit();
    this.record([unit], () => ({ evidence: toggled(unit.evidence, span) }));
    this.source.show(unit.c, unit.s, unit.evidence);
    this.panel.point(this.state);
  }

  restNone() {
    const why = this.closedBecause();
    if (why) return this.status.say(why);
    const rest = this.state.open.filter((unit) => unit.c === this.state.cursor.c);
    if (!rest.length) return this.status.say("This source has no open cell left.");
    this.record(rest, () => ({ value: "none", reason: null, bulk: true }));
    this.nextOpen();
    this.status.note = `${rest.length} cells set to none; Backspace takes them back.`;
  }

  undo() {
    if (this.busy) return;
    const touched = this.state.undo();
    if (!touched.length) return this.status.say("Nothing to undo.");
    this.store(touched);
    this.turnTo(this.state.cursor);
  }

  comment() {
    const why = this.closedBecause();
    if (why) return this.status.say(why);
    const unit = this.state.unit();
    this.dialogs.ask({
      title: `Comment on statement ${unit.s}, source ${unit.c}`, note: "Stored with your label. Ctrl+Enter keeps it.",
      value: unit.comment, suggestions: [], face: "Keep", optional: true,
      done: (text) => this.record([unit], () => ({ comment: text || null })),
    });
  }

  // --- whole task -------------------------------------------------------------------------------------------------

  submit() {
    if (this.busy || !this.state.units.length) return;
    const open = this.state.open;
    if (!open.length) return this.send();
    const button = h("button", { type: "button", class: "cm-button cm-primary", autofocus: true, onClick: () => {
      this.dialogs.close();
      this.record(this.state.open, () => ({ reason: "skipped", bulk: true }));
      this.send();
    } }, `Skip ${open.length} and submit`);
    const text = `${open.length} of ${this.state.units.length} cells have no label yet. Skipped cells count as unknown, never as none.`;
    this.dialogs.show("Submit before all cells are labelled?", h("p", {}, text), [button]);
  }

  send() {
    this.perform({ act: "submit", token: this.state.token, order: `by ${this.state.order}` });
    this.status.sending();
  }

  // After a refusal: everything not yet stored once more.
  retry() {
    this.outbox.flush();
    this.status.saving();
  }

  toggleOrder() {
    this.state.order = this.state.order === "source" ? "statement" : "source";
    remember(ORDER_KEY, this.state.order);
    this.drawOrder();
    this.status.say(`Order of cells: by ${this.state.order}.`);
  }

  drawOrder() {
    put(this.order.lastChild, `by ${this.state.order}`);
  }

  // --- drawing and keys -------------------------------------------------------------------------------------------

  drawProgress() {
    this.bar.progress(this.state.filled, this.state.units.length);
    this.submitButton.classList.toggle("cm-primary", this.state.open.length === 0 && this.state.units.length > 0);
  }

  drawTabs() {
    this.source.drawTabs(new Map(this.state.sources.map((source) => [source.n, columnState(this.state, source)])));
  }

  tools() {
    const then = (action) => () => this.then(action);
    this.order = keyButton("O", "by source", then(() => this.toggleOrder()), { title: "Order of cells" });
    this.submitButton = keyButton("Ctrl ⏎", "Submit", () => this.submit());
    return [keyButton("E", "evidence", then(() => this.evidence())), keyButton("D", "rest: none", then(() => this.restNone())),
      keyButton("C", "comment", then(() => this.comment())), keyButton("⌫", "undo", then(() => this.undo())),
      keyButton("⏎", "next open", then(() => this.nextOpen())), this.order,
      keyButton("S", "skip task", then(() => this.skip("Skip this task", SKIP_REASONS))), this.submitButton];
  }

  // Runs a button's action and gives the keyboard back to the matrix, so that keys go on working after a click.
  then(action) {
    action();
    if (!this.dialogs.open) this.focus();
  }

  overlays() {
    return { guideline: () => this.dialogs.guideline(this.data.guideline), help: () => this.dialogs.keys(KEY_LINES) };
  }

  keys() {
    const actions = {
      ArrowLeft: () => this.move(0, -1), ArrowRight: () => this.move(0, 1), ArrowUp: () => this.move(-1, 0), ArrowDown: () => this.move(1, 0),
      Enter: () => this.nextOpen(), "Ctrl+Enter": () => this.submit(), Backspace: () => this.undo(),
      u: () => this.enter({ reason: CANNOT }), e: () => this.evidence(), d: () => this.restNone(), c: () => this.comment(),
      "[": () => this.source.passage(-1), "]": () => this.source.passage(1), "/": () => this.source.search.focus(),
      o: () => this.toggleOrder(), s: () => this.skip("Skip this task", SKIP_REASONS), g: this.overlays().guideline, "?": this.overlays().help,
    };
    Object.assign(actions, { h: actions.ArrowLeft, l: actions.ArrowRight, k: actions.ArrowUp, j: actions.ArrowDown });
    for (const { value, key, number } of VALUES) {
      for (const name of [key, number].filter(Boolean)) actions[name] = () => this.label(value);
    }
    return actions;
  }
}

function storedOrder() {
  return remembered(ORDER_KEY) === "statement" ? "statement" : "source";
}

function columnState(state, source) {
  if (source.status !== "ok") return { sign: "×", words: `unreadable, ${source.status}` };
  const units = state.byColumn.get(source.n);
  const open = units.filter(isOpen).length;
  if (!units.length) return { sign: "–", words: "not asked" };
  if (!open) return { sign: "●", words: "all cells labelled" };
  return { sign: open === units.length ? "○" : "◐", words: `${open} of ${units.length} cells open` };
}

export default component(() => new MatrixDesk());
