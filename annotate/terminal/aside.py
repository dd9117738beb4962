"""Values that were kept aside, as lines in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agreement.out_of_scale import OutOfScale

MOST_LINES = 20
LONGEST = 80
"""Characters shown of a value."""


def aside(word: str, found: Sequence[OutOfScale]) -> Iterator[str]:
    """A line for each value, the most frequent first; of very many, how many more there are."""
    by_count = sorted(found, key=lambda odd: -odd.count)
    for odd in by_count[:MOST_LINES]:
        value = odd.value if len(odd.value) <= LONGEST else f"{odd.value[:LONGEST]}…"
        yield f"{word}: {odd.count:,} of {odd.rater}: {value} ({odd.hint})"
    more = by_count[MOST_LINES:]
    if more:
        count = sum(odd.count for odd in more)
        yield f"{word}: {count:,} more, {len(more):,} different ones by rater: --json lists them all"
