"""Import in a real browser: a table gets its meaning by keyboard, comes in by one press, and stays plain text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from app_server import App
from app_study import HOSTILE, Size, app_study
from browser import person_at
from playwright.sync_api import Browser, Locator, Page, expect
from sqlmodel import select

from data.engine import reading
from data.importing.mapping_file import read_mapping
from data.studies import studies
from data.tables import Label, Rater

pytestmark = pytest.mark.browser

CONTRAST = Path(__file__).parent.parent / "lib" / "contrast.js"
STUDY = "import study"
LABELS = f"""thing,who,verdict,{HOSTILE}
a1/1/1,Zoe,yes,{HOSTILE}
a1/2/2,Zoe,none,x
"""


@pytest.fixture(scope="module")
def study(app: App) -> App:
    """The app with a study of one answer."""
    app_study(app.engine, STUDY, Size(answers=1))
    return app


@pytest.fixture
def page(study: App, browser: Browser) -> Iterator[Page]:
    context = person_at(browser, study.url, "Robin", accept_downloads=True)
    yield context.new_page()
    context.close()


def with_file(page: Page, study: App, name: str, content: str, into: str = STUDY) -> None:
    page.goto(f"{study.url}/bring_in?study={into}")
    expect(page.get_by_text("Nothing is written before you press")).to_be_visible()
    file = {"name": name, "mimeType": "text/plain", "buffer": content.encode()}
    page.locator("input[type=file]").first.set_input_files(file)  # type: ignore[arg-type]
    expect(page.get_by_text(f"{name}: ")).to_be_visible()


def column(page: Page, heading: str) -> Locator:
    return page.get_by_role("combobox", name=heading, exact=True)


def expect_choice(box: Locator, words: str) -> None:
    expect(box.locator("option:checked")).to_have_text(words)


def test_columns_and_labels_get_their_meaning_by_keyboard_and_come_in_once(study: App, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with_file(page, study, "theirs.csv", LABELS)
    expect_choice(column(page, "verdict"), "value: the label")
    expect_choice(column(page, HOSTILE), "not read")
    column(page, "thing").focus()
    page.keyboard.press("Home")
    expect_choice(column(page, "thing"), "not read")
    expect(page.get_by_text("unit (the key of what is labelled)")).to_be_visible()
    expect(column(page, "thing")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect_choice(column(page, "thing"), "unit: the key of what is labelled")
    expect(page.get_by_text("unit (the key of what is labelled)")).to_have_count(0)
    column(page, "who").select_option("rater: who labelled")
    for asks, said, answer in (("Question", "question", "support"), ("Kind of rater", "rater_kind", "human")):
        box = page.get_by_role("combobox", name=asks, exact=True)
        box.click()
        box.fill(answer)
        box.press("Enter")
        expect(box).to_have_value(answer)
        expect(page.get_by_text(f"{said} (")).to_have_count(0)
    column(page, "support: yes").select_option("full")
    expect_choice(column(page, "support: yes"), "full")
    expect(page.get_by_text("into study")).to_be_visible()
    page.get_by_role("button", name="Import", exact=True).dblclick()
    expect(page.get_by_text("theirs.csv into study 'import study': 3 new, 0 unchanged")).to_be_visible()
    with reading(study.engine) as session:
        labels = session.exec(select(Label.value).join(Rater).where(Rater.name == "Zoe")).all()
    assert sorted(value or "" for value in labels) == ["full", "none"]
    assert all(url.startswith((study.url, "ws://127.0.0.1", "data:", "blob:")) for url in asked)


def test_a_mapping_goes_home_and_a_new_study_is_typed(study: App, page: Page, tmp_path: Path) -> None:
    with_file(page, study, "reports.csv", 'prompt,model,response\nHow loud?,Orion,"Loud [1]."\n', into="")
    page.get_by_role("button", name="Mapping as a file").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Keep this mapping").click()
    download.value.save_as(tmp_path / "kept.toml")
    assert read_mapping(tmp_path / "kept.toml").columns == {
        "text": "response",
        "query_text": "prompt",
        "system": "model",
    }
    page.keyboard.press("Escape")
    box = page.get_by_role("combobox", name="Into the study")
    box.fill("fog new")
    box.press("Enter")
    expect(page.get_by_text("into the new study 'fog new'")).to_be_visible()
    with reading(study.engine) as session:
        assert "fog new" not in [one.name for one in studies(session)]
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("Imported.")).to_be_visible()
    with reading(study.engine) as session:
        assert "fog new" in [one.name for one in studies(session)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_is_readable_on_its_background_and_fits_a_small_screen(
    study: App, browser: Browser, scheme: str
) -> None:
    context = person_at(browser, study.url, "Robin", color_scheme=scheme)
    page = context.new_page()
    with_file(
        page,
        study,
        "wide.csv",
        f"unit,Ada,Ben,question,{HOSTILE}\na1/1/1,full,none,support,{HOSTILE * 3}\na1/1/2,none,full,support,x\n",
    )
    expect(page.get_by_text("The first rows made of it")).to_be_visible()
    page.wait_for_timeout(300)
    assert page.evaluate(CONTRAST.read_text()) == []
    for table in page.locator(".cm-tables").all():
        assert table.evaluate("(node) => node.scrollWidth - node.clientWidth") <= 0
    context.close()
