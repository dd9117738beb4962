"""Agreement and Publish in a real browser: by keyboard, with texts as they are, nothing fetched."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from app_server import App
from app_study import HOSTILE
from browser import person_at
from judged_study import GUESSING, STUDY, Shape, make_study
from playwright.sync_api import Browser, Page, expect
from sqlmodel import select

from data.engine import writing
from data.tables import Statement

pytestmark = pytest.mark.browser

CONTRAST = Path(__file__).parent.parent / "lib" / "contrast.js"


@pytest.fixture(scope="module")
def labelled(app: App) -> App:
    """The app with a study whose statements a careless page would stumble over."""
    study = make_study(app.engine, Shape(queries=8, systems=("Orion",), noise=0.4))
    with writing(app.engine) as session:
        for statement in session.exec(select(Statement)).all():
            if statement.text.startswith("S"):
                statement.text = f"{statement.text} {HOSTILE}"
                session.add(statement)
    assert study.name == STUDY
    return app


@pytest.fixture
def page(labelled: App, browser: Browser) -> Iterator[Page]:
    context = person_at(browser, labelled.url, "Robin", accept_downloads=True)
    yield context.new_page()
    context.close()


def test_a_cell_is_chosen_by_keyboard_and_its_units_are_listed(labelled: App, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{labelled.url}/agreement?study={STUDY}&question=support")
    first = page.get_by_role("button", name="judge none, people none")
    first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    chosen = page.get_by_role("button", name="judge partial, people partial")
    expect(chosen).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Judge partial, people partial")).to_be_visible()
    expect(chosen).to_have_attribute("aria-pressed", "true")
    expect(chosen).to_be_focused()
    expect(page.get_by_text(f"S1 {HOSTILE}", exact=True).first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Judge partial, people partial")).to_have_count(0)
    assert all(url.startswith((labelled.url, "ws://127.0.0.1", "data:", "blob:")) for url in asked)


def test_five_columns_of_a_matrix_fit_a_small_screen(labelled: App, page: Page) -> None:
    page.goto(f"{labelled.url}/agreement?study={STUDY}&question=confidence")
    matrix = page.locator(".cm-tables", has=page.locator("[data-press]"))
    expect(matrix.locator("[data-press]")).to_have_count(25)
    assert matrix.evaluate("(node) => node.scrollWidth - node.clientWidth") <= 0


def test_reasons_open_by_keyboard(labelled: App, page: Page) -> None:
    page.goto(f"{labelled.url}/agreement?study={STUDY}")
    summary = page.get_by_text("Reasons and next step").first
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Next: ").first).to_be_visible()


def test_another_judge_has_a_matrix_of_its_own(labelled: App, page: Page) -> None:
    page.goto(f"{labelled.url}/agreement?study={STUDY}&question=support")
    page.get_by_role("button", name="judge none, people none").click()
    expect(page.get_by_role("heading", name="Judge none, people none")).to_be_visible()
    page.get_by_role("combobox", name="Judge").click()
    page.get_by_role("option", name=GUESSING).click()
    expect(page.get_by_role("heading", name="Judge none, people none")).to_have_count(0)
    expect(page.get_by_role("button", name="judge none, people none")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_of_the_tables_is_readable_on_its_background(labelled: App, browser: Browser, scheme: str) -> None:
    context = person_at(browser, labelled.url, "Robin", color_scheme=scheme)
    page = context.new_page()
    page.goto(f"{labelled.url}/agreement?study={STUDY}&question=support")
    page.get_by_role("button", name="judge none, people none").click()
    expect(page.get_by_role("heading", name="Judge none, people none")).to_be_visible()
    assert page.evaluate(CONTRAST.read_text()) == []
    page.goto(f"{labelled.url}/publish?study={STUDY}")
    expect(page.get_by_text("cannot tell").first).to_be_visible()
    assert page.evaluate(CONTRAST.read_text()) == []
    context.close()


def test_a_double_click_publishes_once_and_the_bundle_can_be_taken_home(
    labelled: App, page: Page, tmp_path: Path
) -> None:
    page.goto(f"{labelled.url}/publish?study={STUDY}")
    page.get_by_role("button", name="Publish", exact=True).dblclick()
    expect(page.get_by_text("Check it with: countermark verify")).to_be_visible()
    page.wait_for_timeout(500)
    expect(page.get_by_role("button", name="Bundle (zip)")).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Bundle (zip)").click()
    download.value.save_as(tmp_path / "bundle.zip")
    with zipfile.ZipFile(tmp_path / "bundle.zip") as archive:
        assert f"{STUDY}-1/manifest.json" in archive.namelist()
