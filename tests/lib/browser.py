"""Chromium for tests, and the steps every one of them takes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)

expect.set_options(timeout=20_000)  # a busy machine is no fault of the page


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser for the length of the block, with a fresh profile."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def person_at(browser: Browser, url: str, name: str, **more: object) -> BrowserContext:
    """A browser window of a person who has come in under that name."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, **more)  # type: ignore[arg-type]
    context.add_cookies([{"name": "countermark_person", "value": quote(name), "url": url}])
    context.set_default_timeout(20_000)
    return context


def open_matrix(context: BrowserContext, url: str, study: str, batch: str = "support batch") -> Page:
    """A tab with the matrix in hand."""
    page = context.new_page()
    page.goto(f"{url}/support?study={quote(study)}&batch={quote(batch)}")
    wait_for_matrix(page)
    return page


def wait_for_matrix(page: Page) -> None:
    """Wait until the matrix can be worked on, the source's text included."""
    expect(page.get_by_role("grid")).to_be_visible()
    expect(page.get_by_text("Loading the text")).to_have_count(0)


def open_confidence(context: BrowserContext, url: str, study: str, batch: str = "confidence batch") -> Page:
    """A tab with the Confidence answer in hand."""
    page = context.new_page()
    page.goto(f"{url}/confidence?study={quote(study)}&batch={quote(batch)}")
    expect(page.get_by_role("group", name="Confidence")).to_be_visible()
    return page


def cell(page: Page, statement: int, source: int) -> Locator:
    """A cell of the matrix by its place."""
    return page.get_by_role("gridcell", name=re.compile(rf"^Statement {statement}, source {source}\b"))


def status(page: Page) -> Locator:
    """The status line at the foot."""
    return page.get_by_role("status")


def expect_saved(page: Page, filled: int, units: int) -> None:
    """Wait for the acknowledgement that so many cells are stored."""
    expect(status(page)).to_contain_text(f"cell {filled} of {units}")
