// Who is labelling: pick a name or add one. The server answers with a cookie no script can read.

async function comeIn(name, said) {
  try {
    const reply = await fetch("/identity", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name }),
    });
    const words = await reply.text();
    if (!reply.ok) return put(said, words);
  } catch {
    return put(said, "The server does not answer. Check that it still runs, then try again.");
  }
  return window.location.reload();
}

export default function (component) {
  const { data, parentElement } = component;
  const said = h("p", { class: "cm-said", role: "alert" });
  const box = h("input", { type: "text", class: "cm-box", "aria-label": "Your name", placeholder: "Your name", maxlength: "200", autocomplete: "off" });
  const start = h("button", { type: "submit", class: "cm-button cm-primary" }, "Start");
  const form = h("form", { class: "cm-row" }, box, start);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (box.value.trim()) comeIn(box.value.trim(), said);
  });
  const known = data.names.map((name) => h("button", { type: "button", class: "cm-button cm-name", onClick: () => comeIn(name, said) }, name));
  const node = h("main", { class: "cm-names" }, h("h1", {}, "Who is labelling?"),
    h("p", { class: "cm-muted" }, "Labels are stored under this name. Use the same one each time."),
    known.length ? h("div", { class: "cm-chips" }, ...known) : "", form, said);
  const before = parentElement.querySelector(".cm-names");
  if (before) before.replaceWith(node);
  else parentElement.append(node);
  if (!known.length) box.focus();
  return () => node.remove();
}
