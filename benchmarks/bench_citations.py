"""How long the citation parser takes for a megabyte: of a report, and of texts made to be slow."""

from __future__ import annotations

import time

from data.citations import parsed

MEGABYTE = 1_000_000

PARAGRAPHS = """
## How hot should water for tea be?

Black tea wants boiling water, green tea turns bitter in it [1][2]. Most growers agree [3–5, 8], and so do the
[tea board](https://board.example/water?utm_source=chat) and older studies[^7]. A pot costs about $20, holds 0.5 m³ at
most and keeps `cups[4]` warm for an hour. Nobody has measured white tea in the same way, so what is said of it here
rests on a single report of eighty pages, which names neither the water nor the leaves.
"""
ENTRIES = "".join(f"[{n}] Tea report {n}: https://tea.example/{n}?utm_source=chat  \n" for n in range(1, 9))
REPORT = PARAGRAPHS * 12 + "\n### Sources\n" + ENTRIES
SLOW = [
    "[",
    "[1",
    "[1]",
    "(",
    "【",
    "[a](https://a.b/(",
    "`",
    "<!--",
    "^",
    "$a ",
    "\\[",
    "1",
    "¹",
    "Sources\n[1] a\n",
    "\n",
]


def seconds(text: str) -> float:
    """The shortest of three runs, in processor time."""
    runs = []
    for _ in range(3):
        start = time.process_time()
        parsed(text)
        runs.append(time.process_time() - start)
    return min(runs)


def main() -> None:
    print(f"a report          {seconds(REPORT * (MEGABYTE // len(REPORT))):.2f} s/MB")
    for piece in SLOW:
        text = piece * (MEGABYTE // len(piece))
        print(f"{piece!r:17} {seconds(text):.2f} s/MB, half of it in {seconds(text[: len(text) // 2]):.2f} s")


if __name__ == "__main__":
    main()
