// A long plain text, drawn as blocks of one line each, with marked stretches. All offsets here are UTF-16 units.

const LONGEST_BLOCK = 4000; // a line without an end is cut, so that no block is slow to lay out
const WINDOWED_FROM = 60000; // longer texts show only the part around the passage …
const WINDOW = 20000; // … this much on either side, until "show all" is pressed

function blocksOf(text) {
  const blocks = [];
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    let end = newline === -1 ? text.length : newline;
    if (end - start > LONGEST_BLOCK) {
      const space = text.lastIndexOf(" ", start + LONGEST_BLOCK);
      end = space > start ? space + 1 : start + LONGEST_BLOCK;
      if (isSecondHalf(text, end)) end += 1;
    }
    blocks.push({ start, end, node: null });
    start = end === newline ? end + 1 : end;
  }
  return blocks;
}

function isSecondHalf(text, at) {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

class TextPane {
  constructor(onShowAll) {
    this.node = h("div", { class: "cm-text", tabindex: "0", role: "document", "aria-label": "Source text" });
    this.onShowAll = onShowAll;
    this.starts = new WeakMap(); // where each text node begins
    this.painted = new Map(); // block -> its marks, so that only what changed is drawn again
    this.clear();
  }

  clear() {
    this.text = "";
    this.blocks = [];
    this.from = this.to = 0;
    this.painted.clear();
    this.node.replaceChildren();
  }

  say(words, action) {
    this.clear();
    this.node.append(h("div", { class: "cm-said" }, h("p", {}, words), action || null));
  }

  load(text) {
    this.clear();
    this.text = text;
    this.blocks = blocksOf(text);
    this.all = text.length <= WINDOWED_FROM;
  }

  // Draws the window around `center` if it is not there yet, then the marks ({start, end, kind}).
  draw(center, marks) {
    if (this.needsWindow(center)) this.drawWindow(center);
    const wanted = this.marksByBlock(marks);
    for (const block of new Set([...this.painted.keys(), ...wanted.keys()])) {
      if (block.node) this.paint(block, wanted.get(block) || []);
    }
    this.painted = wanted;
  }

  showAll() {
    this.all = true;
    this.to = 0;
  }

  needsWindow(center) {
    if (this.to === 0) return true;
    return !this.all && (center < this.from || center > this.to);
  }

  drawWindow(center) {
    const from = this.all ? 0 : Math.max(0, center - WINDOW);
    const to = this.all ? this.text.length : Math.min(this.text.length, center + WINDOW);
    const shown = this.blocks.filter((block) => block.end >= from && block.start <= to);
    for (const block of this.blocks) block.node = null;
    this.from = shown.length ? shown[0].start : 0;
    this.to = shown.length ? shown[shown.length - 1].end : this.text.length || 1;
    this.painted.clear();
    const nodes = shown.map((block) => this.blockNode(block));
    this.node.replaceChildren(this.hidden(this.from, "above"), ...nodes, this.hidden(this.text.length - this.to, "below"));
  }

  hidden(length, where) {
    if (this.all || length <= 0) return "";
    const button = h("button", { type: "button", class: "cm-button", onClick: () => this.onShowAll() }, "Show all");
    return h("div", { class: "cm-hidden" }, `${sizeOf(length)} more ${where} `, button);
  }

  blockNode(block) {
    block.node = h("div", { class: "cm-line", dir: "auto" });
    this.paint(block, []);
    return block.node;
  }

  marksByBlock(marks) {
    const wanted = new Map();
    for (const mark of marks) {
      for (let k = this.blockAt(mark.start); k < this.blocks.length && this.blocks[k].start < mark.end; k += 1) {
        const block = this.blocks[k];
        if (!wanted.has(block)) wanted.set(block, []);
        wanted.get(block).push(mark);
      }
    }
    return wanted;
  }

  // Index of the block a place lies in, or of the next one.
  blockAt(at) {
    let low = 0;
    let high = this.blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.blocks[middle].end <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  paint(block, marks) {
    const cuts = new Set([block.start, block.end]);
    for (const { start, end } of marks) {
      cuts.add(Math.max(start, block.start));
      cuts.add(Math.min(end, block.end));
    }
    const places = [...cuts].sort((a, b) => a - b);
    const pieces = [];
    for (let k = 0; k + 1 < places.length; k += 1) pieces.push(this.piece(places[k], places[k + 1], marks));
    block.node.replaceChildren(...pieces);
  }

  piece(start, end, marks) {
    const leaf = document.createTextNode(this.text.slice(start, end));
    this.starts.set(leaf, start);
    const over = marks.filter((mark) => mark.start <= start && mark.end >= end);
    if (!over.length) return leaf;
    const kinds = [...new Set(over.map((mark) => `cm-${mark.kind}`))];
    return h("mark", { class: kinds.join(" "), title: over.map((mark) => mark.title).filter(Boolean).join("; ") || null }, leaf);
  }

  scrollTo(at) {
    const block = this.blocks[this.blockAt(at)];
    if (!block || !block.node) return;
    const leaf = [...block.node.childNodes].find((node) => this.leafEnd(node) > at) || block.node;
    const target = leaf.nodeType === Node.TEXT_NODE ? block.node : leaf;
    const settle = () => {
      const shift = target.getBoundingClientRect().top - this.node.getBoundingClientRect().top;
      this.node.scrollTop += shift - this.node.clientHeight * 0.3;
    };
    settle();
    requestAnimationFrame(settle); // blocks far away get their true height only once they are near
  }

  leafEnd(node) {
    const leaf = node.nodeType === Node.TEXT_NODE ? node : node.firstChild;
    return leaf ? this.starts.get(leaf) + leaf.length : -1;
  }

  // What the mouse selected in this text as [start, end), or null.
  selected() {
    const range = selectedRange(this.node.getRootNode());
    if (!range || !this.node.contains(range.startContainer) || !this.node.contains(range.endContainer)) return null;
    const start = this.placeOf(range.startContainer, range.startOffset);
    const end = this.placeOf(range.endContainer, range.endOffset);
    return end > start ? trimmed(this.text, start, end) : null;
  }

  placeOf(container, offset) {
    if (this.starts.has(container)) return this.starts.get(container) + offset;
    const block = this.blocks.find((one) => one.node && (one.node === container || one.node.contains(container)));
    if (block) return offset === 0 ? block.start : block.end;
    const next = container.childNodes[offset];
    const after = this.blocks.find((one) => one.node && one.node === next);
    return after ? after.start : this.to;
  }
}

function selectedRange(root) {
  const selection = root.getSelection ? root.getSelection() : document.getSelection();
  if (!selection || selection.isCollapsed || !selection.rangeCount) return null;
  if (selection.getComposedRanges && root instanceof ShadowRoot) {
    const [range] = selection.getComposedRanges({ shadowRoots: [root] });
    if (range) return range;
  }
  return selection.getRangeAt(0);
}

function trimmed(text, start, end) {
  while (start < end && /\s/.test(text[start])) start += 1;
  while (end > start && /\s/.test(text[end - 1])) end -= 1;
  return end > start ? [start, end] : null;
}
