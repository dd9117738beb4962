// The quiet parts beside source and matrix: the answer, and the buttons that label.

class AnswerPane {
  constructor(turnTo) {
    this.turnTo = turnTo;
    this.query = h("p", { class: "cm-query", dir: "auto" });
    this.bias = h("p", { class: "cm-muted", dir: "auto" });
    this.list = h("ol", { class: "cm-statements" });
    this.whole = h("div", { class: "cm-prose", dir: "auto", hidden: true });
    this.toggle = h("button", { type: "button", class: "cm-link", onClick: () => this.flip() });
    this.scroller = h("div", { class: "cm-scroll", tabindex: "0", role: "document", "aria-label": "Answer" },
      this.list, this.whole);
    this.node = h("section", { class: "cm-pane cm-answer", "aria-label": "Answer" },
      h("div", { class: "cm-pane-head" }, h("span", { class: "cm-label" }, "Answer"), h("span", { class: "cm-gap" }), this.toggle),
      h("div", { class: "cm-asked" }, this.query, this.bias), this.scroller);
  }

  load(data) {
    put(this.query, data.query);
    put(this.bias, data.bias ? `The query leans to: ${data.bias}` : "");
    put(this.whole, data.answer);
    this.flip(true);
    this.list.replaceChildren(...data.statements.map((statement) => this.statement(statement)));
    this.scroller.scrollTop = 0;
  }

  // Between the statements, which are labelled, and the text as the system wrote it.
  flip(toStatements = this.list.hidden) {
    this.list.hidden = !toStatements;
    this.whole.hidden = toStatements;
    put(this.toggle, toStatements ? "whole text" : "statements");
  }

  statement({ n, text, cites }) {
    const marks = cites.filter((c) => !text.includes(`[${c}]`)).map((c) => `[${c}]`).join("");
    return h("li", { "data-s": n, onClick: () => this.turnTo(n) }, h("span", { class: "cm-number" }, `S${n}`),
      h("span", { class: "cm-said-text", dir: "auto" }, text, marks ? h("span", { class: "cm-muted" }, ` ${marks}`) : ""));
  }

  point(s) {
    for (const item of this.list.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
    const item = this.list.querySelector(`[data-s="${s}"]`);
    if (!item) return;
    item.setAttribute("aria-current", "true");
    const box = this.scroller.getBoundingClientRect();
    const place = item.getBoundingClientRect();
    if (place.top < box.top) this.scroller.scrollTop -= box.top - place.top + 8;
    else if (place.bottom > box.bottom) this.scroller.scrollTop += place.bottom - box.bottom + 8;
  }
}

class ValuePanel {
  constructor(desk) {
    this.desk = desk;
    this.cell = h("div", { class: "cm-cell-name" });
    this.values = h("div", { class: "cm-values", role: "group", "aria-label": "Label of the current cell" });
    this.node = h("div", { class: "cm-panel" }, this.cell, this.values);
  }

  load({ anchors, labels }) {
    const buttons = VALUES.filter(({ value }) => labels.includes(value)).map((one) => this.button(
      one.number ? `${one.sign} ${one.number}` : one.sign, one.value, anchors[one.value], () => this.desk.label(one.value)));
    const cannot = this.button("U", CANNOT, "The source does not let you decide.", () => this.desk.enter({ reason: CANNOT }));
    this.values.replaceChildren(...buttons, cannot);
  }

  button(key, value, anchor, action) {
    return h("button", { type: "button", class: "cm-value", "data-value": value, onClick: () => this.desk.then(action) },
      h("kbd", {}, key), h("span", { class: "cm-value-name" }, value), h("span", { class: "cm-anchor" }, anchor || ""));
  }

  point(state) {
    const unit = state.unit();
    const { s, c } = state.cursor;
    const spans = unit && unit.evidence.length ? ` · evidence ${unit.evidence.length}` : "";
    put(this.cell, `S${s} against source ${c}${spans}${unit && unit.comment ? " · commented" : ""}`);
    const chosen = unit ? unit.value || unit.reason : null;
    for (const button of this.values.children) {
      button.setAttribute("aria-pressed", button.dataset.value === chosen ? "true" : "false");
      button.disabled = !unit;
    }
  }
}
