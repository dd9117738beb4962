// Dialogs inside the component. While one is open, no key of the screen works.

class Dialogs {
  // `place` gives the node dialogs are put in.
  constructor(place, onClose) {
    this.place = place;
    this.onClose = onClose;
    this.open = null;
  }

  show(title, body, buttons) {
    this.close();
    const heading = h("h2", { id: "cm-dialog-title" }, title);
    const foot = h("div", { class: "cm-dialog-foot" }, ...buttons, this.closer(buttons.length ? "Cancel" : "Close"));
    const dialog = h("dialog", { class: "cm-dialog", "aria-labelledby": "cm-dialog-title" }, heading, body, foot);
    dialog.addEventListener("keydown", (event) => this.escape(event));
    dialog.addEventListener("close", () => this.open === dialog && this.close());
    this.open = dialog;
    this.place().append(dialog);
    dialog.showModal();
    const first = this.open.querySelector("[autofocus]");
    if (first) first.focus();
  }

  // Outside a page a dialog is no dialog any more: back in one, it opens again with what was typed.
  again() {
    if (!this.open) return;
    this.open.removeAttribute("open");
    this.open.showModal();
  }

  // Closes at once. The browser would tell of it a moment later, and the next key would be lost or close a new dialog.
  escape(event) {
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    this.close();
  }

  closer(face) {
    return h("button", { type: "button", class: "cm-button", onClick: () => this.close() }, face);
  }

  close() {
    if (!this.open) return;
    const dialog = this.open;
    this.open = null;
    dialog.close();
    dialog.remove();
    this.onClose();
  }

  keys(rows) {
    const line = ([keys, what]) =>
      h("tr", {}, h("th", { scope: "row" }, ...keys.split(" ").map((key) => h("kbd", {}, key))), h("td", {}, what));
    this.show("Keys", h("table", { class: "cm-keys" }, h("tbody", {}, ...rows.map(line))), []);
  }

  guideline(guideline) {
    const text = guideline ? guideline.text : "This study has no written guideline for this question.";
    const title = guideline ? `Guideline, version ${guideline.version}` : "Guideline";
    this.show(title, h("div", { class: "cm-prose", dir: "auto" }, text), []);
  }

  // Asks for words: `suggestions` are one click each, the box takes any other. `done` gets the trimmed text.
  ask({ title, note, value, suggestions, face, optional, done }) {
    const box = h("textarea", { rows: "3", class: "cm-box", "aria-label": title, autofocus: true, maxlength: "2000" });
    box.value = value || "";
    const finish = (text) => {
      if (!text && !optional) return box.focus();
      this.close();
      done(text);
    };
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) finish(box.value.trim());
    });
    const chips = suggestions.map((text) =>
      h("button", { type: "button", class: "cm-button", onClick: () => finish(text) }, text));
    const body = h("div", {}, h("p", { class: "cm-muted" }, note), h("div", { class: "cm-chips" }, ...chips), box);
    const ok = h("button", { type: "button", class: "cm-button cm-primary", onClick: () => finish(box.value.trim()) }, face);
    this.show(title, body, [ok]);
  }
}
