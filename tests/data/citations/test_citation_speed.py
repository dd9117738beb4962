"""Twice the text takes about twice the time, whatever it holds."""

from __future__ import annotations

import pytest
from growth import grows_within

from data.citations import parsed

SLOWEST_RATIO = 3.2
"""What is linear doubles; what is quadratic takes four times as long."""

REPEATED = [
    "[",
    "[[",
    "(",
    "【",
    "^",
    "`",
    "``a`",
    "$a ",
    "\\",
    "1",
    " ",
    "\n",
    "[1",
    "[1, ",
    "[1]",
    "[a](",
    "[a](https://a.b/",
    '[a](b "',
    "![a](",
    "<a href='https://a.b/'>",
    "<!--",
    "<code>",
    "[^1]",
    "word¹",
    "https://a.b/(",
    "    x\n\n",
    "```\n",
    "Sources ",
    "Sources\n[1] a\n",
    "Sources\nhttps://a.b\n",
    "[x]: https://a.b\n[x] ",
    "## References\n\n- a (2020)\n",
    "[1] x https://a.b\n",
    "[1] x https://a.b\n\n# a\n[1]\n",
    "(Smith, 2020) ",
    "a_[1]",
    "[1]–",
    "[\n",
]


@pytest.mark.load
@pytest.mark.parametrize("piece", REPEATED)
def test_time_grows_with_the_length_only(piece: str) -> None:
    length = 100_000 // len(piece)
    assert grows_within(SLOWEST_RATIO, lambda: parsed(piece * length), lambda: parsed(piece * 2 * length))


@pytest.mark.parametrize("piece", ["[a](", "Sources\nhttps://a.b\n", "`", "$a "])
def test_time_grows_with_the_length_only_in_short_texts(piece: str) -> None:
    length = 4_000 // len(piece)
    assert grows_within(2 * SLOWEST_RATIO, lambda: parsed(piece * length), lambda: parsed(piece * 4 * length))
