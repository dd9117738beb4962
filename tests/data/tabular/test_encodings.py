"""The encoding of a text is told by its mark or its bytes, and said where it is a guess."""

from __future__ import annotations

from pathlib import Path

import pytest
from tabular_files import file_of, read

from data.errors import InputError

TABLE = "unit,value\nα,ナ\nü,🌅\n"
WESTERN = "unit,value\ncafé,“déjà vu” – naïve\nGröße,10 € für Ångström\nniño,¿qué?\n"
CELLS = [("café", "“déjà vu” – naïve"), ("Größe", "10 € für Ångström"), ("niño", "¿qué?")]


@pytest.mark.parametrize(
    ("encoding", "mark", "name"),
    [
        ("utf-8", "", "utf-8"),
        ("utf-8", "\ufeff", "utf-8"),
        ("utf-16-le", "\ufeff", "utf-16-le"),
        ("utf-16-be", "\ufeff", "utf-16-be"),
        ("utf-32-le", "\ufeff", "utf-32-le"),
        ("utf-32-be", "\ufeff", "utf-32-be"),
        ("utf-16-le", "", "utf-16-le"),
        ("utf-16-be", "", "utf-16-be"),
    ],
)
@pytest.mark.parametrize("name_of_file", ["t.csv", "t.jsonl", "t.json"])
def test_unicode_is_told_by_its_mark_or_by_its_zeros(
    encoding: str, mark: str, name: str, name_of_file: str, tmp_path: Path
) -> None:
    texts = {"t.csv": TABLE, "t.jsonl": '{"unit": "α", "value": "ナ"}\n{"unit": "ü", "value": "🌅"}\n'}
    texts["t.json"] = f"[{texts['t.jsonl'].strip().replace('}', '},', 1)}]"
    found = read(file_of(tmp_path, mark + texts[name_of_file], name_of_file, encoding))
    assert (found.found.encoding, found.headings) == (name, ("unit", "value"))
    assert (found.cells, found.notes) == ([("α", "ナ"), ("ü", "🌅")], ())


def test_western_bytes_are_read_as_cp1252_which_is_said(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, WESTERN, encoding="cp1252"))
    assert (found.found.encoding, found.cells) == ("cp1252", CELLS)
    assert found.notes == ("the text is not UTF-8 and was read as cp1252 (Western European)",)


def test_latin_1_is_part_of_cp1252(tmp_path: Path) -> None:
    text = "unit,value\ncafé,déjà\n"
    assert read(file_of(tmp_path, text, encoding="latin-1")).cells == [("café", "déjà")]


def test_one_letter_far_down_in_a_long_file_is_enough(tmp_path: Path) -> None:
    text = "unit,value\n" + 20_000 * "plain,1\n" + "café,2\n"
    found = read(file_of(tmp_path, text, encoding="cp1252"))
    assert (found.found.encoding, found.rows[-1]) == ("cp1252", ("t.csv, line 20002", {"unit": "café", "value": "2"}))


RUSSIAN = "вопрос,ответ\n" + "Почему трава зелёная и небо голубое?,Потому что так устроен свет\n" * 20
CHINESE = "问题,答案\n" + "为什么天空是蓝色的,因为光就是这样\n" * 20
JAPANESE = "質問,答え\n" + "東京の喫茶店は朝に開きますか,はい、毎朝ひらきます\n" * 20


@pytest.mark.parametrize(("text", "encoding"), [(RUSSIAN, "cp1251"), (CHINESE, "gb18030")])
def test_bytes_of_other_scripts_are_guessed_and_the_guess_is_said(text: str, encoding: str, tmp_path: Path) -> None:
    found = read(file_of(tmp_path, text, encoding=encoding))
    assert found.headings == tuple(text.partition("\n")[0].split(","))
    (note,) = found.notes
    assert note.startswith(f"the text is not UTF-8 and was read as {found.found.encoding}, which is a guess")


def test_what_a_text_could_be_besides_is_said_too(tmp_path: Path) -> None:
    (note,) = read(file_of(tmp_path, JAPANESE, encoding="cp932")).notes
    assert "cp932" in note


def test_bytes_that_are_no_text_at_all_are_refused(tmp_path: Path) -> None:
    noise = bytes(range(128, 256)) * 40
    with pytest.raises(InputError, match=r"t\.csv, field 'encoding': its encoding cannot be told; name it"):
        read(file_of(tmp_path, noise))


