"""A source list that is kept beside the text."""

from __future__ import annotations

from data.citations import Beside, parsed, positions_of, sources_of

LEAF = Beside(1, "Leaf", "https://leaf.example/tea")
CUP = Beside(2, None, "https://cup.example")


def test_numbers_mean_the_entries_beside_the_text() -> None:
    found = parsed("Tea [2][1, 4].", [LEAF, CUP])
    assert [source.url for source in sources_of(found)] == ["https://leaf.example/tea", "https://cup.example"]
    assert positions_of(found) == ((2,), (1, 3))
    assert (found.undefined, found.unused) == ((4,), ())
    assert found.body == ((0, 14),)


def test_entries_beside_the_text_are_told_apart_by_their_own_numbers() -> None:
    found = parsed("Tea [0] and [7].", [Beside(7, "Cup", None), Beside(0, "Leaf", None)])
    assert [source.title for source in sources_of(found)] == ["Leaf", "Cup"]
    assert positions_of(found) == ((1,), (2,))


def test_a_link_means_the_entry_of_its_page() -> None:
    found = parsed("Tea ([leaf](https://leaf.example/tea?utm_source=x#top)).", [LEAF, CUP])
    assert [source.position for source in sources_of(found)] == [1, 2]
    assert positions_of(found) == ((1,),)


def test_the_texts_own_list_comes_first() -> None:
    found = parsed("Tea [1], milk [2].\n\n## Sources\n[1] Own: https://own.example\n", [LEAF, CUP])
    assert [source.title for source in sources_of(found)] == ["Own", "Leaf", None]
    assert positions_of(found) == ((1,), (3,))


def test_an_empty_text_has_the_entries_beside_it() -> None:
    found = parsed("", [LEAF])
    assert [source.title for source in sources_of(found)] == ["Leaf"]
    assert (found.unused, found.body) == ((1,), ())
