// An answer under review as rows: a statement, or what is none, with its citations marked. Offsets are UTF-16 units.

const OUT_NAMES = { statement: "left out", "list item": "left out", quote: "left out", "table row": "left out", caption: "left out",
  heading: "heading", "table header": "table head", code: "code", "reference entry": "reference", citation: "citation" };

class ReviewText {
  // `asks`: row(k) and mark(k) are chosen, cut(at) is where a statement would be split.
  constructor(asks) {
    this.asks = asks;
    this.node = h("div", { class: "cm-rows", tabindex: "0", role: "document", "aria-label": "Answer" });
    this.node.addEventListener("click", (event) => this.clicked(event));
    this.starts = new WeakMap(); // where each text node begins
  }

  load({ text, rows, marks }) {
    const offsets = offsetsOf(text);
    const unit = (one) => ({ ...one, start: offsets.toUnit(one.start), end: offsets.toUnit(one.end) });
    this.text = text;
    this.offsets = offsets;
    this.rows = rows.map(unit);
    this.marks = marks.map(unit);
    this.starts = new WeakMap();
    this.nodes = this.rows.map((row, k) => this.rowNode(row, k));
    const last = this.rows.length ? this.rows[this.rows.length - 1].end : 0;
    this.node.replaceChildren(...this.nodes, this.rest(last));
  }

  // A row: what stands before it since the one above (list marks, blank lines), then its own text.
  rowNode(row, k) {
    const before = this.text.slice(k ? this.rows[k - 1].end : 0, row.start);
    const signs = before.trim();
    const gap = before.slice(before.trimEnd().length).includes("\n") ? "\n" : " "; // a line of signs stays a line
    const name = row.n === null ? OUT_NAMES[row.kind] || "" : String(row.n);
    const own = h("span", { class: "cm-row-text" }, signs ? h("span", { class: "cm-signs" }, signs + gap) : null, ...this.pieces(row.start, row.end));
    const kind = row.n === null ? `cm-out cm-out-${row.kind.replace(" ", "-")}` : "cm-stated";
    const wide = /\n\s*\n/.test(before) ? " cm-apart" : "";
    return h("div", { class: `cm-row ${kind}${wide}`, "data-row": k, dir: "auto" }, h("span", { class: "cm-row-name" }, name), own);
  }

  rest(from) {
    const left = this.text.slice(from);
    if (!left.trim()) return "";
    if (!this.rows.length) return h("div", { class: "cm-row" }, h("span", { class: "cm-row-name" }), h("span", { class: "cm-row-text" }, ...this.pieces(0, this.text.length)));
    return h("div", { class: "cm-row cm-out" }, h("span", { class: "cm-row-name" }), h("span", { class: "cm-row-text" }, ...this.pieces(from, this.text.length)));
  }

  pieces(start, end) {
    const nodes = [];
    let at = start;
    for (let k = this.markFrom(start); k < this.marks.length && this.marks[k].start < end; k += 1) {
      const mark = this.marks[k];
      if (mark.end > end || mark.start < at) continue;
      if (mark.start > at) nodes.push(this.leaf(at, mark.start));
      nodes.push(h("span", { class: `cm-mark ${markKind(mark)}`, "data-mark": k }, this.leaf(mark.start, mark.end)));
      at = mark.end;
    }
    if (at < end) nodes.push(this.leaf(at, end));
    return nodes;
  }

  leaf(start, end) {
    const leaf = document.createTextNode(this.text.slice(start, end));
    this.starts.set(leaf, start);
    return leaf;
  }

