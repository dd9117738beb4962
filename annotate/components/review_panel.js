// Beside the text: what the chosen mark or statement is, why, and what can be done about it; the sources below.

class ReviewPanel {
  constructor(acts) {
    this.acts = acts;
    this.chosen = h("section", { class: "cm-chosen", "aria-live": "polite", "aria-label": "Chosen" });
    this.sources = h("section", { class: "cm-list", tabindex: "0", "aria-label": "Sources" });
    this.node = h("aside", { class: "cm-side" }, this.chosen, this.sources);
  }

  load(data) {
    this.data = data;
    this.byNumber = new Map(data.sources.map((source) => [source.n, source]));
    this.drawSources(new Set());
  }

  drawSources(cited) {
    const { sources, unlisted } = this.data;
    const unused = sources.filter((source) => !source.cited).length;
    const facts = [`${sources.length} listed`, unused ? `${unused} not cited` : "", unlisted.length ? `${unlisted.length} cited but not listed` : ""];
    this.sources.replaceChildren(
      h("h2", {}, "Sources ", h("span", { class: "cm-muted" }, facts.filter(Boolean).join(" · "))),
      h("ol", {}, ...sources.map((source) => this.sourceRow(source, cited.has(source.n)))));
    const first = this.sources.querySelector("[aria-current]");
    if (first) this.reveal(first);
  }

  // Within the list only: in a small window the page itself would scroll away from the text.
  reveal(row) {
    const [box, pane] = [row.getBoundingClientRect(), this.sources.getBoundingClientRect()];
    if (box.top < pane.top) this.sources.scrollTop -= pane.top - box.top + 8;
    else if (box.bottom > pane.bottom) this.sources.scrollTop += box.bottom - pane.bottom + 8;
  }

  sourceRow(source, here) {
    const end = source.cited ? "" : "not cited";
    const state = source.status === "ok" ? "" : source.status;
    return h("li", { "aria-current": here || null }, h("b", {}, String(source.n)),
      h("span", { dir: "auto" }, source.title || hostOf(source.url) || "without title or address",
        h("small", {}, [source.title ? hostOf(source.url) : "", state, end].filter(Boolean).join(" · "))));
  }

  named(positions) {
    return positions.map((n) => {
      const source = this.byNumber.get(n);
      const words = source ? source.title || hostOf(source.url) : "not in the answer's list";
      return h("p", { class: source ? "cm-cited-source" : "cm-cited-source cm-missing" }, h("b", {}, source ? String(n) : "?"), h("span", { dir: "auto" }, words));
    });
  }

  show(head, kind, parts, buttons) {
    const tools = buttons.filter(Boolean);
    this.chosen.replaceChildren(h("p", { class: "cm-label" }, kind), h("p", { class: "cm-exactly", dir: "auto" }, head),
      ...parts.filter(Boolean), tools.length ? h("div", { class: "cm-acts" }, ...tools) : "");
  }

  mark(mark, words) {
    const { acts } = this;
    const cites = mark.positions !== null;
    const kind = cites ? "Citation" : mark.by ? "Text, by a person" : "Looks like a citation";
    const said = mark.by ? `${mark.by} decided this, ${mark.at}.${mark.note ? ` “${mark.note}”` : ""}` : "";
    const lost = cites && mark.read && !mark.by && mark.positions.length < mark.read.length;
    this.show(words, kind, [
      ...(cites ? (mark.positions.length ? this.named(mark.positions) : [h("p", {}, lost ? "" : "Cites nothing of the answer's list.")]) : []),
      lost ? h("p", {}, "The record does not have this citation: the answer's citations came with it. Decide, and it counts.") : null,
      cites && mark.n === null ? h("p", {}, "It stands in no statement, so it counts for none.") : null,
      said ? h("p", {}, said) : null,
      h("p", { class: "cm-why" }, mark.why ? `Read as ${mark.read === null ? "text" : "a citation"}: ${mark.why}.` : "Nothing was read here."),
    ], [
      cites ? keyButton("T", "it is text", acts.text) : null,
      keyButton("C", cites ? "cites other sources …" : "it cites …", acts.cite),
      mark.by || lost ? keyButton("R", "as it was read", acts.asRead) : null,
    ]);
    this.drawSources(new Set(mark.positions || []));
  }

  row(row, words) {
    const { acts } = this;
    const fixed = this.data.fixed;
    if (row.n === null) {
      const whole = row.kind !== "citation";
      const kind = { citation: "Citations between statements" }[row.kind] || `No statement: ${OUT_NAMES[row.kind] === "left out" ? "left out by a person" : OUT_NAMES[row.kind]}`;
      this.show(words, kind, [row.kind === "citation" ? h("p", {}, "They count for the statement before.") : null, fixed ? h("p", { class: "cm-why" }, sentence(fixed)) : null],
        [!fixed && whole ? keyButton("O", "make it a statement", acts.toggle) : null]);
      return this.drawSources(new Set());
    }
    const given = row.given.length ? h("p", { class: "cm-why" }, `Without a mark in the text: ${row.given.join(", ")}.`) : null;
    this.show(words, `Statement ${row.n}`, [
      ...(row.cites.length ? this.named(row.cites) : [h("p", {}, "Cites nothing.")]), given,
      fixed ? h("p", { class: "cm-why" }, sentence(fixed)) : null,
    ], fixed ? [] : [keyButton("X", "split …", acts.split), keyButton("M", "merge with next", acts.merge), keyButton("O", "leave out", acts.toggle)]);
    return this.drawSources(new Set(row.cites));
  }

  cutting() {
    const { acts } = this;
    this.chosen.replaceChildren(h("p", { class: "cm-label" }, "Split the statement"),
      h("p", {}, "Click the word the second part begins with, or move the bar with the arrow keys."),
      h("div", { class: "cm-acts" }, keyButton("⏎", "cut here", acts.cut), keyButton("Esc", "do not cut", acts.stop)));
  }

  selection(words) {
    const { acts } = this;
    this.show(words, "Selected text", [h("p", {}, "If this cites a source and was overlooked, say which.")], [keyButton("C", "it cites …", acts.cite)]);
  }

  nothing() {
    this.show("", "Nothing chosen", [h("p", {}, "This answer has no statement and no citation.")], []);
  }
}

function sentence(words) {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
