// Texts of the components on the page whose contrast against what lies behind them is below 4.5 to 1.
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => {
    const part = (v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentNode || at.host) {
      if (!(at instanceof Element)) continue;
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return [255, 255, 255, 255];
  };
  const hosts = [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")].filter((one) => one.shadowRoot);
  const poor = [];
  for (const node of hosts.flatMap((one) => [...one.shadowRoot.querySelectorAll("*")])) {
    const says = [...node.childNodes].some((kid) => kid.nodeType === 3 && kid.data.trim());
    if (!says || !node.checkVisibility() || ["STYLE", "SCRIPT"].includes(node.tagName)) continue;
    const [a, b] = [light(rgba(getComputedStyle(node).color)), light(behind(node))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) poor.push(`${ratio.toFixed(2)} ${node.tagName}.${node.className} ${node.textContent.slice(0, 30)}`);
  }
  return poor;
}
