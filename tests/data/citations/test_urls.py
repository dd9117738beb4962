"""Addresses: what names the page, and where one ends in a text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.citations.urls import LONGEST_URL, canonical, url_at


@pytest.mark.parametrize(
    ("written", "told_apart_by"),
    [
        ("HTTPS://Tea.Example:443/Leaf#top", "https://tea.example/Leaf"),
        ("http://tea.example:80", "http://tea.example/"),
        ("http://tea.example:443/", "http://tea.example:443/"),
        ("https://tea.example/a?utm_source=x&b=2&gclid=3&c", "https://tea.example/a?b=2&c"),
        ("https://tea.example/a?fbclid=1&msclkid=2&mc_cid=3&mc_eid=4&igshid=5&srsltid=6", "https://tea.example/a"),
        ("https://tea.example/a?source=utm_source", "https://tea.example/a?source=utm_source"),
        ("https://tea.example/#!/green", "https://tea.example/#!/green"),
        ("https://tea.example/app#/green", "https://tea.example/app#/green"),
        ("https://tea.example/a#:~:text=boiling", "https://tea.example/a"),
        (" <https://tea.example/a>. ", "https://tea.example/a"),
        ("https://tea.example/a_(b)", "https://tea.example/a_(b)"),
        ("https://tea.example/a).", "https://tea.example/a"),
        ("doi:10.1000/182", "doi:10.1000/182"),
        ("http://[half", "http://[half"),
        ("", ""),
    ],
)
def test_spellings_of_one_page_have_one_canonical_form(written: str, told_apart_by: str) -> None:
    assert canonical(written) == told_apart_by


@given(st.text(max_size=80) | st.from_regex(r"https?://[a-zA-Z]{1,9}[ -~]{0,60}", fullmatch=True))
@settings(max_examples=40)
def test_the_canonical_form_of_a_canonical_form_is_itself(text: str) -> None:
    assert canonical(canonical(text)) == canonical(text)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://tea.example/a, and", "https://tea.example/a"),
        ("https://tea.example/a)[1]", "https://tea.example/a"),
        ("https://tea.example/a(b)c)", "https://tea.example/a(b)c"),
        ("https://tea.example。", "https://tea.example"),
        ("https://tea.example/a|b", "https://tea.example/a"),
        ("https://...", None),
        ("https://", None),
        ("tea", None),
    ],
)
def test_an_address_ends_before_what_closes_the_sentence(text: str, address: str | None) -> None:
    end = url_at(text, 0, len(text))
    assert (None if end is None else text[:end]) == address


def test_an_endless_address_is_cut_off() -> None:
    assert url_at("https://" + "a" * 9_000, 0, 9_008) == LONGEST_URL + len("https://")
