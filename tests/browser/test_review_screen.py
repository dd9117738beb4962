"""Review in a real browser: by keyboard and by mouse, with texts as they are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from app_server import App
from app_study import HOSTILE
from browser import person_at, status
from playwright.sync_api import Browser, Locator, Page, expect
from records import later
from review_study import TEXT, of, review_study
from sqlmodel import select

from data.engine import reading, writing
from data.raters import rater_named
from data.review import Reviewed, reviewed
from data.tables import Label, Unit

pytestmark = pytest.mark.browser

CONTRAST = Path(__file__).parent.parent / "lib" / "contrast.js"
EMOJI = "🌅 Tea 東京 is old [1] and loved. x[1] is not.\n\n[1] https://leaf.example/old\n"
_names = (f"tea {number}" for number in count(1))


@pytest.fixture
def page(app: App, browser: Browser) -> Iterator[Page]:
    context = person_at(browser, app.url, "Ada")
    yield context.new_page()
    context.close()


def opened(app: App, page: Page, *texts: str) -> str:
    """A new study of these answers with the first one on the page; the study's name."""
    study = next(_names)
    review_study(app.engine, texts or (TEXT, TEXT), study)
    page.goto(f"{app.url}/review_answer?study={study}&answer=r1")
    expect(page.get_by_role("document", name="Answer")).to_be_visible()
    return study


def stored(app: App, study: str, answer: str = "r1") -> Reviewed:
    with reading(app.engine) as session:
        return reviewed(session, of(session, study), answer)


def cites(app: App, study: str) -> list[tuple[int, ...]]:
    return [statement.cites for statement in stored(app, study).statements]


def chosen(page: Page) -> Locator:
    return page.get_by_role("region", name="Chosen")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_citations_are_walked_explained_and_decided_by_keyboard(app: App, page: Page) -> None:
    study = opened(app, page)
    expect(chosen(page)).to_contain_text("numbers in square brackets cite the entries so numbered")
    press(page, "ArrowRight", "ArrowRight")
    expect(chosen(page)).to_contain_text("Looks like a citation")
    expect(chosen(page)).to_contain_text("the index of an array")
    press(page, "ArrowLeft", "t")
    expect(status(page)).to_contain_text("it is text")
    expect(chosen(page)).to_contain_text("Ada decided this")
    assert cites(app, study)[0] == (1,)
    press(page, "r")
    expect(status(page)).to_contain_text("it is a citation")
    assert cites(app, study)[0] == (1, 2)


def test_the_keyboard_goes_from_one_doubtful_mark_to_the_next(app: App, page: Page) -> None:
    opened(app, page)
    expect(page.get_by_role("button", name="worth a look (2)")).to_be_visible()
    press(page, "n")
    expect(chosen(page)).to_contain_text("Looks like a citation")
    press(page, "n")
    expect(chosen(page)).to_contain_text("not in the answer's list")
    press(page, "c")
    page.get_by_role("textbox", name="Numbers of sources").fill("4")
    press(page, "Enter")
    page.get_by_role("button", name="worth a look (1)").click()
    expect(chosen(page)).to_contain_text("Looks like a citation")


def test_a_citation_is_given_other_sources_in_a_dialog(app: App, page: Page) -> None:
    study = opened(app, page)
    press(page, "c")
    box = page.get_by_role("textbox", name="Numbers of sources")
    expect(box).to_be_focused()
    page.keyboard.type("9")
    press(page, "Enter")
    expect(page.get_by_text("9 is none of them")).to_be_visible()
    box.fill("4")
    page.get_by_role("button", name="3 Rain").click()
    expect(box).to_have_value("4, 3")
    page.get_by_role("textbox", name="Why").fill("it says so")
    press(page, "Enter")
    expect(chosen(page)).to_contain_text("“it says so”")
    assert cites(app, study)[0] == (2, 3, 4)
    press(page, "h")
    expect(page.get_by_text("“[1]” cites 4, 3 (it says so)")).to_be_visible()


