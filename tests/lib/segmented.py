"""Short ways to write what a text is cut into."""

from data.segmentation import segments, statements_of


def said(text: str, language: str | None = None) -> list[str]:
    """The statements of a text."""
    return [text[piece.start : piece.end] for piece in statements_of(text, language=language)]


def cut(text: str) -> list[tuple[str, str]]:
    """Kind and text of every segment that is not space."""
    return [(one.kind, text[one.start : one.end]) for one in segments(text) if one.kind != "space"]


PARTS = (
    "It rained. ", "Dr. Who et al. said ", "so", "…", "?!", "[1]", "[2, 3]", "[^4]", "([a](https://b.org/c))",
    "【5†s】", "https://x.org/a.b?c=d. ", "```\n", "`x. y`", "\n", "\r\n", "\r", "\n\n", "- ", "12. ", "# ",
    "> ", "| a ", "|\n", "|---|---|\n", "---\n", "===\n", "**", "*", "_", "“", "”", "\"", "(", ")", "[", "]", "<b>",
    "![i](u.png)", "今天下雨。", "「はい。」", "วันนี้ฝนตก", "هل هذا؟ ", "\u200f", "\u00a0", "\u2028", "\ufeff",
    "😀", "\ud83d", "\ue000", "\t", "    ", "Table 1: ", "References\n", "[^4]: ", "<!-- c -->", "e.g. ",
    "x" * 50, "\x0b", "\x1f", "\0",
)  # fmt: skip
"""Pieces whose every succession is a text that somebody could send."""
