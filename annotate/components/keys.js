// One listener for every key. It stays silent while somebody types, while a dialog is open, while a key is held,
// and for every key combination that belongs to the browser.

const MOVES = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);

function isEditable(node) {
  return node instanceof Element && (node.isContentEditable || node.matches("input, textarea, select"));
}

function isControl(node) {
  return node instanceof Element && node.matches("button, a[href], summary");
}

function keyName(event) {
  if (event.ctrlKey || event.metaKey) return event.key === "Enter" && !event.altKey ? "Ctrl+Enter" : null;
  if (event.altKey) return null;
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

// `actions` maps a key name to what it does; `isBusy` says whether keys are to be ignored right now.
function listenForKeys(actions, isBusy) {
  const listener = (event) => {
    const target = event.composedPath()[0];
    const name = keyName(event);
    if (!name || event.isComposing || isEditable(target) || !(name in actions)) return;
    if (isBusy() || document.querySelector("[role='dialog']")) return;
    if (isControl(target) && (name === "Enter" || name === " ")) return; // the button itself is meant
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.repeat && !MOVES.has(name)) return; // a held key may move, and never labels
    actions[name]();
  };
  window.addEventListener("keydown", listener, { capture: true });
  return () => window.removeEventListener("keydown", listener, { capture: true });
}