def test_a_statement_is_split_at_a_word_merged_again_left_out_and_taken_in(app: App, page: Page) -> None:
    study = opened(app, page)
    press(page, "ArrowDown", "ArrowUp", "x")
    expect(page.get_by_text("Split the statement")).to_be_visible()
    for _ in range(8):
        press(page, "ArrowLeft")
    for _ in range(3):  # is, old, and: never inside [1]
        press(page, "ArrowRight")
    press(page, "Enter")
    expect(status(page)).to_contain_text("statement split")
    assert [one.text for one in stored(app, study).statements][:2] == ["Tea is old [1]", "and it is loved [2]."]
    press(page, "m")
    expect(status(page)).to_contain_text("statements merged")
    press(page, "o")
    expect(chosen(page)).to_contain_text("left out by a person")
    assert len(stored(app, study).statements) == 4
    press(page, "o")
    expect(status(page)).to_contain_text("it is a statement")
    press(page, "u")
    expect(status(page)).to_contain_text("change undone")
    assert len(stored(app, study).statements) == 4


def test_a_place_to_split_is_clicked_and_escape_leaves_everything_as_it_is(app: App, page: Page) -> None:
    study = opened(app, page)
    page.get_by_text("The matrix m").click()
    press(page, "x", "Escape")
    expect(page.get_by_text("Split the statement")).to_have_count(0)
    press(page, "x")
    page.locator(".cm-word", has_text="holds").click()
    page.get_by_role("button", name="cut here").click()
    expect(status(page)).to_contain_text("statement split")
    assert [one.text for one in stored(app, study).statements][1:3] == ["The matrix m[1]", "holds it."]


def test_selected_text_becomes_a_citation_at_the_right_code_points(app: App, page: Page) -> None:
    study = opened(app, page, EMOJI)
    page.locator(".cm-row-text").first.evaluate("""(row) => {
        const [leaf, range] = [row.firstChild, document.createRange()];
        range.setStart(leaf, 3); // the sun takes two units
        range.setEnd(leaf, 9);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        row.dispatchEvent(new MouseEvent("mouseup", { bubbles: true, composed: true }));
    }""")
    expect(chosen(page)).to_contain_text("Selected text")
    press(page, "c")
    page.get_by_role("textbox", name="Numbers of sources").fill("1")
    press(page, "Enter")
    expect(status(page)).to_contain_text("it is a citation")
    mark = stored(app, study).marks[0]
    assert EMOJI[mark.start : mark.end] == "Tea 東京"
    assert mark.positions == (1,)


def test_all_is_right_goes_to_the_next_answer_and_then_to_the_list(app: App, page: Page) -> None:
    study = opened(app, page)
    press(page, "Control+Enter")
    expect(page.get_by_text("answer 2 of 2 · 1 reviewed")).to_be_visible()
    expect(status(page)).to_contain_text("r1 is reviewed")
    press(page, "[")
    expect(page.get_by_text("reviewed by Ada")).to_be_visible()
    press(page, "]")
    expect(page.get_by_text("answer 2 of 2 · 1 reviewed")).to_be_visible()
    page.reload()
    expect(page.get_by_text("answer 2 of 2 · 1 reviewed")).to_be_visible()
    page.get_by_role("button", name="all is right, next").click()
    expect(page.get_by_text("2 of 2 answers reviewed")).to_be_visible()
    assert study in page.url.replace("%20", " ").replace("+", " ")
    page.get_by_role("cell").get_by_role("button", name="Open").first.click()
    expect(page.get_by_text("answer 1 of 2 · 2 reviewed")).to_be_visible()


def test_the_list_leads_to_the_next_answer_by_enter(app: App, page: Page) -> None:
    study = next(_names)
    review_study(app.engine, [TEXT], study)
    page.goto(f"{app.url}/review?study={study}")
    expect(page.get_by_text("0 of 1 answers reviewed")).to_be_visible()
    expect(page.get_by_role("cell").get_by_role("button", name="Open")).to_be_visible()  # the page is whole
    press(page, "Enter")
    expect(page.get_by_text("answer 1 of 1 · 0 reviewed")).to_be_visible()
    page.get_by_role("button", name="Back to the list").click()
    expect(page.get_by_role("link", name="Review")).to_be_visible()


