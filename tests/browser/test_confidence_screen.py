"""Confidence: one key labels and goes on, and nothing a hand can do labels the next answer unseen."""

from __future__ import annotations

import pytest
from app_server import App
from app_study import Size, app_study
from browser import open_confidence, person_at, status
from given_labels import given, values
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.browser

FOUR = Size(answers=4, statements=1, sources=1)


def test_one_key_labels_and_shows_the_next_answer(app: App, browser: Browser) -> None:
    app_study(app.engine, "c-keys", FOUR)
    context = person_at(browser, app.url, "Kim")
    page = open_confidence(context, app.url, "c-keys")
    for number, key in enumerate(("5", "1", "u", "3"), start=1):
        expect(page.get_by_text(f"task {number}/4")).to_be_visible()
        page.keyboard.press(key)
    expect(page.get_by_text("Nothing to label here now")).to_be_visible()
    assert [*values(app.engine, "c-keys", "Kim", "confidence").values()] == ["5", "1", "cannot judge", "3"]
    assert all(label.current for label in given(app.engine, "c-keys", "Kim", "confidence"))
    context.close()


def test_a_held_key_labels_one_answer(app: App, browser: Browser) -> None:
    app_study(app.engine, "c-held", FOUR)
    context = person_at(browser, app.url, "Kim")
    page = open_confidence(context, app.url, "c-held")
    for _ in range(12):
        page.keyboard.down("4")
        page.wait_for_timeout(40)
    page.keyboard.up("4")
    expect(page.get_by_text("task 2/4")).to_be_visible()
    page.wait_for_timeout(300)
    assert values(app.engine, "c-held", "Kim", "confidence") == {("a1", None, None): "4"}
    context.close()


def test_a_double_click_labels_one_answer(app: App, browser: Browser) -> None:
    app_study(app.engine, "c-double", FOUR)
    context = person_at(browser, app.url, "Kim")
    page = open_confidence(context, app.url, "c-double")
    page.get_by_role("group", name="Confidence").get_by_role("button").nth(1).dblclick()
    expect(page.get_by_text("task 2/4")).to_be_visible()
    page.wait_for_timeout(300)
    assert values(app.engine, "c-double", "Kim", "confidence") == {("a1", None, None): "2"}
    context.close()


def test_the_answer_before_can_be_corrected_and_both_labels_stay(app: App, browser: Browser) -> None:
    app_study(app.engine, "c-back", FOUR)
    context = person_at(browser, app.url, "Kim")
    page = open_confidence(context, app.url, "c-back")
    page.keyboard.press("5")
    expect(page.get_by_text("task 2/4")).to_be_visible()
    page.keyboard.press("Backspace")
    expect(status(page)).to_contain_text("You labelled this answer before")
    page.keyboard.press("2")
    expect(page.get_by_text("task 2/4")).to_be_visible()
    expect(status(page)).to_contain_text("1 label submitted")
    found = given(app.engine, "c-back", "Kim", "confidence")
    assert {(label.answer, label.value, label.current) for label in found} == {("a1", "5", False), ("a1", "2", True)}
    context.close()


def test_a_skipped_answer_leaves_the_queue_and_can_be_taken_up_again(app: App, browser: Browser) -> None:
    app_study(app.engine, "c-skip", FOUR)
    context = person_at(browser, app.url, "Kim")
    page = open_confidence(context, app.url, "c-skip")
    page.keyboard.press("s")
    page.keyboard.type("1 2 3: I know the author")
    page.get_by_role("dialog").get_by_role("button", name="Skip", exact=True).click()
    expect(page.get_by_text("task 1/3")).to_be_visible()
    page.get_by_role("button", name="Back to the queue").click()
    expect(page.get_by_text("1 2 3: I know the author")).to_be_visible()
    page.get_by_role("button", name="Take up").click()
    expect(page.get_by_role("group", name="Confidence")).to_be_visible()
    page.keyboard.press("1")
    expect(page.get_by_text("task 2/4")).to_be_visible()
    assert values(app.engine, "c-skip", "Kim", "confidence") == {("a1", None, None): "1"}
    context.close()
