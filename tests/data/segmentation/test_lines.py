from data.segmentation.lines import Line, lines_of


def test_lines_end_at_every_kind_of_break_and_blank_ones_are_none() -> None:
    text = "a\nb\r\nc\rd\n \n\r\n e "
    assert [line and text[line.content : line.end] for line in lines_of(text)] == ["a", "b", "c", "d", None, "e"]
    assert list(lines_of("")) == []
    assert list(lines_of(">  ")) == [None]


def test_what_stands_before_the_content_is_told() -> None:
    assert list(lines_of("> >  12. [ ] a ")) == [Line(0, 13, 14, 2, 2, "number", 12)]
    assert list(lines_of("\t* a")) == [Line(0, 3, 4, 0, 4, "bullet")]
    assert list(lines_of("(b) a")) == [Line(0, 4, 5, 0, 0, "number")]
    assert list(lines_of("1.A")) == [Line(0, 2, 3, 0, 0, "number", 1)]
    assert list(lines_of("1.5 a")) == [Line(0, 0, 5, 0, 0)]
    assert list(lines_of("- \x0ca")) == [Line(0, 3, 4, 0, 0, "bullet")]
    assert list(lines_of("3、a")) == [Line(0, 2, 3, 0, 0, "number", 3)]


def test_a_list_mark_without_content_and_a_year_are_content() -> None:
    assert list(lines_of("-")) == [Line(0, 0, 1, 0, 0)]
    assert list(lines_of("1984. a")) == [Line(0, 0, 7, 0, 0)]
    assert list(lines_of("**a**")) == [Line(0, 0, 5, 0, 0)]


def test_lines_are_cut_at_given_offsets_too() -> None:
    text = "abc\n\ndef"
    assert [line and text[line.content : line.end] for line in lines_of(text, [0, 1, 4, 6, 8])] == [
        "a", "bc", None, "d", "ef",
    ]  # fmt: skip
