"""The page's own arithmetic: times, text places, evidence. Its scripts run alone, with a clock set by the test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from annotate.components.mount import MATRIX

pytestmark = pytest.mark.browser


SHEET = {
    "seat": 1,
    "version": 1,
    "study": "s",
    "batch": "b",
    "notice": None,
    "query": "q",
    "bias": None,
    "answer": "a",
    "done": 0,
    "tasks": 1,
    "corrects": False,
    "guideline": None,
    "anchors": {},
    "labels": ["none", "partial", "full"],
    "statements": [{"n": 1, "text": "one", "cites": []}, {"n": 2, "text": "two", "cites": []}],
    "sources": [
        {
            "n": 1,
            "title": "t",
            "url": "u",
            "status": "ok",
            "length": 4,
            "text_url": "/nowhere",
            "passages_url": "/nowhere",
        }
    ],
    "units": [[11, 1, 1, None, None, None, [], 0, 0], [12, 2, 1, None, None, None, [], 0, 0]],
    "reply": None,
}
"""A matrix of two cells, as Python sends it."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page on which every function of the matrix component can be called."""
    opened = browser.new_page()
    names = "Clock, Outbox, TextPane, MatrixState, offsetsOf, toggled, blocksOf, webAddress, h"
    opened.add_script_tag(
        content=MATRIX.js.replace("export default", f"window.parts = {{ {names} }}; window.mounted =")
    )
    yield opened
    opened.close()


def test_active_time_stops_while_the_tab_is_away_and_wall_time_does_not(page: Page) -> None:
    # open 5 s, away 60 s, back 5 s: 10 s active, 70 s wall; asking twice does not double it
    spent = page.evaluate(
        """() => {
             let now = 0;
             let seen = "visible";
             Object.defineProperty(document, "visibilityState", { get: () => seen });
             const clock = new parts.Clock(() => now);
             const show = (state) => { seen = state; document.dispatchEvent(new Event("visibilitychange")); };
             clock.turnTo(1);
             now = 5000; show("hidden");
             now = 65000; show("visible");
             now = 70000;
             clock.spent(1);
             return clock.spent(1);
           }"""
    )
    assert spent == {"active_ms": 10_000, "wall_ms": 70_000}


def test_an_idle_person_is_active_for_a_minute_only(page: Page) -> None:
    # last touched at 0; touched again at 200 s; asked at 203 s: 60 s and 3 s active
    spent = page.evaluate(
        """() => {
             let now = 0;
             const clock = new parts.Clock(() => now);
             clock.turnTo(1);
             now = 200000; window.dispatchEvent(new Event("pointermove"));
             now = 203000;
             return clock.spent(1);
           }"""
    )
    assert spent == {"active_ms": 63_000, "wall_ms": 203_000}


def test_time_goes_to_the_cell_in_front_and_counts_on_from_before(page: Page) -> None:
    spent = page.evaluate(
        """() => {
             let now = 0;
             const clock = new parts.Clock(() => now);
             clock.begin(1, 500, 900);
             clock.turnTo(1); now = 1000;
             clock.turnTo(2); now = 3000;
             clock.turnTo(1); now = 3500;
             return [clock.spent(1), clock.spent(2)];
           }"""
    )
    assert spent == [{"active_ms": 2_000, "wall_ms": 2_400}, {"active_ms": 2_000, "wall_ms": 2_000}]


TEXTS = ["", "plain", "é combining e\u0301", "東京 has 😀 and 𝔘 and 😀😀", "😀", "\ufeffmark first", "a\r\nb\n\n😀c"]


