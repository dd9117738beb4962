"""Two tabs, Back, a dead server: what was acknowledged is there once, what was not is said to be not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from app_server import App, served
from app_study import Size, app_study
from browser import cell, expect_saved, open_matrix, person_at, status, wait_for_matrix
from given_labels import drafts, given, values
from playwright.sync_api import Browser, expect

from data.engine import open_engine

pytestmark = pytest.mark.browser


def test_the_second_tab_of_a_submitted_task_is_refused_with_words_and_goes_on(app: App, browser: Browser) -> None:
    app_study(app.engine, "tabs", Size(answers=2, statements=1, sources=2))
    context = person_at(browser, app.url, "Kim")
    first, second = (open_matrix(context, app.url, "tabs") for _ in range(2))
    for key in "fp":
        first.keyboard.press(key)
    expect_saved(first, 2, 2)
    first.keyboard.press("Control+Enter")
    expect(first.get_by_text("task 2/2")).to_be_visible()

    second.keyboard.press("n")
    expect(second.get_by_role("alert")).to_contain_text("another window")
    expect(cell(second, 1, 1)).to_have_text("N")  # the input stays
    second.get_by_role("button", name="Open my next task").click()
    expect(second.get_by_text("task 2/2")).to_be_visible()
    expect(second.get_by_role("alert")).to_be_hidden()  # it was about the other task
    for key in "nn":
        second.keyboard.press(key)
    expect_saved(second, 2, 2)
    second.keyboard.press("Control+Enter")
    expect(second.get_by_text("Nothing to label here now")).to_be_visible()

    assert values(app.engine, "tabs", "Kim", "support") == {
        ("a1", 1, 1): "full",
        ("a1", 1, 2): "partial",
        ("a2", 1, 1): "none",
        ("a2", 1, 2): "none",
    }
    assert len(given(app.engine, "tabs", "Kim", "support")) == 4
    context.close()


def test_back_and_forward_keep_the_place_and_store_nothing_twice(app: App, browser: Browser) -> None:
    app_study(app.engine, "back", Size(answers=2, statements=2, sources=1))
    context = person_at(browser, app.url, "Kim")
    page = context.new_page()
    page.goto(f"{app.url}/?study=back&batch=support%20batch")
    page.get_by_role("button", name="Continue").click()
    wait_for_matrix(page)
    page.keyboard.press("f")
    expect_saved(page, 1, 2)
    page.go_back()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    page.go_forward()
    wait_for_matrix(page)
    expect(cell(page, 1, 1)).to_have_text("F")
    page.keyboard.press("p")
    expect_saved(page, 2, 2)
    assert [draft.value for draft in drafts(app.engine, "back", "Kim")] == ["full", "partial"]
    context.close()


def test_a_killed_server_loses_nothing_acknowledged_and_doubles_nothing(
    migrated_file: Path, tmp_path: Path, browser: Browser
) -> None:
    database = str(shutil.copy(migrated_file, tmp_path / "kill.db"))
    engine = open_engine(database)
    app_study(engine, "kill", Size(answers=2, statements=2, sources=2))
    with served(database, tmp_path) as server:
        context = person_at(browser, server.url, "Kim")
        page = open_matrix(context, server.url, "kill")
        for key in "fp":
            page.keyboard.press(key)
        expect_saved(page, 2, 4)
        server.kill()
        page.keyboard.press("n")
        page.wait_for_timeout(500)
        assert "cell 3 of 4" not in status(page).inner_text()  # nobody acknowledged it
        assert [draft.value for draft in drafts(engine, "kill", "Kim")] == ["full", "partial"]
        server.restart()
        expect(status(page)).to_contain_text("cell 3 of 4", timeout=60_000)
        page.keyboard.press("f")
        expect_saved(page, 4, 4)
        page.keyboard.press("Control+Enter")
        expect(page.get_by_text("task 2/2")).to_be_visible()
        context.close()
    assert [*values(engine, "kill", "Kim", "support").values()] == ["full", "none", "partial", "full"]
    assert len(given(engine, "kill", "Kim", "support")) == 4
    engine.dispose()
