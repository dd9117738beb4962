// The matrix: rows are statements, columns sources. Only the cells that change are touched after the first drawing.

const SIGNS = { full: "F", partial: "P", none: "N", contradicts: "X" };

const HEAD_WIDTH = 44;
const CELL_WIDTH = 34;
const LEGEND = "outline: the answer cites it here\ndot: not labelled yet\ndot in the corner: with evidence\n×: source unreadable";

function signOf(unit) {
  if (!unit) return "";
  return unit.value ? SIGNS[unit.value] || unit.value : unit.reason ? "U" : "·";
}

class Grid {
  // `asks.turnTo(statement, source)` moves the cursor.
  constructor(asks) {
    this.asks = asks;
    this.node = h("div", { class: "cm-grid" });
    this.cells = new Map();
    this.heads = new Map();
    this.marked = null;
  }

  build(state) {
    this.cells.clear();
    this.heads.clear();
    this.marked = null;
    const corner = h("th", { scope: "col", class: "cm-corner", style: `width: ${HEAD_WIDTH}px` }, h("span", { class: "cm-sr" }, "Statement"));
    const columns = state.sources.map((source) => this.columnHead(source));
    const rows = state.statements.map((statement) => this.row(state, statement));
    const table = h("table", { role: "grid", "aria-label": "Support matrix: statements by sources" },
      h("thead", {}, h("tr", { role: "row" }, corner, ...columns)), h("tbody", {}, ...rows));
    // fixed widths: a label then changes the looks of one cell and the layout of none
    table.style.width = `${HEAD_WIDTH + CELL_WIDTH * state.sources.length}px`;
    table.addEventListener("click", (event) => this.clicked(event));
    this.node.replaceChildren(table, h("p", { class: "cm-legend" }, LEGEND));
  }

  columnHead(source) {
    const head = h("th", { scope: "col", role: "columnheader", title: source.title || source.url }, String(source.n));
    this.heads.set(`c${source.n}`, head);
    return head;
  }

  row(state, statement) {
    const head = h("th", { scope: "row", role: "rowheader", title: statement.text }, `S${statement.n}`);
    this.heads.set(`s${statement.n}`, head);
    return h("tr", { role: "row" }, head, ...state.sources.map((source) => this.cell(state, statement, source)));
  }

  cell(state, statement, source) {
    const node = h("td", { role: "gridcell", tabindex: "-1", "data-s": statement.n, "data-c": source.n });
    this.cells.set(`${statement.n}:${source.n}`, node);
    this.drawCell(node, state, statement, source);
    return node;
  }

  drawCell(node, state, statement, source) {
    const unit = state.unitAt(statement.n, source.n);
    const cited = statement.cites.includes(source.n);
    const readable = source.status === "ok";
    put(node, readable ? signOf(unit) : "×");
    node.className = [
      unit ? "cm-open" : "cm-closed",
      cited ? "cm-cited" : "",
      unit && unit.value ? `cm-${unit.value}` : unit && unit.reason ? "cm-unsure" : "",
      unit && unit.evidence.length ? "cm-has-evidence" : "",
    ].filter(Boolean).join(" ");
    node.setAttribute("aria-label", cellWords(statement, source, unit, cited));
  }

  update(state, unit) {
    const node = this.cells.get(`${unit.s}:${unit.c}`);
    if (node) this.drawCell(node, state, state.statement(unit.s), state.source(unit.c));
  }

  // Moves the cursor's looks; `focus` also moves the keyboard's.
  point(cursor, focus) {
    if (this.marked) this.unmark(this.marked);
    this.marked = { ...cursor };
    const node = this.cells.get(`${cursor.s}:${cursor.c}`);
    if (!node) return;
    node.setAttribute("aria-selected", "true");
    node.tabIndex = 0;
    for (const head of this.headsOf(cursor)) head.classList.add("cm-here");
    this.reveal(node);
    if (focus) node.focus({ preventScroll: true });
  }

  unmark(cursor) {
    const node = this.cells.get(`${cursor.s}:${cursor.c}`);
    if (node) {
      node.removeAttribute("aria-selected");
      node.tabIndex = -1;
    }
    for (const head of this.headsOf(cursor)) head.classList.remove("cm-here");
  }

  headsOf({ s, c }) {
    return [this.heads.get(`s${s}`), this.heads.get(`c${c}`)].filter(Boolean);
  }

  // Scrolls only the grid's own pane, clear of the frozen heads.
  reveal(node) {
    const box = this.node.getBoundingClientRect();
    const cell = node.getBoundingClientRect();
    const head = this.node.querySelector(".cm-corner").getBoundingClientRect();
    const top = box.top + head.height;
    const left = box.left + head.width;
    if (cell.top < top) this.node.scrollTop -= top - cell.top;
    else if (cell.bottom > box.top + this.node.clientHeight) this.node.scrollTop += cell.bottom - box.top - this.node.clientHeight;
    if (cell.left < left) this.node.scrollLeft -= left - cell.left;
    else if (cell.right > box.left + this.node.clientWidth) this.node.scrollLeft += cell.right - box.left - this.node.clientWidth;
  }

  clicked(event) {
    const cell = event.target.closest("td");
    if (cell) this.asks.turnTo(Number(cell.dataset.s), Number(cell.dataset.c));
  }
}

function cellWords(statement, source, unit, cited) {
  const words = [`Statement ${statement.n}, source ${source.n}`];
  if (cited) words.push("cited");
  if (source.status !== "ok") words.push(`source unreadable: ${source.status}`);
  else if (!unit) words.push("not asked");
  else words.push(unit.value || unit.reason || "not labelled");
  if (unit && unit.evidence.length) words.push(`${unit.evidence.length} evidence`);
  return words.join(", ");
}