@pytest.mark.parametrize("text", TEXTS)
def test_places_in_code_points_and_utf_16_units_translate_both_ways(page: Page, text: str) -> None:
    points = list(range(len(text) + 1))
    units = [len(text[:point].encode("utf-16-le")) // 2 for point in points]
    script = """([text, points, units]) => {
      const offsets = parts.offsetsOf(text);
      return [points.map(offsets.toUnit), units.map(offsets.toPoint)];
    }"""
    assert page.evaluate(script, [text, points, units]) == [units, points]


def test_what_is_selected_is_found_at_its_place_whatever_is_marked(page: Page) -> None:
    text = "First line 東京.\n\nSecond 😀 line with a long tail.\nThird."
    start, end = text.index("Second"), text.index("tail")
    script = """([text, from, to, marks]) => {
      const pane = new parts.TextPane(() => {});
      document.body.replaceChildren(pane.node);
      pane.load(text);
      pane.draw(0, marks);
      const leafAt = (place) => {
        const walk = document.createTreeWalker(pane.node, NodeFilter.SHOW_TEXT);
        for (let leaf = walk.nextNode(); leaf; leaf = walk.nextNode()) {
          const begin = pane.starts.get(leaf);
          if (begin !== undefined && place >= begin && place < begin + leaf.length) return [leaf, place - begin];
        }
      };
      const range = document.createRange();
      range.setStart(...leafAt(from));
      range.setEnd(...leafAt(to));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      return [pane.selected(), pane.node.textContent];
    }"""
    unit = len(text[:end].encode("utf-16-le")) // 2
    marks = [
        {"start": 3, "end": unit - 4, "kind": "suggested"},
        {"start": start + 2, "end": unit + 2, "kind": "evidence"},
    ]
    selected, shown = page.evaluate(script, [text, start, unit, marks])
    trimmed = len(text[:end].rstrip().encode("utf-16-le")) // 2
    assert selected == [start, trimmed]
    assert shown == text.replace("\n", "")


@pytest.mark.parametrize(
    ("evidence", "span", "then"),
    [
        ([], [3, 7], [[3, 7]]),
        ([[3, 7]], [3, 7], []),
        ([[3, 9]], [4, 6], []),
        ([[3, 7]], [5, 12], [[3, 12]]),
        ([[3, 7], [20, 30]], [6, 21], [[3, 30]]),
        ([[20, 30]], [1, 2], [[1, 2], [20, 30]]),
    ],
)
def test_evidence_is_put_in_joined_and_taken_out(
    page: Page, evidence: list[Any], span: list[int], then: list[Any]
) -> None:
    assert page.evaluate("([evidence, span]) => parts.toggled(evidence, span)", [evidence, span]) == then


SAID = "const said = (one) => [one.seq, one.entries.map((entry) => [entry.unit_id, entry.value])];"


def test_one_message_is_on_its_way_at_a_time_and_the_next_holds_all_that_is_open(page: Page) -> None:
    sent = page.evaluate(
        f"""() => {{
             {SAID}
             const sent = [];
             const box = new parts.Outbox((message) => sent.push(said(message)), () => {{}});
             box.add([{{ unit_id: 1, value: "full" }}]);
             box.add([{{ unit_id: 2, value: "none" }}, {{ unit_id: 1, value: "partial" }}]);
             box.acknowledged(1); // the first message only: unit 1 changed since
             box.add([{{ unit_id: 3, value: "full" }}]);
             box.acknowledged(1); // heard a second time: nothing new
             box.acknowledged(3);
             box.acknowledged(4);
             return [sent, box.waiting];
           }}"""
    )
    assert sent == [[[1, [[1, "full"]]], [3, [[1, "partial"], [2, "none"]]], [4, [[3, "full"]]]], False]


def test_a_message_nobody_acknowledges_goes_out_again_with_all_that_came_since(page: Page) -> None:
    sent = page.evaluate(
        f"""() => {{
             {SAID}
             const timers = [];
             window.setTimeout = (then, wait) => timers.push([then, wait]);
             const sent = [];
             let late = 0;
             const box = new parts.Outbox((message) => sent.push(said(message)), () => {{ late += 1; }});
             box.add([{{ unit_id: 1, value: "full" }}]);
             box.add([{{ unit_id: 2, value: "none" }}]);
             timers[0][0]();
             timers[1][0]();
             box.acknowledged(2);
             return [sent, late, timers.map((one) => one[1]), box.waiting];
           }}"""
    )
    both = [2, [[1, "full"], [2, "none"]]]
    assert sent == [[[1, [[1, "full"]]], both, both], 2, [3_000, 6_000, 12_000], False]


def test_an_element_built_anew_keeps_what_was_entered_and_sends_it_again(page: Page) -> None:
    sent, shown = page.evaluate(
        """(sheet) => {
             const sent = [];
             const setTriggerValue = (_, value) => sent.push(value);
             const newRoot = () => {
               const host = document.body.appendChild(document.createElement("div"));
               return host.attachShadow({ mode: "open" });
             };
             const draw = (data, parentElement) => window.mounted({ data, parentElement, setTriggerValue });
             const press = (key) => window.dispatchEvent(new KeyboardEvent("keydown", { key }));
             const leave = draw(sheet, newRoot());
             press("f");
             press("p");
             leave();
             press("n"); // nothing is on the page: the key is dead
             const reply = { seq: 1, at: "12:00:00 UTC", filled: 1, units: 2 };
             const second = newRoot();
             draw({ slim: true, seat: 1, version: 1, reply }, second);
             return [sent.map((one) => [one.seq, one.entries.map((entry) => entry.value)]),
               [...second.querySelectorAll("td")].map((cell) => cell.textContent)];
           }""",
        SHEET,
    )
    assert shown == ["F", "P"]
    assert sent[0] == [1, ["full"]]
    assert sent[-1] == [2, ["partial"]]


def test_a_comment_being_typed_survives_a_new_element_and_a_new_sheet(page: Page) -> None:
    typed = page.evaluate(
        """(sheet) => {
             const newRoot = () => {
               const host = document.body.appendChild(document.createElement("div"));
               return host.attachShadow({ mode: "open" });
             };
             const draw = (data, parentElement) => window.mounted({ data, parentElement, setTriggerValue: () => {} });
             const [first, second] = [newRoot(), newRoot()];
             const leave = draw(sheet, first);
             window.dispatchEvent(new KeyboardEvent("keydown", { key: "c" }));
             first.querySelector("textarea").value = "half a sent";
             leave();
             draw({ ...sheet, done: 0, reply: null }, second);
             const dialog = second.querySelector("dialog");
             return [dialog.matches(":modal"), dialog.querySelector("textarea").value];
           }""",
        SHEET,
    )
    assert typed == [True, "half a sent"]


def test_the_key_after_escape_is_taken_and_a_new_dialog_stays_open(page: Page) -> None:
    open_now, titles = page.evaluate(
        """async (sheet) => {
             const host = document.body.appendChild(document.createElement("div"));
             const root = host.attachShadow({ mode: "open" });
             window.mounted({ data: sheet, parentElement: root, setTriggerValue: () => {} });
             const press = (key, target = window) =>
               target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
             press("?");
             press("Escape", root.querySelector("dialog"));
             press("g"); // in the same breath: the browser has told nobody yet that the first dialog is closed
             await new Promise((done) => setTimeout(done, 100));
             const open = [...root.querySelectorAll("dialog[open]")];
             return [open.length, open.map((one) => one.querySelector("h2").textContent)];
           }""",
        SHEET,
    )
    assert (open_now, titles) == (1, ["Guideline"])


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "not an address", "", "file:///etc/passwd"])
def test_only_web_addresses_become_links(page: Page, url: str) -> None:
    assert page.evaluate("(url) => parts.webAddress(url)", url) is None
    assert page.evaluate("() => parts.webAddress('https://example.org/a')") == "https://example.org/a"
