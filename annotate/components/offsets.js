// The record counts code points, the browser UTF-16 units. They differ behind every character beyond the basic plane.

function offsetsOf(text) {
  const wide = []; // code point index of each character that takes two units
  let point = 0;
  for (let unit = 0; unit < text.length; unit += 1, point += 1) {
    const code = text.charCodeAt(unit);
    if (code >= 0xd800 && code <= 0xdbff && unit + 1 < text.length) {
      wide.push(point);
      unit += 1;
    }
  }
  const before = (limit, at) => {
    let low = 0;
    let high = wide.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(middle) < limit) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    toUnit: (codePoint) => codePoint + before(codePoint, (k) => wide[k]),
    toPoint: (unit) => unit - before(unit, (k) => wide[k] + k),
  };
}