  markFrom(place) {
    let low = 0;
    let high = this.marks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.marks[middle].start < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  clicked(event) {
    if (this.selected()) return; // words are being selected
    const word = event.target.closest("[data-cut]");
    if (word) return this.asks.cut(Number(word.dataset.cut));
    const mark = event.target.closest("[data-mark]");
    if (mark) return this.asks.mark(Number(mark.dataset.mark));
    const row = event.target.closest("[data-row]");
    return row ? this.asks.row(Number(row.dataset.row)) : undefined;
  }

  // Shows which row and mark are meant, and scrolls there.
  point(row, mark, kind) {
    for (const old of this.node.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const rowNode = this.nodes[row];
    if (rowNode) rowNode.setAttribute("aria-current", "true");
    const markNode = mark === null ? null : this.node.querySelector(`[data-mark="${mark}"]`);
    if (markNode && kind === "mark") markNode.setAttribute("aria-current", "true");
    const target = kind === "mark" ? markNode || rowNode : rowNode;
    if (target) this.reveal(target);
  }

  reveal(target) {
    const box = target.getBoundingClientRect();
    const pane = this.node.getBoundingClientRect();
    if (box.top >= pane.top + 24 && box.bottom <= pane.bottom - 24) return;
    this.node.scrollTop += box.top - pane.top - pane.height * 0.35;
  }

  // The words of a row with a place between them where it would be cut in two.
  showCuts(k, cuts, at) {
    const row = this.rows[k];
    const own = this.nodes[k].querySelector(".cm-row-text");
    const edges = [row.start, ...cuts, row.end];
    const words = edges.slice(0, -1).map((start, index) =>
      h("span", { class: start === at ? "cm-word cm-cut" : "cm-word", "data-cut": start === row.start ? null : start }, ...this.pieces(start, edges[index + 1])));
    own.replaceChildren(...words);
    this.nodes[k].classList.add("cm-cutting");
    const here = own.querySelector(".cm-cut");
    if (here) this.reveal(here);
  }

  hideCuts(k) {
    const before = this.nodes[k];
    if (!before || !before.classList.contains("cm-cutting")) return;
    this.nodes[k] = this.rowNode(this.rows[k], k);
    before.replaceWith(this.nodes[k]);
  }

  // Places before words of a row, never inside a citation, nor before one that only closes what stands before it.
  cuts(k) {
    const { start, end } = this.rows[k];
    const inMark = (place) => this.marks.some((mark) => mark.positions && mark.start < place && place < mark.end);
    return wordStarts(this.text.slice(start, end)).map((place) => start + place).filter((place) => place > start && !inMark(place));
  }

  // What the mouse selected in this text, or null.
  selected() {
    const range = selectedRange(this.node.getRootNode());
    if (!range || !this.node.contains(range.startContainer) || !this.node.contains(range.endContainer)) return null;
    const start = this.placeOf(range.startContainer, range.startOffset);
    const end = this.placeOf(range.endContainer, range.endOffset);
    return start !== null && end !== null && end > start ? trimmed(this.text, start, end) : null;
  }

  placeOf(container, offset) {
    return this.starts.has(container) ? this.starts.get(container) + offset : null;
  }
}

function markKind(mark) {
  if (mark.positions === null) return mark.by ? "cm-made-text" : "cm-alike";
  return mark.by ? "cm-cites cm-decided" : "cm-cites";
}

// Whether nobody has decided about a mark that only looks like a citation, or is one and leads nowhere.
function isDoubtful(mark, listed) {
  if (mark.by) return false;
  return mark.positions === null || mark.n === null || !mark.positions.length || mark.positions.some((n) => !listed.has(n));
}

// Where words begin: after space, and in scripts without spaces wherever the browser finds a word.
function wordStarts(text) {
  const spaced = [...text.matchAll(/\s+(?=\S)/g)].map((gap) => gap.index + gap[0].length);
  if (spaced.length > text.length / 40 || !window.Intl || !Intl.Segmenter) return spaced;
  const words = [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)];
  return words.filter((word) => word.isWordLike).map((word) => word.index);
}

// Before the first word after a comma or semicolon, else in the middle.
function likelyCut(text, row, places) {
  return places.find((place) => /[,;:，；]\s*$/.test(text.slice(row.start, place))) || places[Math.floor((places.length - 1) / 2)];
}

// Index of the last thing that begins at a place or before it.
function nearest(list, start) {
  let k = 0;
  while (k + 1 < list.length && list[k + 1].start <= start) k += 1;
  return k;
}
