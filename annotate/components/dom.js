// Elements are built from text nodes and attributes only: nothing that comes from a study is ever read as HTML.

function h(tag, props, ...kids) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node[name.toLowerCase()] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...kids.filter((kid) => kid !== null && kid !== undefined));
  return node;
}

function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// A button that names its key. The face is what people see; the key is the same thing the keyboard listens for.
function keyButton(key, face, action, props) {
  return h("button", { type: "button", class: "cm-button", onClick: action, ...props }, h("kbd", {}, key), h("span", {}, face));
}

// Names one showing of a task, so that a repeated submit is known. (crypto.randomUUID wants HTTPS.)
function freshToken() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// A choice kept in this browser; browsers may forbid it, and then it holds for this page only.
function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // the choice still holds for this page
  }
}

// Streamlit fades an element whose script runs for long. While a label is being stored one still reads.
function stayBright(root) {
  const faded = root.host && root.host.closest("[data-stale]");
  if (faded) faded.style.setProperty("opacity", "1", "important");
}

// Only web addresses become links; anything else a source calls its address stays text.
function webAddress(url) {
  try {
    const parsed = new URL(url);
    return parsed.protocol === "http:" || parsed.protocol === "https:" ? parsed.href : null;
  } catch {
    return null;
  }
}

function hostOf(url) {
  const address = webAddress(url);
  return address ? new URL(address).host : url || "";
}

function sizeOf(length) {
  return length < 1000 ? `${length} characters` : `${Math.round(length / 1000)} kB`;
}
