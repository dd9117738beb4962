"""Segmentation of long reports: seconds for a million code points, and the same with reading their citations.

python benchmarks/bench_segmentation.py
"""

from __future__ import annotations

import statistics
import time
import timeit

from data.citations import Parsed, parsed
from data.segmentation import segments, statements_in

SIZE = 1_000_000
PARAGRAPH = (
    "Rain fell in the U.S. in May 1984 [1][2]. However, Dr. Who et al. disagree: it was 3.5 mm, not 4 "
    "([NOAA](https://noaa.gov/rain.html)). “So it was,” they say.[3] The next day was dry, as far as anybody knows.\n\n"
)
KINDS = {
    "paragraphs": PARAGRAPH,
    "lists": "- **Rain:** 3.5 mm fell in May, more than in any other year [1, 2].\n  1. Snow was rare [3].\n",
    "tables": "| 1984 | 3.5 mm | more than in any other year [4] |\n",
    "chinese": "今天下雨，比往年都多。[1]明天呢？好！“他说。”[2]然后走了。\n\n",
}


def seconds(text: str, known: Parsed | None) -> float:
    """Processor seconds of one segmentation, so that a busy machine does not count."""
    timer = timeit.Timer(lambda: segments(text, known), timer=time.process_time)
    return statistics.median(timer.repeat(repeat=3, number=1))


def main() -> None:
    """One line for each kind of text."""
    for kind, part in KINDS.items():
        text = part * (SIZE // len(part))
        known = parsed(text)
        found = len(statements_in(segments(text, known)))
        print(
            f"{kind:<12} {found:>7,} statements  {seconds(text, known):.2f} s  {seconds(text, None):.2f} s", flush=True
        )


if __name__ == "__main__":
    main()