def test_a_change_in_another_tab_is_told_and_shown(app: App, page: Page) -> None:
    study = opened(app, page)
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_role("document", name="Answer")).to_be_visible()
    press(other, "t")
    expect(status(other)).to_contain_text("it is text")
    page.bring_to_front()
    press(page, "t")
    expect(page.get_by_role("alert").first).to_contain_text("changed in another window")
    expect(chosen(page)).to_contain_text("Ada decided this")
    assert len(stored(app, study).changes) == 1


def test_statements_under_labels_say_so_and_citations_can_still_be_decided(app: App, page: Page) -> None:
    study = next(_names)
    review_study(app.engine, [TEXT], study)
    with writing(app.engine) as session:
        unit = session.exec(
            select(Unit).where(Unit.study_id == of(session, study).id, Unit.question == "relevance")
        ).first()
        judge = rater_named(session, of(session, study), "judge", "judge", "run")
        assert unit is not None
        row = {"unit_id": unit.id, "rater_id": judge.id, "question_version": "1"}
        session.add(Label(**row, value="relevant", created_at=later(0)))
    page.goto(f"{app.url}/review_answer?study={study}&answer=r1")
    expect(chosen(page)).to_contain_text("Citation")
    press(page, "ArrowDown")
    expect(chosen(page)).to_contain_text("The statements stay as they are: a label rests on them.")
    press(page, "x", "m", "o", "u")
    expect(status(page)).to_contain_text("a label rests on them")
    press(page, "ArrowRight", "t")
    expect(status(page)).to_contain_text("it is text")
    assert len(stored(app, study).statements) == 5


def test_hostile_text_is_shown_as_it_is_and_nothing_is_fetched(app: App, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    opened(app, page, f"{HOSTILE} is said [1].\n\n[1] {HOSTILE} https://leaf.example/")
    expect(page.get_by_text("<script>alert(1)</script>").first).to_be_visible()
    assert page.locator(".cm-app img, .cm-app script").count() == 0
    assert all(url.startswith((app.url, "ws://127.0.0.1", "data:", "blob:")) for url in asked)


def test_an_answer_without_statement_or_citation_can_be_looked_through(app: App, page: Page) -> None:
    opened(app, page, "# Only a heading", "")
    expect(chosen(page)).to_contain_text("No statement: heading")
    press(page, "t", "x", "c", "ArrowLeft", "]")
    expect(page.get_by_text("answer 2 of 2")).to_be_visible()
    expect(chosen(page)).to_contain_text("Nothing chosen")
    press(page, "t", "x", "c", "o", "ArrowDown", "ArrowRight", "Control+Enter")
    expect(page.get_by_text("answer 1 of 2 · 1 reviewed")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_is_readable_on_its_background(app: App, browser: Browser, scheme: str) -> None:
    context = person_at(browser, app.url, "Ada", color_scheme=scheme)
    page = context.new_page()
    opened(app, page)
    press(page, "t")
    expect(status(page)).to_contain_text("it is text")
    press(page, "ArrowDown", "o")
    expect(status(page)).to_contain_text("left out")
    assert page.evaluate(CONTRAST.read_text()) == []
    press(page, "ArrowUp", "x")
    expect(page.get_by_text("Split the statement")).to_be_visible()
    assert page.evaluate(CONTRAST.read_text()) == []
    context.close()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (640, 360)])
def test_every_control_can_be_reached_and_nothing_is_wider_than_the_window(
    app: App, page: Page, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    opened(app, page)
    assert page.locator(".cm-app").evaluate("(node) => node.scrollWidth - node.clientWidth") <= 0
    for name in ("Back to the list", "Answer before", "Answer after", "keys", "it is text", "changes", "all is right"):
        page.get_by_role("button", name=name).click(trial=True)
