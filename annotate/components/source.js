// The source pane: tabs, the text with its marks, passages to jump between, and a search box.

const MOST_HITS = 500;

class SourcePane {
  // `asks` is what the pane needs from the desk: turnTo(source), textOf(statement), changed().
  constructor(asks) {
    this.asks = asks;
    this.fetched = new Map(); // source position -> {text, offsets, passages: Map(statement -> [[start, end]])}
    this.text = new TextPane(() => this.showAll());
    this.tabs = h("div", { class: "cm-tabs", role: "tablist", "aria-label": "Sources" });
    this.facts = h("div", { class: "cm-facts" });
    this.where = h("span", { class: "cm-muted" });
    this.search = h("input", { type: "search", class: "cm-search", placeholder: "Find in source", "aria-label": "Find in source" });
    this.search.addEventListener("input", () => this.find());
    this.search.addEventListener("keydown", (event) => this.searchKey(event));
    const previous = keyButton("[", "", () => this.passage(-1), { "aria-label": "Previous passage", title: "Previous suggested passage" });
    const next = keyButton("]", "", () => this.passage(1), { "aria-label": "Next passage", title: "Next suggested passage" });
    const tools = h("div", { class: "cm-tools" }, this.search, this.where, previous, next);
    this.node = h("section", { class: "cm-pane cm-source", "aria-label": "Source" },
      h("div", { class: "cm-pane-head" }, this.tabs, tools), this.facts, this.text.node);
    this.reset([]);
  }

  reset(sources) {
    this.sources = sources;
    this.fetched.clear();
    this.shown = null;
    this.statement = null;
    this.evidence = [];
    this.lead = null;
    this.at = 0;
    this.hits = [];
    this.hit = 0;
    this.search.value = "";
    this.tabs.replaceChildren(...sources.map((source) => this.tab(source)));
  }

  // New addresses after a reconnect; texts already here stay.
  refresh(sources) {
    this.sources = sources;
    const held = this.fetched.get(this.shown);
    if (held && held.failed) this.fetched.delete(this.shown);
  }

  tab(source) {
    return h("button", { type: "button", class: "cm-tab", role: "tab", "data-source": source.n, title: source.title || source.url,
      onClick: () => this.asks.turnTo(source.n) });
  }

  // Marks on the tabs: how far each column is.
  drawTabs(states) {
    for (const tab of this.tabs.children) {
      const n = Number(tab.dataset.source);
      put(tab, `${n} ${states.get(n).sign}`);
      tab.setAttribute("aria-selected", n === this.shown ? "true" : "false");
      tab.setAttribute("aria-label", `Source ${n}: ${states.get(n).words}`);
    }
    const selected = this.tabs.querySelector("[aria-selected='true']");
    if (selected) this.tabs.scrollLeft = selected.offsetLeft - this.tabs.clientWidth / 2;
  }

  source(n) {
    return this.sources.find((one) => one.n === n);
  }

  // Shows a source beside a statement; `evidence` are code point spans already chosen.
  show(n, statement, evidence) {
    const other = n !== this.shown;
    const moved = other || statement !== this.statement;
    this.shown = n;
    this.statement = statement;
    this.evidence = evidence;
    if (moved) this.at = 0;
    if (moved) this.lead = evidence[0] || null; // evidence given earlier is what one wants to see again
    if (other) this.open();
    else this.draw(moved);
    if (moved) this.fetchPassages(n, statement);
  }

  open() {
    const source = this.source(this.shown);
    this.text.clear();
    this.hits = [];
    this.drawFacts(source);
    if (!source) return this.text.say("This answer lists no source.");
    if (source.status !== "ok") {
      return this.text.say(`This source could not be read (${source.status}). There is no text to judge by, so its cells ` +
        "are closed: they count as unreadable, never as unsupported.");
    }
    const held = this.fetched.get(source.n);
    if (held && held.text !== undefined) return this.fill(held);
    this.text.say("Loading the text …");
    if (!held || held.failed) this.fetchText(source);
  }

  drawFacts(source) {
    if (!source) return this.facts.replaceChildren();
    const address = webAddress(source.url);
    const place = address
      ? h("a", { href: address, target: "_blank", rel: "noopener noreferrer", title: source.url }, hostOf(source.url))
      : h("span", {}, source.url || "");
    const end = source.status === "ok" ? sizeOf(source.length) : source.status;
    this.facts.replaceChildren(h("b", { dir: "auto" }, source.title || `Source ${source.n}`), place, h("span", {}, end));
  }

