"""The sources of an answer in order, and which of them its citations mean."""

from __future__ import annotations

from data.citations import Listed, parsed, positions_of, sources_of


def listed(text: str) -> list[tuple[int | None, str | None]]:
    return [(source.number, source.canonical) for source in sources_of(parsed(text))]


def test_entries_are_listed_by_number_and_keep_gaps_and_zero() -> None:
    text = "Tea [0][7].\n\n## Sources\n[7] C: https://c.example\n[0] A: https://a.example\n[2] B\n"
    assert listed(text) == [(0, "https://a.example/"), (2, None), (7, "https://c.example/")]
    assert positions_of(parsed(text)) == ((1,), (3,))


def test_undefined_numbers_have_positions_that_the_list_lacks() -> None:
    text = "Tea [9][1, 4].\n\n## Sources\n[1] A: https://a.example\n"
    assert positions_of(parsed(text)) == ((3,), (1, 2))


def test_links_are_listed_once_a_page_as_they_first_appear() -> None:
    text = "Tea ([b](https://b.example)), https://a.example and [again](https://b.example/?utm_source=x)."
    assert listed(text) == [(None, "https://b.example/"), (None, "https://a.example/")]
    assert positions_of(parsed(text)) == ((1,), (2,), (1,))


def test_a_link_to_the_page_of_an_entry_means_the_entry() -> None:
    text = "Tea ([leaf](https://a.example#x)).\n\n## Sources\n[1] A: https://a.example\n"
    assert listed(text) == [(1, "https://a.example/")]
    assert positions_of(parsed(text)) == ((1,),)


def test_numbers_with_links_are_listed_by_number() -> None:
    text = "Tea [2](https://b.example)[1](https://a.example), so [2]."
    assert listed(text) == [(1, "https://a.example/"), (2, "https://b.example/")]
    assert positions_of(parsed(text)) == ((2,), (1,), (2,))


def test_one_page_under_several_numbers_stays_apart_and_is_told() -> None:
    sources = sources_of(parsed("Tea [1][2].\n\n## Sources\n[1] A: https://a.example\n[2] B: https://a.example/#b\n"))
    assert [source.position for source in sources] == [1, 2]
    assert "the same page as 2" in sources[0].why
    assert "the same page as 1" in sources[1].why


def test_one_number_for_several_pages_is_told_and_means_the_first() -> None:
    text = "Tea [1].\n\n## Sources\n[1] A: https://a.example\n[1] B: https://b.example\n"
    assert all("number 1 names 2 sources" in source.why for source in sources_of(parsed(text)))
    assert positions_of(parsed(text)) == ((1,),)


def test_a_number_link_that_differs_from_the_entry_is_a_source_of_its_own() -> None:
    text = "Tea [1](https://b.example), so [1].\n\n## Sources\n[1] A: https://a.example\n"
    assert listed(text) == [(1, "https://a.example/"), (1, "https://b.example/")]
    assert positions_of(parsed(text)) == ((2,), (1,))


def test_a_mark_means_the_next_list_that_has_its_number_else_the_last_before() -> None:
    text = (
        "Tea [1][2].\n\n## Sources\n[1] A: https://a.example\n\n# Milk\n\n"
        "Milk [1][2].\n\n## Sources\n[2] B: https://b.example\n[1] C: https://c.example\n\n# End\n\nBoth [1].\n"
    )
    assert listed(text) == [(1, "https://a.example/"), (1, "https://c.example/"), (2, "https://b.example/")]
    assert positions_of(parsed(text)) == ((1,), (3,), (2,), (3,), (2,))


def test_names_and_named_notes_mean_their_entries() -> None:
    text = "Tea (Lee, 2021) is old.[^leaf]\n\n[^leaf]: https://leaf.example\n\n## References\n\nLee, A. (2021). Tea.\n"
    assert positions_of(parsed(text)) == ((2,), (1,))


def test_a_source_says_how_it_comes_to_be_listed() -> None:
    text = "Tea https://b.example [2](https://c.example).\n\n## Sources\n[1] A: https://a.example\n"
    assert sources_of(parsed(text)) == (
        Listed(1, 1, "https://a.example", "https://a.example/", "A", "an entry of a reference list", 0),
        Listed(2, 2, "https://c.example", "https://c.example/", None, "a number with a link leads to it"),
        Listed(3, None, "https://b.example", "https://b.example/", None, "a link leads to it"),
    )


def test_an_answer_without_citations_has_no_sources() -> None:
    assert sources_of(parsed("Tea is old.")) == ()
    assert positions_of(parsed("")) == ()
