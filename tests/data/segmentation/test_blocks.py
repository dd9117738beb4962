import pytest
from markdown_it import MarkdownIt
from segmented import cut, said

from data.citations import parsed
from data.segmentation.blocks import blocks


def test_list_items_are_found_with_their_lines_and_levels() -> None:
    text = "- One. Two\r\n  goes on.\r\n  1. Three\r\n  2) Four\r\n\r\n     Five\r\n* [x] Six\r\n•Seven\r\na) Eight"
    assert cut(text) == [
        ("markup", "-"),
        ("list item", "One."),
        ("list item", "Two\r\n  goes on."),
        ("markup", "1."),
        ("list item", "Three"),
        ("markup", "2)"),
        ("list item", "Four"),
        ("list item", "Five"),
        ("markup", "* [x]"),
        ("list item", "Six"),
        ("markup", "•"),
        ("list item", "Seven"),
        ("markup", "a)"),
        ("list item", "Eight"),
    ]


def test_a_number_at_the_beginning_of_a_line_of_running_text_is_no_list_mark() -> None:
    assert said("It came in\n1984. Then on day\n12. it went.") == [
        "It came in\n1984.",
        "Then on day\n12. it went.",
    ]
    assert said("Steps:\n1. Open\n2. Close") == ["Steps:", "Open", "Close"]


def test_an_item_after_a_nested_list_begins_anew() -> None:
    assert said("1. One\n   - Sub\n2. Two") == ["One", "Sub", "Two"]


def test_rows_of_tables_are_whole_and_heads_are_left_out() -> None:
    text = "| a | b |\n|:--|--:|\n| 1. A. B | x [1] |\n| | |\n2 | y\n\nAfter. All.\n| no | head |"
    assert cut(text) == [
        ("table header", "| a | b |"),
        ("markup", "|:--|--:|"),
        ("table row", "| 1. A. B | x [1] |"),
        ("markup", "| | |"),
        ("table row", "2 | y"),
        ("statement", "After."),
        ("statement", "All."),
        ("table row", "| no | head |"),
    ]


@pytest.mark.parametrize("label", ["Table 1:", "**Figure 2.**", "*Fig. 3a —", "图1：", "Table A1 |"])
def test_captions_are_known_by_their_label_and_not_cut_within_it(label: str) -> None:
    assert cut(f"{label} Rain by year. It fell.") == [("caption", f"{label} Rain by year."), ("caption", "It fell.")]


def test_a_sentence_about_a_figure_is_no_caption() -> None:
    assert cut("Figure 3 shows it.") == [("statement", "Figure 3 shows it.")]


def test_quotes_end_where_their_marks_end() -> None:
    assert cut("> One\n> goes on. Two.\n>> - Three\nFour.") == [
        ("markup", ">"),
        ("quote", "One\n> goes on."),
        ("quote", "Two."),
        ("markup", ">> -"),
        ("list item", "Three"),
        ("statement", "Four."),
    ]


def test_headings_are_found_in_all_their_forms() -> None:
    text = "# One [1]\n##Two ##\nThree\n===\nFour\n---\n**Five:**\n\n__Six__\n\n#"
    assert [words for kind, words in cut(text) if kind == "heading"] == [
        "One [1]", "Two", "Three", "Four", "**Five:**", "__Six__", "#",
    ]  # fmt: skip
    assert said(text) == []


@pytest.mark.parametrize("text", ["**It rained.**", "**It rained [1]**", "**One** and **two**", "#hashtag"])
def test_what_only_looks_like_a_heading_is_a_statement(text: str) -> None:
    assert said(text) == [text]


def test_a_dash_line_under_a_sentence_is_a_rule() -> None:
    assert cut("It rained.[1]\n---\n* * *") == [
        ("statement", "It rained.[1]"),
        ("markup", "---"),
        ("markup", "* * *"),
    ]


def test_fenced_code_is_one_segment() -> None:
    text = "Before. So.\n```py\nx = 1. # [1]\n\n~~~\n````\nAfter."
    assert cut(text) == [
        ("statement", "Before."),
        ("statement", "So."),
        ("code", "```py\nx = 1. # [1]\n\n~~~\n````"),
        ("statement", "After."),
    ]
    assert cut("- ```\n  x\n  ```\n> ~~~\n> y\nZ")[1::2] == [("code", "```\n  x\n  ```"), ("code", "~~~\n> y")]
    assert cut("```\nnever closed. A\n") == [("code", "```\nnever closed. A")]


def test_a_fence_around_the_whole_report_is_transparent() -> None:
    text = "```markdown\n# T\nIt rained. It snowed.\n```py\nx\n```\n- One\n```\nEnd."
    assert said(text) == ["It rained.", "It snowed.", "One", "End."]
    assert ("code", "```py\nx\n```") in cut(text)


def test_reference_lists_are_left_out_and_what_follows_them_is_not() -> None:
    text = "It rained [1].\n\n## References\n1. Foo. Bar. https://a.org/x\n2. Baz https://b.org\n\n## Next\nIt snowed."
    assert said(text) == ["It rained [1].", "It snowed."]
    assert [words for kind, words in cut(text) if kind == "reference entry"] == [
        "Foo. Bar. https://a.org/x",
        "Baz https://b.org",
    ]


def test_the_spans_of_reference_lists_are_taken_from_the_parser() -> None:
    text = "It rained.\n\n[1]: https://a.org/x\n[2]: https://b.org/y"
    kinds = {block.kind for block in blocks(text, parsed(text)) if block.lines[0].start > 10}
    assert kinds == {"reference entry"}


def test_blocks_that_say_nothing_are_no_statements() -> None:
    marks = ["![a chart](https://a.org/i.png)", "[1][2]", "https://a.org/x", "- [Reuters](https://r.com)"]
    text = "\n\n".join([*marks, "—", "<br>", "<!-- no -->"])
    assert said(text) == []
    assert {kind for kind, _ in cut(text)} == {"markup", "citation"}


def test_a_link_whose_text_is_a_sentence_is_a_statement() -> None:
    assert said("- [It rained all day.](https://a.org)") == ["[It rained all day.](https://a.org)"]


def test_indented_text_is_text() -> None:
    assert said("One.\n\n    Two. Three.") == ["One.", "Two.", "Three."]


REPORT = """# Title

First paragraph. It goes
on.

Sub
---

- one
- two
  - three

1. four
2. five

> quoted text

```py
code = 1
```

| a | b |
|---|---|
| 1 | 2 |

***

Last paragraph.
"""


def test_the_blocks_of_an_ordinary_report_are_those_of_a_markdown_parser() -> None:
    named = {
        "heading_open": "heading",
        "fence": "code",
        "paragraph_open": "said",
        "tr_open": "said",
    }
    tokens = MarkdownIt().enable("table").disable("inline").parse(REPORT)
    theirs = {(token.map[0], named[token.type]) for token in tokens if token.map and token.type in named}
    ours = {
        (REPORT.count("\n", 0, block.lines[0].start), block.kind if block.kind in ("heading", "code") else "said")
        for block in blocks(REPORT, parsed(REPORT))
        if block.kind != "markup"
    }
    assert ours == theirs
