"""The screen fits, speaks to screen readers, and stays usable with half a megabyte of source."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from app_server import App
from app_study import Size, app_study
from browser import cell, expect_saved, open_confidence, open_matrix, person_at
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser

CONTRAST = Path(__file__).parent.parent / "lib" / "contrast.js"
OVERFLOW = """() => {
  const root = document.scrollingElement;
  return [root.scrollHeight - innerHeight, root.scrollWidth - innerWidth];
}"""


def test_the_whole_support_screen_fits_a_small_screen_without_page_scroll(app: App, browser: Browser) -> None:
    app_study(app.engine, "fits", Size(answers=1, statements=30, sources=12))
    context = person_at(browser, app.url, "Kim")
    page = open_matrix(context, app.url, "fits")
    assert max(page.evaluate(OVERFLOW)) <= 0
    for name in ("Submit", "evidence", "skip task", "guideline", "keys"):
        box = page.get_by_role("button", name=name).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 1280
        assert box["y"] + box["height"] <= 720
    for value in ("full", "partial", "none", "contradicts", "cannot judge"):
        box = (
            page.get_by_role("group", name="Label of the current cell").get_by_role("button", name=value).bounding_box()
        )
        assert box is not None
        assert box["y"] + box["height"] <= 690
    context.close()


@pytest.mark.parametrize(("width", "height"), [(640, 360), (960, 540)])  # the two usual screens at 200 %
def test_at_200_per_cent_every_control_can_be_reached_and_hit(
    app: App, browser: Browser, width: int, height: int
) -> None:
    app_study(app.engine, f"zoom {width}", Size(answers=1, statements=12, sources=5))
    context = person_at(browser, app.url, "Kim")
    matrix = open_matrix(context, app.url, f"zoom {width}")
    confidence = open_confidence(context, app.url, f"zoom {width}")
    for page in (matrix, confidence):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".cm-app").evaluate("(node) => node.scrollWidth - node.clientWidth") <= 0
        for button in page.get_by_role("button").all():
            button.click(trial=True)  # fails when something else would be hit
    matrix.keyboard.press("f")
    expect_saved(matrix, 1, 60)
    context.close()


def test_nothing_of_the_servers_own_pages_lies_over_the_labelling_screens(app: App, browser: Browser) -> None:
    app_study(app.engine, "over", Size(answers=1))
    context = person_at(browser, app.url, "Kim")
    for page in (open_matrix(context, app.url, "over"), open_confidence(context, app.url, "over")):
        for name in ("Back to the queue", "guideline", "skip"):
            page.get_by_role("button", name=name).click(trial=True)  # fails when something else would be hit
        assert page.get_by_role("link", name="Queue").count() == 0
    context.close()


@pytest.mark.parametrize("address", ["support", "support?study=nope&batch=x", "confidence?study=nope&batch=x"])
def test_a_wrong_address_of_a_labelling_screen_leads_to_the_queue(app: App, browser: Browser, address: str) -> None:
    context = person_at(browser, app.url, "Kim")
    page = context.new_page()
    page.goto(f"{app.url}/{address}")
    expect(page.get_by_text("This did not work.")).to_be_visible()
    page.get_by_role("link", name="Queue").click()
    expect(page.get_by_text("Your queue")).to_be_visible()
    context.close()


def test_the_menu_takes_the_study_along(app: App, browser: Browser) -> None:
    app_study(app.engine, "menu", Size(answers=1))
    context = person_at(browser, app.url, "Kim")
    page = context.new_page()
    page.goto(f"{app.url}/?study=menu&batch=support%20batch")
    page.get_by_role("link", name="Agreement").click()
    expect(page).to_have_url(re.compile(r"/agreement\?study=menu"))
    page.get_by_role("link", name="Queue").click()
    expect(page.get_by_label("Study")).to_have_value("menu")
    context.close()


def test_the_cursor_stays_in_sight_beside_the_frozen_heads_of_a_large_matrix(app: App, browser: Browser) -> None:
    app_study(app.engine, "large", Size(answers=1, statements=60, sources=30))
    context = person_at(browser, app.url, "Kim")
    page = open_matrix(context, app.url, "large")
    for _ in range(40):
        page.keyboard.press("j")
    for _ in range(29):
        page.keyboard.press("l")
    assert _in_sight(page, 41, 30)
    page.keyboard.press("f")
    expect(cell(page, 41, 30)).to_have_text("F")
    for _ in range(45):
        page.keyboard.press("k")
    for _ in range(29):
        page.keyboard.press("h")
    assert _in_sight(page, 1, 1)
    context.close()


def test_half_a_megabyte_shows_the_passage_first_and_all_of_it_on_demand(app: App, browser: Browser) -> None:
    app_study(app.engine, "long", Size(answers=1, statements=2, sources=1, paragraphs=9_000))
    context = person_at(browser, app.url, "Kim")
    page = open_matrix(context, app.url, "long")
    text = page.get_by_role("document", name="Source text")
    expect(text.locator(".cm-suggested-now").first).to_be_in_viewport()
    assert len(text.inner_text()) < 60_000
    page.get_by_role("button", name="Show all").first.click()
    expect(page.get_by_role("button", name="Show all")).to_have_count(0)
    assert text.evaluate("(pane) => pane.textContent.length") > 450_000
    expect(text.locator(".cm-suggested-now").first).to_be_in_viewport()
    page.keyboard.press("/")
    page.keyboard.type("Paragraph 8999 ")
    expect(text.locator("mark", has_text="Paragraph 8999")).to_be_in_viewport()
    page.keyboard.press("Escape")
    for key in "fn":
        page.keyboard.press(key)
    expect_saved(page, 2, 2)
    context.close()


def test_grid_cells_buttons_and_status_have_roles_names_and_focus(app: App, browser: Browser) -> None:
    app_study(app.engine, "names", Size(answers=1, unreadable=3))
    context = person_at(browser, app.url, "Kim")
    page = open_matrix(context, app.url, "names")
    assert page.get_by_role("gridcell").count() == 9
    expect(cell(page, 1, 1)).to_have_accessible_name("Statement 1, source 1, cited, not labelled")
    expect(cell(page, 1, 3)).to_have_accessible_name("Statement 1, source 3, source unreadable: paywall")
    expect(cell(page, 1, 1)).to_be_focused()
    expect(cell(page, 1, 1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("f")
    expect(cell(page, 1, 1)).to_have_accessible_name("Statement 1, source 1, cited, full")
    expect(cell(page, 2, 1)).to_be_focused()
    nameless = page.get_by_role("button").evaluate_all(
        "(buttons) => buttons.filter((one) => !(one.ariaLabel || one.textContent).trim()).length"
    )
    assert nameless == 0
    for _ in range(2):
        page.keyboard.press("l")
    expect(page.get_by_text("This source could not be read (paywall).")).to_be_visible()
    page.keyboard.press("f")
    expect(page.get_by_role("status")).to_contain_text("nothing to label")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_on_the_labelling_screens_is_readable_on_its_background(
    app: App, browser: Browser, scheme: str
) -> None:
    app_study(app.engine, f"contrast-{scheme}", Size(answers=1, unreadable=3))
    context = person_at(browser, app.url, "Kim", color_scheme=scheme)
    matrix = open_matrix(context, app.url, f"contrast-{scheme}")
    for key in "efpnxu":
        matrix.keyboard.press(key)
    expect_saved(matrix, 5, 6)
    confidence = open_confidence(context, app.url, f"contrast-{scheme}")
    for page in (matrix, confidence):
        assert _poor_contrasts(page) == []
    context.close()


def _in_sight(page: Page, statement: int, source: int) -> bool:
    return bool(
        cell(page, statement, source).evaluate(
            """(node) => {
                 const box = node.getBoundingClientRect();
                 const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
                 return node.getRootNode().elementFromPoint(x, y) === node;
               }"""
        )
    )


def _poor_contrasts(page: Page) -> list[str]:
    return list(page.evaluate(CONTRAST.read_text()))
