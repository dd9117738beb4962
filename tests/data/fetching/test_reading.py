"""The text of pages, PDFs and plain files."""

from __future__ import annotations

import codecs
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from site_server import article

from data.fetching.charsets import decoded
from data.fetching.reading import MOST_PAGES, may_be_read, read
from data.fetching.unreadable import Unreadable


def pdf(*lines: str, pages: int | None = None) -> bytes:
    """A PDF with one line a page, put together by hand; `pages` lists the first page that often."""
    kids = [f"{4 + 2 * at} 0 R" for at in range(len(lines))] if pages is None else ["4 0 R"] * pages
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for at, line in enumerate(lines):
        shown = f"BT /F1 12 Tf 72 720 Td ({line}) Tj ET" if line else ""
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {5 + 2 * at} 0 R >>"
        )
        objects.append(f"<< /Length {len(shown)} >>\nstream\n{shown}\nendstream")
    body, places = "%PDF-1.4\n", []
    for number, inner in enumerate(objects, 1):
        places.append(len(body))
        body += f"{number} 0 obj\n{inner}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    head = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    return f"{body}{head}trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(body)}\n%%EOF".encode()


def status_of(body: bytes, content_type: str) -> str:
    with pytest.raises(Unreadable) as refused:
        read(body, content_type)
    assert refused.value.why
    return refused.value.status


@pytest.mark.parametrize("content_type", ["application/pdf", "text/html", "application/octet-stream", ""])
def test_a_pdf_is_known_by_its_first_bytes(content_type: str) -> None:
    found = read(pdf("Bees dance.", "They sleep."), content_type)
    assert (found.text, found.boilerplate) == ("Bees dance.\n\nThey sleep.", None)


def test_a_pdf_of_pictures_is_empty() -> None:
    assert status_of(pdf("", ""), "application/pdf") == "empty"


def test_a_pdf_of_very_many_pages_is_too_large() -> None:
    assert status_of(pdf("Bees.", pages=MOST_PAGES + 1), "application/pdf") == "too large"


def test_a_page_of_very_many_elements_is_too_large() -> None:
    assert status_of(b"<html><body>" + b"<br>" * 100_001, "text/html") == "too large"


@settings(max_examples=30)
@given(st.binary(max_size=200))
def test_a_damaged_pdf_is_no_text_and_no_crash(rest: bytes) -> None:
    whole = pdf("Bees dance.")
    for body in (b"%PDF-1.7\n" + rest, whole[:100] + rest + whole[160:]):
        with suppress(Unreadable):
            assert read(body, "application/pdf").text


@pytest.mark.parametrize(
    "part", [b"/Kids [4 0 R 6 0 R]", b"/Contents 5 0 R", b"/Font << /F1 3 0 R >>", b"(Bees dance.)"]
)
@pytest.mark.parametrize("instead", [b"null", b"[ << ", b"99999999999 0 R", b"/Kids [2 0 R]"])
def test_a_pdf_with_a_twisted_part_is_no_crash(part: bytes, instead: bytes) -> None:
    whole = pdf("Bees dance.", "They sleep.")
    assert part in whole
    with suppress(Unreadable):
        assert read(whole.replace(part, instead), "application/pdf").text


def test_boilerplate_is_the_share_of_visible_characters_left_out() -> None:
    """The heading has 6 characters, the paragraph 100, the menu 94: 94 of 200 are left out."""
    words, menu = "abcd " * 25, "Menu1 " * 18 + "Last"
    found = read(article(words, around=menu), "text/html")
    assert "Menu1" not in found.text
    assert found.boilerplate == pytest.approx(94 / 200)


@pytest.mark.parametrize("said", ["false", '"False"', '"https://schema.org/False"'])
def test_a_teaser_of_a_page_that_is_not_free_is_a_paywall(said: str) -> None:
    def page(words: int, said: str) -> bytes:
        data = f'<script type="application/ld+json">{{"@graph": [{{"isAccessibleForFree": {said}}}]}}</script>'
        return article("Bees dance here. " * (words // 3)).replace(b"</head>", data.encode() + b"</head>")

    assert status_of(page(30, said), "text/html") == "paywall"
    assert read(page(600, said), "text/html").text
    assert read(page(30, "true"), "text/html").text
    assert read(page(30, "not json"), "text/html").text


def test_line_ends_are_one_kind_and_what_no_database_holds_is_left_out() -> None:
    assert read(b"\r\na\r\nb\rc\0\n\n", "text/plain").text == "a\nb\nc"


def test_markup_in_plain_text_stays() -> None:
    assert read(b"<p>1 < 2</p>", "text/plain").text == "<p>1 < 2</p>"
    assert read(b"<!doctype html><p>Bees dance.</p>", "").text == "Bees dance."


@pytest.mark.parametrize(
    ("content_type", "readable"),
    [("text/html;charset=x", True), ("TEXT/PLAIN", True), ("", True), ("image/svg+xml", True), ("image/png", False),
     ("application/msword", False), ("application/ld+json", True), ("audio/mpeg", False)],
)  # fmt: skip
def test_which_content_types_may_have_a_text(content_type: str, readable: bool) -> None:
    assert may_be_read(content_type) is readable


WORDS = "Größe – “東京”"


@pytest.mark.parametrize(
    ("body", "said", "text"),
    [
        (WORDS.encode(), None, WORDS),
        (WORDS.encode(), "utf-8", WORDS),
        (codecs.BOM_UTF8 + WORDS.encode(), "latin-1", WORDS),
        (WORDS.encode("utf-16"), None, WORDS),
        (codecs.BOM_UTF16_BE + WORDS.encode("utf-16-be"), "utf-8", WORDS),
        (codecs.BOM_UTF32_LE + WORDS.encode("utf-32-le"), None, WORDS),
        ("Größe – “so”".encode("cp1252"), "ISO-8859-1", "Größe – “so”"),
        ("東京へ".encode("shift_jis"), "Shift_JIS", "東京へ"),
        ("北京".encode("gb18030"), "gb2312", "北京"),
        ('<meta charset="windows-1251">Пчёлы'.encode("cp1251"), None, '<meta charset="windows-1251">Пчёлы'),
        ("Größe".encode(), "no-such-charset", "Größe"),
        ("Größe".encode(), "base64", "Größe"),
        ("Größe".encode(), "idna", "Größe"),
        (b"hello world", "punycode", "hello world"),
    ],
)
def test_text_is_decoded_by_what_is_said_and_what_fits(body: bytes, said: str | None, text: str) -> None:
    assert decoded(body, said) == text


def test_text_in_no_encoding_that_was_said_is_taken_by_its_looks() -> None:
    text = "Пчёлы танцуют, чтобы рассказать, где находятся цветы. Они также спят по ночам. " * 5
    assert decoded(text.encode("cp1251"), None) == text


@settings(max_examples=30)
@given(st.binary(max_size=100), st.none() | st.text(max_size=12))
def test_any_bytes_become_some_text(body: bytes, said: str | None) -> None:
    assert isinstance(decoded(body, said), str)
