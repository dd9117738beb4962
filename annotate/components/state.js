// What is known about the task in front: its cells, the cursor, what was entered, and how to take it back.

class MatrixState {
  constructor(data) {
    Object.assign(this, { seat: data.seat, version: data.version, statements: data.statements, sources: data.sources });
    this.token = crypto.randomUUID();
    this.units = data.units.map(([unit_id, s, c, value, reason, comment, evidence]) =>
      ({ unit_id, s, c, value, reason, comment, evidence, bulk: false }));
    this.byCell = new Map(this.units.map((unit) => [`${unit.s}:${unit.c}`, unit]));
    this.byId = new Map(this.units.map((unit) => [unit.unit_id, unit]));
    this.undoable = [];
    this.order = "source";
    this.cursor = null;
  }

  same(data) {
    return this.seat === data.seat && this.version === data.version;
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

  // Cells in the order they are worked through: a source at a time, or a statement at a time.
  sorted(units) {
    const [first, second] = this.order === "source" ? ["c", "s"] : ["s", "c"];
    return [...units].sort((a, b) => a[first] - b[first] || a[second] - b[second]);
  }

  // The next cell without a label after the cursor, from the start again at the end; null when none is left.
  nextOpen() {
    const open = this.sorted(this.open);
    if (!open.length) return null;
    const [first, second] = this.order === "source" ? ["c", "s"] : ["s", "c"];
    const at = this.cursor || { s: 0, c: 0 };
    return open.find((unit) => unit[first] > at[first] || (unit[first] === at[first] && unit[second] > at[second])) || open[0];
  }

  start() {
    const first = this.nextOpen() || this.sorted(this.units)[0];
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
