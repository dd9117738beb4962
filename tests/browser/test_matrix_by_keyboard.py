"""A whole matrix by the keyboard alone, and everything that may happen on the way. The database is the judge."""

from __future__ import annotations

import pytest
from app_server import App
from app_study import FIRST_WORDS, Size, app_study, source_text, statement_text
from browser import cell, expect_saved, open_matrix, person_at, status, wait_for_matrix
from given_labels import drafts, given, values
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.browser


def test_a_whole_matrix_is_labelled_from_the_first_page_on_by_keyboard_only(app: App, browser: Browser) -> None:
    app_study(app.engine, "by-keyboard", Size(answers=1, unreadable=3))
    page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
    page.goto(f"{app.url}/?study=by-keyboard&batch=support%20batch")
    expect(page.get_by_label("Your name")).to_be_visible()
    for _ in range(20):  # names others left are buttons before the box
        if page.evaluate("document.activeElement.shadowRoot?.activeElement?.tagName") == "INPUT":
            break
        page.keyboard.press("Tab")
    page.keyboard.type("Kim")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    page.keyboard.press("Enter")
    wait_for_matrix(page)
    expect(page.get_by_text("suggested 1 of")).to_be_visible()
    for key in ("e", "f", "2", "n", "x", "u", "3"):
        page.keyboard.press(key)
    expect_saved(page, 6, 6)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Nothing to label here now")).to_be_visible()

    assert values(app.engine, "by-keyboard", "Kim", "support") == {
        ("a1", 1, 1): "full",
        ("a1", 2, 1): "partial",
        ("a1", 3, 1): "none",
        ("a1", 1, 2): "contradicts",
        ("a1", 2, 2): "cannot judge",
        ("a1", 3, 2): "full",
    }
    assert len(given(app.engine, "by-keyboard", "Kim", "support")) == 6
    assert drafts(app.engine, "by-keyboard", "Kim") == []
    (start, end) = given(app.engine, "by-keyboard", "Kim", "support")[0].evidence[0]
    assert source_text(1, 1)[start:end] == statement_text(1, 1)


def test_text_selected_with_the_mouse_becomes_evidence_in_code_points(app: App, browser: Browser) -> None:
    app_study(app.engine, "evidence", Size(answers=1))
    context = person_at(browser, app.url, "Kim")
    page = open_matrix(context, app.url, "evidence")
    page.get_by_role("document", name="Source text").evaluate(
        """(pane) => {
             pane.scrollTop = 0;
             const range = document.createRange();
             const leaf = pane.querySelector(".cm-line").firstChild;
             range.setStart(leaf, leaf.data.indexOf("東京"));
             range.setEnd(leaf, leaf.data.length);
             const selection = getSelection();
             selection.removeAllRanges();
             selection.addRange(range);
           }"""
    )
    page.keyboard.press("e")
    page.keyboard.press("f")
    expect_saved(page, 1, 9)
    (draft,) = drafts(app.engine, "evidence", "Kim")
    ((start, end),) = draft.evidence
    assert source_text(1, 1)[start:end] == FIRST_WORDS[FIRST_WORDS.index("東京") :]
    context.close()


def test_a_held_key_labels_one_cell(app: App, browser: Browser) -> None:
    app_study(app.engine, "held", Size(answers=1))
    context = person_at(browser, app.url, "Kim")
    page = open_matrix(context, app.url, "held")
    for _ in range(8):
        page.keyboard.down("f")  # the second and later ones carry event.repeat, as a held key does
    page.keyboard.up("f")
    expect_saved(page, 1, 9)
    assert [draft.value for draft in drafts(app.engine, "held", "Kim")] == ["full"]
    context.close()


def test_drafts_come_back_after_a_reload_and_are_submitted_once(app: App, browser: Browser) -> None:
    app_study(app.engine, "reload", Size(answers=2))
    context = person_at(browser, app.url, "Kim")
    page = open_matrix(context, app.url, "reload")
    for key in "fpnx":
        page.keyboard.press(key)
    expect_saved(page, 4, 9)
    page.reload()
    wait_for_matrix(page)
    expect(cell(page, 1, 2)).to_have_accessible_name("Statement 1, source 2, contradicts")
    for key in "fpnfp":
        page.keyboard.press(key)
    expect_saved(page, 9, 9)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("task 2/2")).to_be_visible()
    expect(status(page)).to_contain_text("9 labels submitted")
    found = values(app.engine, "reload", "Kim", "support")
    assert [found["a1", s, c] for c in (1, 2, 3) for s in (1, 2, 3)] == [
        *("full", "partial", "none"),
        *("contradicts", "full", "partial"),
        *("none", "full", "partial"),
    ]
    assert len(given(app.engine, "reload", "Kim", "support")) == 9
    context.close()


