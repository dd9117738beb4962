"""What a study contains is shown as it is and does nothing; what others labelled reaches no page."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from app_server import App
from app_study import FIRST_WORDS, HOSTILE, SYSTEM, Size, app_study
from browser import person_at
from playwright.sync_api import Browser, Page, WebSocket, expect
from records import NOON
from sqlmodel import select

from data.engine import writing
from data.raters import rater_named
from data.studies import study_named
from data.tables import Draft, Label, Unit

pytestmark = pytest.mark.browser

JUDGE, OTHER, SECRET = "judge-of-secret-name", "other-person", "SECRET-JUSTIFICATION"


@dataclass
class Heard:
    """Everything that reached a page: bodies of answers and frames of websockets, and where it asked for more."""

    texts: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)


def listen(page: Page) -> Heard:
    """Keep everything that reaches the page from now on."""
    heard = Heard()

    def frames(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.texts.append(_readable(frame)))

    page.on("websocket", frames)
    page.on("request", lambda request: heard.asked.append(request.url))
    page.on("dialog", lambda dialog: (heard.dialogs.append(dialog.message), dialog.dismiss()))
    return heard


def _readable(frame: str | bytes) -> str:
    return frame if isinstance(frame, str) else frame.decode("utf-8", "replace")


def test_hostile_text_is_shown_letter_for_letter_and_runs_nothing(app: App, browser: Browser) -> None:
    app_study(app.engine, "hostile **x** `y` $z$", Size(answers=2))
    context = person_at(browser, app.url, "Kim **k** <b>")
    page = context.new_page()
    heard = listen(page)
    page.goto(f"{app.url}/?study=hostile%20**x**%20%60y%60%20%24z%24&batch=support%20batch")
    expect(page.get_by_text(f"invented {HOSTILE}", exact=True)).to_be_visible()
    expect(page.get_by_text("You label as Kim **k** <b>.", exact=True)).to_be_visible()
    expect(page.get_by_label("Study")).to_have_value("hostile **x** `y` $z$")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("grid")).to_be_visible()
    statements = page.get_by_role("document", name="Answer")
    expect(statements).to_contain_text(HOSTILE)
    expect(page.get_by_text(f"How much carp is there? {HOSTILE}", exact=True)).to_be_visible()
    text = page.get_by_role("document", name="Source text")
    expect(text).to_contain_text(FIRST_WORDS[1:])
    page.get_by_role("tab", name="Source 3").click()
    expect(text).to_contain_text(HOSTILE)
    page.get_by_role("tab", name="Source 2").click()
    expect(page.get_by_text("javascript:alert(1)", exact=True)).to_be_visible()
    assert page.locator("a[href^='javascript']").count() == 0
    page.keyboard.press("g")
    expect(page.get_by_role("dialog")).to_contain_text(f"Read it all. {HOSTILE}")
    page.wait_for_timeout(300)
    assert heard.dialogs == []
    assert {url.split("/")[2] for url in heard.asked if url.startswith("http")} == {app.url.split("/")[2]}
    assert page.locator("img[src='x']").count() == 0
    context.close()


def test_nothing_of_judges_or_other_people_reaches_a_page(app: App, browser: Browser) -> None:
    app_study(app.engine, "blind", Size(answers=2))
    _others_label(app, "blind")
    context = person_at(browser, app.url, "Kim")
    bodies: list[str] = []
    context.on("response", lambda answer: bodies.append(_body(answer)) if _own(answer.url) else None)
    page = context.new_page()
    heard = listen(page)
    page.goto(f"{app.url}/?study=blind&batch=support%20batch")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("suggested 1 of")).to_be_visible()
    for key in "fp":
        page.keyboard.press(key)
    expect(page.get_by_role("status")).to_contain_text("cell 2 of 9")
    page.goto(f"{app.url}/confidence?study=blind&batch=confidence%20batch")
    expect(page.get_by_role("group", name="Confidence")).to_be_visible()
    everything = "\n".join([*heard.texts, *bodies, page.content()])
    assert "tonnes of carp" in everything, "the test must have heard what is meant to be shown"
    for secret in (JUDGE, OTHER, SECRET, SYSTEM):
        assert secret not in everything
    context.close()


@pytest.mark.parametrize("name", ["a/b", "a\0b", " outside ", "x" * 3_000, ""])
def test_a_cookie_that_holds_no_name_is_nobody(app: App, browser: Browser, name: str) -> None:
    context = person_at(browser, app.url, name)
    page = context.new_page()
    page.goto(app.url)
    expect(page.get_by_role("heading", name="Who is labelling?")).to_be_visible()
    context.close()


def test_signed_addresses_open_one_source_each_and_nothing_else(app: App, browser: Browser) -> None:
    app_study(app.engine, "signed", Size(answers=1))
    context = person_at(browser, app.url, "Kim")
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/source/" in request.url else None)
    page.goto(f"{app.url}/support?study=signed&batch=support%20batch")
    expect(page.get_by_text("suggested 1 of")).to_be_visible()
    page.get_by_role("tab", name="Source 2").click()
    page.get_by_role("tab", name="Source 1").click()
    page.get_by_role("tab", name="Source 2").click()
    expect(page.get_by_text("suggested 1 of")).to_be_visible()
    assert len(asked) == 2, "a text is sent once"
    whole = context.request.get(asked[0])
    assert (whole.status, whole.headers["cache-control"]) == (200, "no-store")
    assert whole.headers["content-type"].startswith("text/plain")
    assert context.request.get(asked[0].replace("/1?", "/2?")).status == 403
    assert context.request.get(asked[0][:-1] + ("0" if asked[0][-1] != "0" else "1")).status == 403
    context.close()


def _own(url: str) -> bool:
    return any(part in url for part in ("/source/", "/passages/"))


def _body(answer: object) -> str:
    return str(answer.text())  # type: ignore[attr-defined]


def _others_label(app: App, study_name: str) -> None:
    """A judge and another person have labelled every unit, the latter in drafts too."""
    with writing(app.engine) as session:
        study = study_named(session, study_name)
        judge = rater_named(session, study, JUDGE, "judge", "import")
        other = rater_named(session, study, OTHER, "human", "app")
        for unit in session.exec(select(Unit).where(Unit.study_id == study.id)):
            value = {"support": "contradicts", "confidence": "5"}.get(unit.question)
            if value is None:
                continue
            given = {"unit_id": unit.id, "value": value, "justification": SECRET}
            for rater in (judge, other):
                session.add(Label(**given, rater_id=rater.id, question_version="1", created_at=NOON))
            session.add(Draft(**given, rater_id=other.id, saved_at=NOON))
