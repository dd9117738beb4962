// Dialogs of the Review screen: which sources a citation means, and what was changed.

const REVIEW_KEYS = [
  ["↑ ↓", "statement before, after"], ["← →", "citation before, after"], ["N", "next citation worth a look: it only looks like one, or leads nowhere"],
  ["T", "the citation is text"], ["C", "it cites … (also for text selected with the mouse)"], ["R", "as it was read"],
  ["X", "split the statement; arrows move the bar, Enter cuts, Esc stops"], ["M", "merge it with the next"],
  ["O", "leave it out, or make a statement of what was left out"], ["U", "undo the last change of statements"],
  ["H", "what was changed"], ["[ ]", "answer before, after"], ["Ctrl+Enter", "all is right: next answer"], ["?", "these keys"],
];

// Asks for sources by number or click, and for a reason; `done` gets both.
function askForSources(dialogs, { title, sources, positions, known }, done) {
  const box = h("input", { type: "text", class: "cm-box", "aria-label": "Numbers of sources", placeholder: "numbers of sources, as in 1, 3", autofocus: true, autocomplete: "off" });
  const note = h("input", { type: "text", class: "cm-box", "aria-label": "Why (optional)", placeholder: "why (optional)", maxlength: "2000", autocomplete: "off" });
  const wrong = h("p", { class: "cm-wrong", role: "alert" });
  const numbers = () => [...new Set((box.value.match(/\d+/g) || []).map(Number))];
  const list = sources.map((source) => h("button", { type: "button", class: "cm-pick", "data-n": source.n, onClick: () => toggle(source.n) },
    h("b", {}, String(source.n)), h("span", { dir: "auto" }, source.title || hostOf(source.url))));
  const draw = () => list.forEach((one) => one.setAttribute("aria-pressed", String(numbers().includes(Number(one.dataset.n)))));
  const toggle = (n) => {
    const now = numbers();
    box.value = (now.includes(n) ? now.filter((one) => one !== n) : [...now, n]).join(", ");
    draw();
  };
  const finish = () => {
    const strange = numbers().find((n) => !known.has(n));
    if (strange !== undefined) return put(wrong, `The answer lists ${sources.length} sources; ${strange} is none of them.`);
    const given = [numbers(), note.value.trim()];
    dialogs.close();
    return done(...given);
  };
  box.value = positions.join(", ");
  box.addEventListener("input", draw);
  for (const field of [box, note]) {
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      finish();
    });
  }
  draw();
  dialogs.show(title, h("div", {}, box, wrong, h("div", { class: "cm-picks" }, ...list), note),
    [h("button", { type: "button", class: "cm-button cm-primary", onClick: finish }, "Store")]);
  box.select();
}

function showHistory(dialogs, changes) {
  const lines = changes.map((one) => h("li", {}, h("p", { class: "cm-muted" }, `${one.at} · ${one.by}`), h("p", { dir: "auto" }, changeWords(one))));
  const body = lines.length ? h("ol", { class: "cm-history" }, ...lines) : h("p", {}, "Nothing was changed in this answer.");
  dialogs.show("What was changed, newest first", body, []);
}

function changeWords({ action, before, after, positions, note }) {
  const quoted = (texts) => texts.map((text) => `“${text}”`).join(" and ");
  const told = { text: `${quoted(before)} is text`, citation: `${quoted(before)} cites ${positions.length ? positions.join(", ") : "nothing of the list"}`,
    "leave out": `left out: ${quoted(before)}`, "take in": `taken in: ${quoted(after)}` }[action];
  return `${told || `${action}: ${quoted(before)} → ${quoted(after)}`}${note ? ` (${note})` : ""}`;
}
