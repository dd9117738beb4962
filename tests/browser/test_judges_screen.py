"""Judges in a real browser: live, by keyboard, with replies as they are, and on to the units behind a difference."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from app_server import App
from app_study import HOSTILE, Size, app_study
from browser import person_at
from playwright.sync_api import Browser, Locator, Page, expect
from sqlalchemy import select
from sqlmodel import col

from data.bulk import ended, intend_bulk
from data.engine import writing
from data.judge_labels import NewLabel, store_labels
from data.outputs import Result, Sending, Sent, begin_attempts, begin_run, end_run, finish_attempts, store_results
from data.raters import rater_named
from data.studies import study_named
from data.tables import Unit
from data.tables.types import stored

pytestmark = pytest.mark.browser

CONTRAST = Path(__file__).parent.parent / "lib" / "contrast.js"
STUDY, JUDGE = "judged study", "gpt-x support support-1 #ab12cd"
RAW = json.dumps({"choices": [{"message": {"content": f"Well, {HOSTILE}"}, "finish_reason": "stop"}]})


def label(app: App, name: str, kind: str, values: list[str | None], first: int = 0) -> None:
    """Support labels of units in turn, from number `first` on; None: bad_label."""
    with writing(app.engine) as session:
        study = study_named(session, STUDY)
        rater = rater_named(session, study, name, kind, "app")
        units = select(col(Unit.id)).where(col(Unit.study_id) == study.id, col(Unit.question) == "support")
        labels = [
            NewLabel(stored(unit), value, None if value else "bad_label", f"why {HOSTILE}")
            for unit, value in zip(session.scalars(units.order_by(col(Unit.id)).offset(first)), values, strict=False)
        ]
        store_labels(session, rater, "1", labels, datetime.now(UTC))


def begin(app: App) -> int:
    spec = {"question": "support", "model": "gpt-x", "base_url": "https://models.example/v1"}
    with writing(app.engine) as session:
        rater = rater_named(session, study_named(session, STUDY), JUDGE, "judge", "app", spec=spec, spec_sha="ab12cd")
        return stored(begin_run(session, rater, "support", {"samples": 1}, datetime.now(UTC)).id)


def end(app: App, run: int) -> None:
    with writing(app.engine) as session:
        end_run(session, run, datetime.now(UTC))


@pytest.fixture(scope="module")
def study(app: App) -> App:
    """The app with a judge that labelled five of eighteen cells, two of which people see otherwise."""
    app_study(app.engine, STUDY, Size(answers=2))
    run, now = begin(app), datetime.now(UTC) - timedelta(minutes=1)
    label(app, JUDGE, "judge", ["full", "full", "none", None, "partial"])
    label(app, "Ada", "human", ["none", "partial", "none"])
    with writing(app.engine) as session:
        attempts = begin_attempts(session, [Sending(run, f"k{number}", {}, "text", now) for number in range(3)])
        replies = [
            Sent(one, now, 5, RAW, 200, finish_reason="stop", tokens_in=900, tokens_cached=600) for one in attempts
        ]
        finish_attempts(session, replies)
        store_results(session, [Result("k0", attempts[0], "bad_label")])
    end(app, run)
    return app


@pytest.fixture
def page(study: App, browser: Browser) -> Iterator[Page]:
    context = person_at(browser, study.url, "Robin")
    yield context.new_page()
    context.close()


def visit(page: Page, study: App, part: str | None = None) -> None:
    more = "" if part is None else f"&judge={JUDGE.replace('#', '%23')}&part={part}"
    page.goto(f"{study.url}/judges?study={STUDY}{more}")
    shown = page.locator(".cm-tables").last
    expect(shown).to_be_visible()
    if part in ("Failed", "Disagreements"):
        ask = page.get_by_role("button", name="Show the labels")
        expect(ask).to_be_visible()
        ask.click()
        expect(ask).to_have_count(0)


def press_to(page: Page, key: str, shown: Locator) -> None:
    """Press a key until it shows something: one pressed in the moment a page is drawn anew may be lost."""
    for _ in range(4):
        page.keyboard.press(key)
        try:
            return expect(shown).to_be_visible(timeout=5_000)
        except AssertionError:
            continue
    raise AssertionError(f"{key} shows nothing")


def test_a_judge_is_opened_and_left_by_keyboard_and_back_returns_to_it(study: App, page: Page) -> None:
    visit(page, study)
    page.get_by_role("button", name=JUDGE).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".cm-headline")).to_have_text(JUDGE)
    expect(page.get_by_text("3 requests")).to_be_visible()
    press_to(page, "h", page.get_by_role("button", name=JUDGE))
    page.go_back()
    expect(page.locator(".cm-headline")).to_have_text(JUDGE)


def test_a_run_is_seen_to_go_on_and_to_end_without_a_hand_on_the_page(study: App, page: Page) -> None:
    run = begin(study)
    visit(page, study)
    bar = page.get_by_role("progressbar")
    expect(bar).to_have_accessible_name("4 of 18")
    expect(page.get_by_text("running")).to_be_visible()
    opens = page.get_by_role("button", name=JUDGE)
    opens.focus()
    label(study, JUDGE, "judge", ["full"] * 3, first=5)
    expect(bar).to_have_accessible_name("7 of 18")
    expect(opens).to_be_focused()
    end(study, run)
    expect(page.get_by_text("ended")).to_be_visible()
    expect(page.get_by_text("looked at again")).to_have_count(0)


def test_what_one_opened_stays_open_while_the_page_looks_again(study: App, page: Page) -> None:
    run = begin(study)
    with writing(study.engine) as session:
        now = datetime.now(UTC)
        bulk = intend_bulk(session, [Sending(run, "bulk", {}, "text", now)], "token", "sha", now)
        ended(session, bulk.bulk_id, now, "the file expired")
    visit(page, study, "Runs")
    expect(page.get_by_text("the file expired")).to_be_hidden()
    page.get_by_text("what went wrong").click()
    expect(page.get_by_text("the file expired")).to_be_visible()
    with writing(study.engine) as session:
        begin_attempts(session, [Sending(run, f"more{number}", {}, "text", now) for number in range(76)])
    expect(page.get_by_text("77 requests")).to_be_visible()
    expect(page.get_by_text("the file expired")).to_be_visible()
    end(study, run)


def test_a_raw_reply_opens_as_it_came_and_nothing_in_it_happens(study: App, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: pytest.fail(f"a reply did something: {dialog.message}"))
    visit(page, study, "Failed")
    expect(page.get_by_text(f"Well, {HOSTILE}", exact=True)).to_be_visible()
    expect(page.get_by_text(RAW, exact=True)).to_be_hidden()
    page.get_by_text("Raw reply: all of it").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text(RAW, exact=True)).to_be_visible()
    assert all(url.startswith((study.url, "ws://127.0.0.1", "data:", "blob:")) for url in asked)


def test_a_difference_leads_to_its_cell_on_the_agreement_screen(study: App, page: Page) -> None:
    visit(page, study, "Disagreements")
    page.get_by_role("button", name="partial", exact=True).click()
    expect(page.get_by_role("heading", name="Judge full, people partial: 1 pairs of labels")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/agreement\?.*question=support"))
    chosen = page.get_by_role("button", name="judge full, people partial")
    expect(chosen).to_have_attribute("aria-pressed", "true")


def test_a_command_is_shown_to_be_copied(study: App, page: Page) -> None:
    visit(page, study, "Runs")
    page.get_by_role("button", name="How to go on").click()
    expect(page.get_by_text(f"countermark judge retry '{STUDY}' --question support")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_is_readable_on_its_background_and_fits_a_small_screen(
    study: App, browser: Browser, scheme: str
) -> None:
    for part in (None, "Runs", "Failed", "Disagreements"):
        context = person_at(browser, study.url, "Robin", color_scheme=scheme)
        page = context.new_page()
        visit(page, study, part)
        page.wait_for_timeout(300)
        assert page.evaluate(CONTRAST.read_text()) == []
        for table in page.locator(".cm-tables").all():
            assert table.evaluate("(node) => node.scrollWidth - node.clientWidth") <= 0
        context.close()
