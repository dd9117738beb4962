"""Where reference lists stand, found simply: for texts whose citations were not parsed."""

from __future__ import annotations

import re

_NAMES = (
    "references?|sources?|citations?|bibliography|works cited|literature cited|literature|footnotes|endnotes|"
    "reference list|source list|list of sources|sources cited|sources and references|references and sources|"
    "参考文献|参考资料|引用|出典|資料來源|资料来源|المراجع|literatur|quellen|références|referencias|fuentes"
)
_HEADING = re.compile(rf"(?P<level>#{{0,6}})[ \t]*[*_]*(?:\d+\.?[ \t]+)?(?:{_NAMES})[*_:： \t]*#*", re.IGNORECASE)
_ANY_HEADING = re.compile(r"(?P<level>#{1,6})(?:[ \t]|$)|(?:\*\*|__)[^*_]+(?:\*\*|__):?$")
_DEFINITION = re.compile(r"\[\^?[^\[\]]{1,80}\]:\s")
_LOWEST = 7
"""The level of a heading without hash signs."""


def is_definition(content: str) -> bool:
    """Whether a line's content defines a link or a footnote."""
    return _DEFINITION.match(content) is not None


def level_after(content: str, level: int) -> int:
    """The level of the reference list the lines after this one stand in; 0 for none.

    A list begins under a heading that says so and ends at the next heading of its level or above.
    """
    named = _HEADING.fullmatch(content)
    if named:
        return len(named["level"]) or _LOWEST
    heading = _ANY_HEADING.match(content)
    ends = heading is not None and (len(heading["level"] or "") or _LOWEST) <= level
    return 0 if ends else level
