// Tables to read: cells are lists of pieces, and a cell may be a button. What is in them comes as data, never as HTML.

const PIECES = {
  text: ({ text }) => h("span", { dir: "auto" }, text),
  strong: ({ text }) => h("b", { dir: "auto" }, text),
  prose: ({ text }) => h("p", { class: "cm-prose-line", dir: "auto" }, text),
  aside: ({ text }) => h("p", { class: "cm-prose-line cm-quiet", dir: "auto" }, text),
  quiet: ({ text }) => h("span", { class: "cm-quiet", dir: "auto" }, text),
  exact: ({ text }) => h("span", { class: "cm-exact", dir: "auto" }, text),
  headline: ({ text }) => h("p", { class: "cm-headline", dir: "auto" }, text),
  page: ({ text }) => h("div", { class: "cm-page" }, text),
  status: ({ text, mark, tone }) => marked("cm-status-badge", text, mark, tone),
  band: ({ text, mark, tone }) => marked("cm-band", text, mark, tone),
  bar: ({ text, share }) => h("progress", { max: "1", value: String(share), "aria-label": text }),
  break: () => h("br"),
  link: ({ text, href }) => {
    const address = webAddress(href);
    return address ? h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, text) : h("span", {}, text);
  },
  more: ({ text, lines }) => h("details", {}, h("summary", {}, text),
    ...lines.map((line) => h("p", { dir: "auto" }, line))),
  open: ({ text, press }, choose) => h("button", { type: "button", class: "cm-opens", dir: "auto", "data-press": press,
    onClick: () => choose(press) }, text),
  choice: ({ text, press, lines }, choose) => {
    const box = h("select", { class: "cm-choice", "data-choice": press, "aria-label": press,
      onChange: () => choose(`${press}:${box.selectedIndex}`) }, ...lines.map((line) => h("option", {}, line)));
    box.selectedIndex = lines.indexOf(text);
    return box;
  },
};

function marked(kind, text, mark, tone) {
  return h("span", { class: `${kind} cm-${tone}` }, h("i", { "aria-hidden": "true" }, mark), ` ${text}`);
}

function pieces(cell, choose) {
  return cell.pieces.map((piece) => PIECES[piece.kind](piece, choose));
}

function tableCell(cell, choose, row) {
  const inside = pieces(cell, choose);
  const own = { class: [cell.number && "cm-number", cell.press && "cm-holds-button"].filter(Boolean).join(" ") || null,
    colspan: cell.span > 1 ? cell.span : null, width: cell.width ? `${cell.width}%` : null };
  if (cell.head) return h("th", { ...own, scope: row ? "row" : "col" }, ...inside);
  if (!cell.press) return h("td", own, ...inside);
  const button = h("button", { type: "button", "data-press": cell.press, "aria-pressed": cell.pressed ? "true" : "false",
    "aria-label": cell.says, onClick: () => choose(cell.press) }, ...inside);
  button.style.setProperty("--share", `${Math.round(cell.shade * 100)}%`);
  return h("td", own, button);
}

function drawTable({ caption, heads, rows, dense }, choose) {
  return h("table", { class: dense ? "cm-dense" : null },
    caption ? h("caption", {}, caption) : null,
    heads.length ? h("thead", {}, h("tr", {}, ...heads.map((cell) => tableCell({ ...cell, head: true }, choose, false)))) : null,
    h("tbody", {}, ...rows.map((row) => h("tr", { class: row.first ? "cm-first" : null },
      ...row.cells.map((cell) => tableCell(cell, choose, true))))));
}

// The arrow keys go from button to button of a matrix; Tab goes from button to button as on any page.
function walkByArrows(node) {
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  node.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    const cell = event.target.closest("td");
    if (!step || !cell || !event.target.dataset.press) return;
    const row = [...cell.closest("tbody").rows][cell.parentElement.sectionRowIndex + step[0]];
    const next = row && row.cells[cell.cellIndex + step[1]];
    const button = next && next.querySelector("[data-press]");
    if (!button) return;
    event.preventDefault();
    button.focus();
  });
}

// What was opened stays open when a page that looks at the record again draws the same once more.
function openAgain(node, before) {
  const opened = new Set([...before.querySelectorAll("details[open]")].map((one) => one.textContent));
  for (const one of node.querySelectorAll("details")) one.open = opened.has(one.textContent);
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const before = parentElement.querySelector(".cm-tables");
  const held = before && before.getRootNode().activeElement;
  const [name] = held ? ["data-press", "data-choice"].filter((one) => held.hasAttribute(one)) : [];
  const again = name && `[${name}="${CSS.escape(held.getAttribute(name))}"]`;
  const node = h("div", { class: "cm-tables" }, drawTable(data, (press) => setTriggerValue("event", press)));
  walkByArrows(node);
  if (before) {
    openAgain(node, before);
    before.replaceWith(node);
  } else parentElement.append(node);
  if (again) node.querySelector(again)?.focus();
}