  async fetchText(source) {
    const held = { passages: new Map() };
    this.fetched.set(source.n, held);
    try {
      const reply = await fetch(source.text_url, { cache: "no-store" });
      if (!reply.ok) throw new Error(String(reply.status));
      // ignoreBOM keeps a leading U+FEFF, which is a character of the record like any other
      held.text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await reply.arrayBuffer());
      held.offsets = offsetsOf(held.text);
    } catch {
      held.failed = true;
    }
    if (this.fetched.get(source.n) !== held || this.shown !== source.n) return;
    if (held.failed) this.failed(source);
    else this.fill(held);
  }

  failed(source) {
    const again = h("button", { type: "button", class: "cm-button", onClick: () => this.fetchText(source) }, "Try again");
    this.text.say("The text could not be loaded. Your labels are safe; check that the server still runs.", again);
  }

  async fetchPassages(n, statement) {
    const source = this.source(n);
    if (!source || source.status !== "ok" || statement === null) return;
    const held = this.fetched.get(n);
    if (!held || held.passages.has(statement)) return;
    held.passages.set(statement, []);
    try {
      const reply = await fetch(source.passages_url, { method: "POST", body: this.asks.textOf(statement), cache: "no-store" });
      if (!reply.ok) throw new Error(String(reply.status));
      held.passages.set(statement, (await reply.json()).passages);
    } catch {
      held.passages.delete(statement); // suggestions are a help only: asked for again next time
    }
    if (this.shown === n && this.statement === statement && held.text !== undefined) this.draw(true);
  }

  fill(held) {
    this.text.load(held.text);
    if (this.search.value) this.find();
    else this.draw(true);
  }

  held() {
    const held = this.fetched.get(this.shown);
    return held && held.text !== undefined ? held : null;
  }

  passages() {
    const held = this.held();
    return (held && held.passages.get(this.statement)) || [];
  }

  // The suggested passage in focus, in code points, or null.
  suggestion() {
    return this.passages()[this.at] || null;
  }

  // What the person selected with the mouse, in code points, or null.
  selection() {
    const held = this.held();
    const found = held && this.text.selected();
    return found ? [held.offsets.toPoint(found[0]), held.offsets.toPoint(found[1])] : null;
  }

  marks(held) {
    const unit = ([start, end]) => ({ start: held.offsets.toUnit(start), end: held.offsets.toUnit(end) });
    const suggested = this.passages().map((span, k) =>
      ({ ...unit(span), kind: k === this.at ? "suggested-now" : "suggested", title: "suggested by word overlap" }));
    const chosen = this.evidence.map((span) => ({ ...unit(span), kind: "evidence", title: "your evidence" }));
    const hits = this.hits.map((start, k) =>
      ({ start, end: start + this.search.value.length, kind: k === this.hit ? "hit-now" : "hit" }));
    return [...suggested, ...chosen, ...hits];
  }

  center(held) {
    if (this.hits.length) return this.hits[this.hit];
    const span = this.lead || this.suggestion();
    return span ? held.offsets.toUnit(span[0]) : 0;
  }

  draw(scroll) {
    const held = this.held();
    this.drawWhere(held);
    if (!held) return;
    const center = this.center(held);
    this.text.draw(center, this.marks(held));
    if (scroll) this.text.scrollTo(center);
  }

  drawWhere(held) {
    const count = this.passages().length;
    const search = this.search.value;
    if (!held) put(this.where, "");
    else if (search) put(this.where, this.hits.length ? `found ${this.hit + 1} of ${this.hits.length}` : "not found");
    else put(this.where, count ? `suggested ${this.at + 1} of ${count}` : "nothing suggested");
  }

  // Next or previous: of the search's finds while something is searched, else of the suggested passages.
  passage(step) {
    const size = this.hits.length || this.passages().length;
    if (!size) return;
    if (this.hits.length) this.hit = (this.hit + step + size) % size;
    else this.at = (this.at + step + size) % size;
    this.lead = null;
    this.draw(true);
  }

  showAll() {
    this.text.showAll();
    this.draw(true);
  }

  find() {
    const held = this.held();
    const wanted = this.search.value.toLowerCase();
    this.hits = [];
    this.hit = 0;
    if (held && wanted) {
      const text = held.text.toLowerCase();
      // lower case may change the length of exotic letters; then only exact finds are safe to mark
      const hay = text.length === held.text.length ? text : held.text;
      for (let at = hay.indexOf(wanted); at !== -1 && this.hits.length < MOST_HITS; at = hay.indexOf(wanted, at + 1)) this.hits.push(at);
    }
    this.draw(true);
  }

  searchKey(event) {
    if (event.key === "Enter") {
      event.preventDefault();
      this.passage(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.search.value = "";
      this.find();
      this.asks.changed();
    }
  }
}
