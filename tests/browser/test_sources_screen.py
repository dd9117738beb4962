"""Sources in a real browser: by keyboard, with Back, with texts as they are, and no link followed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from app_server import App
from app_study import FIRST_WORDS, HOSTILE, Size, app_study, source_text
from browser import person_at
from playwright.sync_api import Browser, Locator, Page, expect

pytestmark = pytest.mark.browser

CONTRAST = Path(__file__).parent.parent / "lib" / "contrast.js"
STUDY = "sources study"


@pytest.fixture(scope="module")
def study(app: App) -> App:
    """The app with a study of four answers, whose third source each has no text."""
    app_study(app.engine, STUDY, Size(answers=4, unreadable=3))
    return app


@pytest.fixture
def page(study: App, browser: Browser) -> Iterator[Page]:
    context = person_at(browser, study.url, "Robin")
    yield context.new_page()
    context.close()


def visit(page: Page, study: App, more: str = "") -> None:
    page.goto(f"{study.url}/sources?study={STUDY}{more}")
    expect(page.locator(".cm-tables").first).to_be_visible()


def press_to(page: Page, key: str, shown: Locator) -> None:
    """Press a key until it shows something: one pressed in the moment a page is drawn anew may be lost."""
    for _ in range(4):
        page.keyboard.press(key)
        try:
            return expect(shown).to_be_visible(timeout=5_000)
        except AssertionError:
            continue
    raise AssertionError(f"{key} shows nothing")


def test_sources_are_walked_by_keyboard_and_no_link_is_followed(study: App, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visit(page, study)
    opens = page.locator(".cm-opens")
    expect(opens).to_have_count(12)
    opens.first.focus()
    page.keyboard.press("ArrowDown")
    expect(opens.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".cm-headline")).to_have_text(f"Page 2 {HOSTILE}")
    assert page.locator(".cm-page").inner_text() == source_text(1, 2)
    expect(page.get_by_role("link", name="alert")).to_have_count(0)
    press_to(page, "k", page.get_by_role("link", name="https://example.org/1"))
    press_to(page, "h", opens.first)
    expect(opens).to_have_count(12)
    page.go_back()
    expect(page.locator(".cm-headline")).to_have_text(f"Page 1 {HOSTILE}")
    assert page.locator(".cm-page").inner_text().startswith(FIRST_WORDS)
    assert all(url.startswith((study.url, "ws://127.0.0.1", "data:", "blob:")) for url in asked)


def test_back_undoes_a_choice_of_status(study: App, page: Page) -> None:
    visit(page, study)
    page.get_by_text("ok 8").click()
    expect(page.locator(".cm-opens")).to_have_count(8)
    page.go_back()
    expect(page.locator(".cm-opens")).to_have_count(12)
    expect(page.get_by_role("radio", name="any 12")).to_be_checked()


def test_a_text_is_pasted_while_keys_only_write(study: App, page: Page) -> None:
    visit(page, study, "&status=paywall&source=a1-3")
    box = page.get_by_label("Paste its text")
    box.fill(f"Pasted {HOSTILE}\n")
    box.press("h")
    box.press("j")
    page.get_by_role("button", name="Take this text").click()
    expect(page.get_by_text(" UTC · ")).to_be_visible()
    expect(page.locator(".cm-page")).to_have_text(f"Pasted {HOSTILE}\nhj")
    press_to(page, "j", page.get_by_text("a2-3", exact=True))
    expect(page.get_by_label("Paste its text")).to_have_value("")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_is_readable_on_its_background_and_fits_a_small_screen(
    study: App, browser: Browser, scheme: str
) -> None:
    context = person_at(browser, study.url, "Robin", color_scheme=scheme)
    page = context.new_page()
    for more in ("", "&source=a2-1", "&source=a3-3"):
        visit(page, study, more)
        page.wait_for_timeout(300)
        assert page.evaluate(CONTRAST.read_text()) == []
        for table in page.locator(".cm-tables").all():
            assert table.evaluate("(node) => node.scrollWidth - node.clientWidth") <= 0
    context.close()
