"""The app as a whole: what it refuses to answer, its headers, and its colours."""

from __future__ import annotations

import pkgutil

import pytest
from asking import ask
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

import annotate
from annotate.app import LOCAL_HOSTS, Guard, build_app
from annotate.screens.table import SCREENS, screen_for
from annotate.theme import CONFIG
from data.questions import QUESTIONS

INNER = Starlette(routes=[Route("/{rest:path}", lambda request: PlainTextResponse("inside"))])


def test_the_servers_own_figures_are_closed_and_the_rest_passes_with_headers() -> None:
    app = Guard(INNER)
    assert ask(app, "/_stcore/metrics").status == 404
    reply = ask(app, "/support")
    assert (reply.status, reply.body) == (200, "inside")
    assert reply.headers["x-frame-options"] == "DENY"
    assert reply.headers["referrer-policy"] == "no-referrer"
    assert "img-src 'self' data: blob:" in reply.headers["content-security-policy"]


def test_the_app_stands_on_our_routes(sqlite_address: str) -> None:
    app = build_app(sqlite_address)
    assert app.script_path.name == "entry.py"
    assert LOCAL_HOSTS == ("127.0.0.1", "localhost")


def test_options_keep_the_server_quiet_and_quick() -> None:
    assert CONFIG["server.fileWatcherType"] == "none"
    assert CONFIG["browser.gatherUsageStats"] is False
    assert CONFIG["client.showErrorDetails"] == "none"
    assert CONFIG["runner.postScriptGC"] is False


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("front", "behind"),
    [
        ("textColor", "backgroundColor"),
        ("textColor", "secondaryBackgroundColor"),
        ("linkColor", "backgroundColor"),
        ("redTextColor", "redBackgroundColor"),
        (None, "primaryColor"),
    ],
)
def test_colours_of_text_stand_out_from_what_lies_behind(scheme: str, front: str | None, behind: str) -> None:
    colour = str(CONFIG[f"theme.{scheme}.{front}"]) if front else "#ffffff"  # buttons write in white
    assert contrast(colour, str(CONFIG[f"theme.{scheme}.{behind}"])) >= 4.5


def contrast(one: str, other: str) -> float:
    """The ratio WCAG defines, from 1 to 21."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_contrast_is_measured_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)  # the usual example of a near miss


def test_the_queue_is_home_and_each_question_has_at_most_one_screen() -> None:
    assert SCREENS[0].path == "queue"
    asked = [screen.question for screen in SCREENS if screen.question]
    assert len(asked) == len(set(asked))
    assert set(asked) <= set(QUESTIONS)
    assert screen_for("support") in SCREENS
    assert screen_for("depth") is None


def test_no_module_of_the_app_hides_a_package_when_its_folder_comes_first_on_the_path() -> None:
    names = {module.name for module in pkgutil.iter_modules(annotate.__path__)}
    assert names.isdisjoint({"data", "judges", "agreement", "tests", "pages", "queue", "typing", "select", "signal"})
