// What is known about the task in front: its cells, the cursor, what was entered, and how to take it back.

class MatrixState {
  constructor(data) {
    Object.assign(this, { seat: data.seat, version: data.version, statements: data.statements, sources: data.sources });
    this.token = freshToken();
    this.units = data.units.map(([unit_id, s, c, value, reason, comment, evidence]) =>
      ({ unit_id, s, c, value, reason, comment, evidence, bulk: false }));
    this.byCell = new Map(this.units.map((unit) => [`${unit.s}:${unit.c}`, unit]));
    this.byColumn = new Map(data.sources.map((source) => [source.n, []]));
    for (const unit of this.units) this.byColumn.get(unit.c).push(unit);
    this.byId = new Map(this.units.map((unit) => [unit.unit_id, unit]));
    this.undoable = [];
    this.order = "source";
    this.cursor = null;
  }

  unitAt(s, c) {
    return this.byCell.get(`${s}:${c}`) || null;
  }

  unit() {
    return this.cursor ? this.unitAt(this.cursor.s, this.cursor.c) : null;
  }

  statement(n) {
    return this.statements.find((one) => one.n === n);
  }

  source(n) {
    return this.sources.find((one) => one.n === n);
  }

  get open() {
    return this.units.filter((unit) => isOpen(unit));
  }

  get filled() {
    return this.units.length - this.open.length;
  }

  // Whether one cell comes before another: a source is worked through at a time, or a statement.
  comesBefore(a, b) {
    const [first, second] = this.order === "source" ? ["c", "s"] : ["s", "c"];
    return a[first] < b[first] || (a[first] === b[first] && a[second] < b[second]);
  }

  earliest(units) {
    return units.reduce((best, unit) => (best === null || this.comesBefore(unit, best) ? unit : best), null);
  }

  // The next cell without a label after the cursor, from the start again at the end; null when none is left.
  nextOpen() {
    const open = this.open;
    const later = this.cursor ? open.filter((unit) => this.comesBefore(this.cursor, unit)) : open;
    return this.earliest(later) || this.earliest(open);
  }

  start() {
    const first = this.nextOpen() || this.earliest(this.units);
    if (first) return { s: first.s, c: first.c };
    return this.statements.length && this.sources.length ? { s: this.statements[0].n, c: this.sources[0].n } : null;
  }

  // A step of the cursor; stays inside the matrix.
  moved(rows, columns) {
    const step = (list, n, by) => list[Math.min(list.length - 1, Math.max(0, list.findIndex((one) => one.n === n) + by))].n;
    return { s: step(this.statements, this.cursor.s, rows), c: step(this.sources, this.cursor.c, columns) };
  }

  // Changes some units as one step that can be taken back.
  change(units, fields) {
    this.undoable.push({ cursor: this.cursor, before: units.map((unit) => ({ ...unit })) });
    for (const unit of units) Object.assign(unit, fields(unit));
  }

  // Takes back the last step; gives the units it touched, or none.
  undo() {
    const step = this.undoable.pop();
    if (!step) return [];
    const touched = step.before.map((before) => Object.assign(this.byId.get(before.unit_id), before));
    this.cursor = step.cursor;
    return touched;
  }

  // Entries that were sent but not stored yet are still what the person sees.
  replay(entries) {
    for (const { unit_id, value, reason, justification, evidence, bulk } of entries) {
      const unit = this.byId.get(unit_id);
      if (unit) Object.assign(unit, { value, reason, comment: justification, evidence, bulk });
    }
  }
}

function isOpen(unit) {
  return unit.value === null && unit.reason === null;
}

function sameSpan([a, b], [c, d]) {
  return a === c && b === d;
}

// Adds a span to the evidence, joined with those it touches; a span already inside is taken out again.
function toggled(evidence, span) {
  const inside = evidence.find(([start, end]) => start <= span[0] && end >= span[1]);
  if (inside) return evidence.filter((one) => !sameSpan(one, inside));
  const touching = evidence.filter(([start, end]) => start < span[1] && end > span[0]);
  const joined = [Math.min(span[0], ...touching.map((one) => one[0])), Math.max(span[1], ...touching.map((one) => one[1]))];
  return [...evidence.filter((one) => !touching.includes(one)), joined].sort((a, b) => a[0] - b[0]);
}
