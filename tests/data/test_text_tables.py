"""Tables for other programs: what a name holds is shown, and never obeyed."""

from __future__ import annotations

import csv
import io
import re

import pytest

from data.text_tables import TextTable, csv_text, latex_text, markdown_text

HOSTILE = r"\input{x} $a_b^c$ 50% & #1 ~ <b>|</b> [x](http://y) *z* `q` !a www.a.b"


def table(*names: str) -> TextTable:
    return TextTable(("name", "value"), tuple((name, "−.50") for name in names), ("a: a_note",), frozenset({1}))


def test_markdown_has_a_head_an_alignment_and_its_notes_below() -> None:
    assert markdown_text(table("Ada", "Ben")) == (
        "| name | value |\n| --- | ---: |\n| Ada | −.50 |\n| Ben | −.50 |\n\nNote: a: a\\_note\n"
    )


def test_markdown_escapes_everything_that_would_be_markup_a_cell_or_a_link() -> None:
    row = markdown_text(table(HOSTILE)).splitlines()[2]
    assert row == (
        r"| \\input\{x\} \$a\_b^c\$ 50% \& \#1 \~ \<b\>\|\</b\> \[x\](http\://y) \*z\* \`q\` \!a www\.a.b | −.50 |"
    )
    assert len(re.findall(r"(?<!\\)\|", row)) == 3


def test_latex_escapes_every_special_character() -> None:
    text = latex_text(table(HOSTILE))
    assert (
        r"\textbackslash{}input\{x\} \$a\_b\textasciicircum{}c\$ 50\% \& \#1 \textasciitilde{} "
        r"\textless{}b\textgreater{}\textbar{}\textless{}/b\textgreater{} "
        r"{[}x{]}(http://y) {*}z{*} `q` !a www.a.b & $-$.50 \\"
    ) in text


def test_latex_is_a_whole_tabular_with_its_notes() -> None:
    assert latex_text(table("Ada")).splitlines() == [
        r"% needs \usepackage{booktabs}",
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"name & value \\",
        r"\midrule",
        r"Ada & $-$.50 \\",
        r"\bottomrule",
        r"\end{tabular}",
        "",
        r"\par\noindent a: a\_note",
    ]


@pytest.mark.parametrize("write", [markdown_text, latex_text])
def test_line_breaks_and_hidden_characters_cannot_leave_their_cell(write: object) -> None:
    plain = write(table("A"))  # type: ignore[operator]
    hostile = write(table("A\n\n| x |\u202e\x1b\\\\ \r"))  # type: ignore[operator]
    assert len(hostile.splitlines()) == len(plain.splitlines())
    assert not {"\u202e", "\x1b", "\r"} & set(hostile)


def test_a_csv_cell_is_never_a_formula_and_a_number_stays_one() -> None:
    text = csv_text(("a", "b"), [("=1+1", -0.5), ("@x", None), ('q"uo\nte', 3)])
    assert list(csv.reader(io.StringIO(text))) == [["a", "b"], ["'=1+1", "-0.5"], ["'@x", ""], ['q"uo\nte', "3"]]