def test_letters_that_western_words_do_not_have_are_not_taken_for_western(tmp_path: Path) -> None:
    text = "słowo,zdanie\n" + "żółw,Zażółć gęślą jaźń i książkę\n" * 20
    found = read(file_of(tmp_path, text, encoding="cp1250"))
    assert found.found.encoding != "cp1252"


def test_an_encoding_that_is_said_counts(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, RUSSIAN, encoding="koi8-r"), encoding="KOI8-R")
    assert (found.found.encoding, found.headings, found.notes) == ("koi8-r", ("вопрос", "ответ"), ())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "UTF8", "utf-8"])
def test_the_mark_is_no_part_of_the_first_heading(encoding: str, tmp_path: Path) -> None:
    assert read(file_of(tmp_path, "\ufeff" + TABLE), encoding=encoding).headings == ("unit", "value")


@pytest.mark.parametrize("encoding", ["nope", "base64", "rot13", "", "\0"])
def test_a_name_that_is_no_encoding_is_refused(encoding: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"field 'encoding': '.*' is no encoding; for example utf-8"):
        read(file_of(tmp_path, TABLE), encoding=encoding)


def test_a_broken_line_of_a_text_in_utf_8_is_named(tmp_path: Path) -> None:
    content = "unit,value\ncafé,1\nthé,2\n".encode() + b"a,\xff\n"
    found = read(file_of(tmp_path, content))
    assert found.found.encoding == "utf-8"
    assert found.problems == ("t.csv, line 4: is not UTF-8 (byte 3); save the file as UTF-8, or name its encoding",)


def test_bytes_that_an_encoding_which_was_said_does_not_have_are_named(tmp_path: Path) -> None:
    (problem,) = read(file_of(tmp_path, b"unit,value\na,b\na,\x81\n"), encoding="cp1252").problems
    assert problem.startswith("t.csv, line 3: is not CP1252 (byte 3)")
    assert read(file_of(tmp_path, TABLE), encoding="ascii").problems[0].startswith("t.csv, line 2: is not ASCII (byte")


def test_half_a_character_in_utf_16_is_named(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, "\ufeffunit,value\na,\ud83d\n", encoding="utf-16-le"))
    assert found.problems == ("t.csv, line 2: holds half of a character (character 3); correct the text",)


def test_half_a_byte_pair_at_the_end_is_named(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, "\ufeffa,b\n1,2\n".encode("utf-16-le") + b"3"))
    assert found.problems == ("t.csv, line 3: is not UTF-16-LE; save the file as UTF-8, or name its encoding",)


def test_a_single_nul_does_not_make_a_text_utf_16(tmp_path: Path) -> None:
    found = read(file_of(tmp_path, "unit,value\na,4\0\n"))
    assert (found.found.encoding, len(found.problems)) == ("utf-8", 1)


@pytest.mark.parametrize("order", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize(
    ("name", "text"), [("t.csv", "unit,value\nα,ナ\n"), ("t.json", '[{"unit": "α", "value": "ナ"}]')]
)
def test_utf_16_may_be_said_without_its_order(order: str, mark: str, name: str, text: str, tmp_path: Path) -> None:
    found = read(file_of(tmp_path, mark + text, name, order), encoding="utf-16")
    assert (found.found.encoding, found.cells) == (order, [("α", "ナ")])


def test_utf_16_that_tells_no_order_is_read_as_most_programs_write_it(tmp_path: Path) -> None:
    text = "単位,値\n東京,良\n"
    found = read(file_of(tmp_path, text, encoding="utf-16-le"), encoding="utf-16", delimiter=",")
    assert (found.found.encoding, found.cells) == ("utf-16-le", [("東京", "良")])


@pytest.mark.parametrize("name", ["idna", "punycode", "undefined"])
def test_what_no_file_is_written_in_is_no_encoding(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f"field 'encoding': '{name}' is no encoding"):
        read(file_of(tmp_path, TABLE), encoding=name)


@pytest.mark.parametrize("encoding", ["utf-32-le", "cp424"])
def test_json_that_is_not_of_the_encoding_said_is_refused(encoding: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f"t.json: is not {encoding.upper()}"):
        read(file_of(tmp_path, '[{"unit": "a"}]', "t.json"), encoding=encoding)