def test_a_double_click_on_submit_hands_in_one_task(app: App, browser: Browser) -> None:
    app_study(app.engine, "double", Size(answers=3, statements=1, sources=1))
    context = person_at(browser, app.url, "Kim")
    page = open_matrix(context, app.url, "double")
    page.keyboard.press("f")
    expect_saved(page, 1, 1)
    page.get_by_role("button", name="Submit").dblclick()
    expect(page.get_by_text("task 2/3")).to_be_visible()
    page.wait_for_timeout(500)
    assert values(app.engine, "double", "Kim", "support") == {("a1", 1, 1): "full"}
    assert drafts(app.engine, "double", "Kim") == []
    context.close()


def test_a_task_opened_again_says_that_it_was_submitted(app: App, browser: Browser) -> None:
    app_study(app.engine, "again", Size(answers=1, statements=1, sources=1))
    context = person_at(browser, app.url, "Kim")
    page = open_matrix(context, app.url, "again")
    page.keyboard.press("f")
    expect_saved(page, 1, 1)
    page.keyboard.press("Control+Enter")
    back = page.get_by_role("button", name="Back to the queue")
    back.wait_for()
    page.wait_for_timeout(500)  # Streamlit loses a press in the moment in which it draws the button; people are slower
    back.click()
    page.get_by_role("button", name="Open", exact=True).last.click()
    wait_for_matrix(page)
    expect(page.get_by_role("status")).to_contain_text("You submitted this task before")
    context.close()


def test_keys_are_dead_while_somebody_types(app: App, browser: Browser) -> None:
    app_study(app.engine, "typing", Size(answers=1))
    context = person_at(browser, app.url, "Kim")
    page = open_matrix(context, app.url, "typing")
    page.keyboard.press("/")
    page.keyboard.type("12 3 f n tonnes")
    expect(page.get_by_label("Find in source")).to_have_value("12 3 f n tonnes")
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    page.keyboard.type("1 2 3 f n d u x")
    page.keyboard.press("Control+Enter")
    expect_saved(page, 0, 9)
    (draft,) = drafts(app.engine, "typing", "Kim")
    assert (draft.value, draft.reason, draft.justification) == (None, None, "1 2 3 f n d u x")
    context.close()


def test_a_bulk_action_is_marked_as_bulk_and_taken_back_in_one_step(app: App, browser: Browser) -> None:
    app_study(app.engine, "bulk", Size(answers=1))
    context = person_at(browser, app.url, "Kim")
    page = open_matrix(context, app.url, "bulk")
    page.keyboard.press("f")
    page.keyboard.press("d")
    expect_saved(page, 3, 9)
    assert [(draft.value, draft.bulk) for draft in drafts(app.engine, "bulk", "Kim")] == [
        ("full", False),
        ("none", True),
        ("none", True),
    ]
    page.keyboard.press("Backspace")
    expect_saved(page, 1, 9)
    assert [draft.value for draft in drafts(app.engine, "bulk", "Kim")] == ["full"]
    context.close()


def test_an_early_submit_asks_and_stores_the_rest_as_skipped(app: App, browser: Browser) -> None:
    app_study(app.engine, "early", Size(answers=2, statements=2, sources=1))
    context = person_at(browser, app.url, "Kim")
    page = open_matrix(context, app.url, "early")
    page.keyboard.press("n")
    expect_saved(page, 1, 2)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Submit before all cells are labelled?")).to_be_visible()
    page.keyboard.press("f")  # dead while the dialog is open
    page.get_by_role("button", name="Skip 1 and submit").click()
    expect(page.get_by_text("task 2/2")).to_be_visible()
    assert values(app.engine, "early", "Kim", "support") == {("a1", 1, 1): "none", ("a1", 2, 1): "skipped"}
    context.close()
