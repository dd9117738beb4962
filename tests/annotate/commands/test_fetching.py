"""``countermark fetch`` and ``countermark source`` as people type them, against a site on 127.0.0.1."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from import_files import native_file
from site_server import Page, Site, article, site
from typer.testing import CliRunner, Result

from annotate import cli
from data.errors import InputError, NotFound

pytestmark = pytest.mark.whole

Run = Callable[..., Result]

TEXT = "Black tea wants boiling water. Green tea turns bitter."


def runner(address: str) -> Run:
    def run(*arguments: str) -> Result:
        return CliRunner().invoke(
            cli.app, [*arguments, "--database", address], env={"COLUMNS": "200"}, catch_exceptions=False
        )

    return run


@pytest.fixture(scope="module")
def served() -> Iterator[Site]:
    with site({"/tea": Page(article(TEXT)), "/shut": Page(status=403), "/ill": Page(status=500)}) as served:
        yield served


@pytest.fixture(scope="module")
def tea(served: Site, migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An answer with a source that can be read, one that refuses, one without address, and one that was given."""
    folder, answer = tmp_path_factory.mktemp("tea"), "Tea is good [1]."
    rows = [
        {"kind": "query", "key": "q", "text": "Tea?", "type": "other"},
        {"kind": "source", "key": "leaf", "url": served.url("/tea"), "status": "not fetched"},
        {"kind": "source", "key": "club", "url": served.url("/shut"), "status": "not fetched"},
        {"kind": "source", "key": "book", "status": "not fetched"},
        {"kind": "source", "key": "note", "url": served.url("/tea"), "status": "ok", "text": "Given."},
        {"kind": "answer", "key": "a", "query": "q", "system": "Pot", "text": answer,
         "sources": ["leaf", "club", "book", "note"]},
        {"kind": "statement", "answer": "a", "position": 1, "text": answer, "start": 0, "end": len(answer)},
        {"kind": "rater", "name": "Ada", "rater_kind": "human"},
        {"kind": "label", "question": "support", "rater": "Ada", "answer": "a", "statement": 1, "source": 4,
         "value": "none"},
    ]  # fmt: skip
    database = Path(shutil.copy(migrated_file, folder / "tea.db"))
    runner(str(database))("import", str(native_file(folder, rows)), "--study", "tea")
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return database


@pytest.fixture
def run(tea: Path, tmp_path: Path) -> Run:
    """Commands on a copy of the study."""
    return runner(str(shutil.copy(tea, tmp_path / "copy.db")))


def fetch(run: Run, served: Site, *more: str) -> Result:
    return run("fetch", "tea", "--allow", served.place, "--host-delay", "0", *more)


def test_sources_are_fetched_and_counted_and_failures_named(run: Run, served: Site) -> None:
    result = fetch(run, served)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "2 sources fetched: ok 1, blocked 1",
        "  club: blocked: the site refuses (403)",
        "1 without an address: give the text with `countermark source`",
        "study 'tea' now: ok 2, blocked 1, not fetched 1",
    ]
    exported = [json.loads(line) for line in run("export", "tea").stdout.splitlines()]
    assert next(row["text"] for row in exported if row.get("key") == "leaf").endswith(TEXT)
    assert fetch(run, served).stdout.splitlines()[0] == "0 sources fetched: nothing was left to fetch"
    assert fetch(run, served, "--again").stdout.splitlines()[0] == "1 source fetched: blocked 1"


def test_a_text_under_labels_stays_and_the_exit_code_says_so(run: Run, served: Site) -> None:
    result = fetch(run, served, "--only", "note")
    assert result.exit_code == 1
    assert "1 brought another text than the one that labels rest on, which stays" in result.stdout
    served.pages["/tea"], page = Page(status=404), served.pages["/tea"]
    try:
        result = fetch(run, served, "--only", "note")
    finally:
        served.pages["/tea"] = page
    assert result.exit_code == 0
    assert "1 failed, and keep the text they had" in result.stdout
    assert run("source", "tea", "note").stdout == f"note: ok, 6 characters, {served.url('/tea')}\n"


def test_a_source_that_was_not_reached_can_be_fetched_later(run: Run, served: Site) -> None:
    served.pages["/shut"] = Page(status=500)
    try:
        assert fetch(run, served).exit_code == 1
        assert fetch(run, served).stdout.startswith("1 source fetched: not fetched 1")
    finally:
        served.pages["/shut"] = Page(status=403)


def test_nothing_private_is_reached_unless_allowed(run: Run, served: Site) -> None:
    before = len(served.asked)
    result = run("fetch", "tea", "--host-delay", "0", "--port", str(served.port))
    assert "  leaf: blocked: not a public address: 127.0.0.1" in result.stdout
    assert len(served.asked) == before


def test_json_says_what_came_of_each_source(run: Run, served: Site, tmp_path: Path) -> None:
    said = json.loads(fetch(run, served, "--json", "--keep-raw", str(tmp_path / "raw")).stdout)
    by_key = {one["key"]: one for one in said}
    assert by_key["club"] == {
        "key": "club", "url": served.url("/shut"), "status": "blocked", "outcome": "stored",
        "why": "the site refuses (403)", "final_url": served.url("/shut"), "content_type": "text/html; charset=utf-8",
        "size": None, "boilerplate": None, "raw_sha256": None,
    }  # fmt: skip
    assert by_key["leaf"]["size"] == len(article(TEXT))
    assert (tmp_path / "raw" / by_key["leaf"]["raw_sha256"]).read_bytes() == article(TEXT)


def test_robots_are_obeyed_unless_told_otherwise(run: Run, served: Site) -> None:
    served.pages["/robots.txt"] = Page(b"User-agent: *\nDisallow: /tea\n", content_type="text/plain")
    try:
        assert "leaf: blocked: the site's robots.txt forbids it" in fetch(run, served).stdout
        assert fetch(run, served, "--only", "leaf", "--ignore-robots").stdout.startswith("1 source fetched: ok 1")
    finally:
        del served.pages["/robots.txt"]


def test_a_long_list_of_failures_is_cut(run: Run, served: Site, tmp_path: Path) -> None:
    rows = [
        {"kind": "source", "key": f"s{n}", "url": served.url(f"/none{n}"), "status": "not fetched"} for n in range(23)
    ]
    run("import", str(native_file(tmp_path, rows)), "--study", "lost")
    result = run("fetch", "lost", "--allow", served.place, "--host-delay", "0")
    assert "  and 3 more; `countermark source lost` lists all" in result.stdout
    assert run("source", "lost").stdout.count("not found, the page is not there (404), http://") == 23


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--allow", "a:b:c"), "is no host"),
        (("--port", "0"), "is no port"),
        (("--timeout", "0"), "above 0"),
        (("--max-size", "0"), "above 0"),
        (("--host-delay", "-1"), "no pause"),
        (("--reader", "x"), "begins with http"),
        (("--only", "book"), "has no address"),
    ],
)
def test_what_cannot_be_done_is_told(run: Run, options: tuple[str, str], words: str) -> None:
    with pytest.raises(InputError, match=words):
        run("fetch", "tea", *options)


def test_a_text_or_a_saved_page_is_given_by_hand(run: Run, tmp_path: Path) -> None:
    text, page = tmp_path / "book.txt", tmp_path / "club.html"
    text.write_bytes("\ufeffOf tea, 東京.\r\n".encode())
    page.write_bytes(article(TEXT))
    assert run("source", "tea", "book", "--text", str(text)).stdout == "book: ok, 13 characters, given by hand\n"
    assert "club: ok, 62 characters, given by hand" in run("source", "tea", "club", "--saved", str(page)).stdout
    said = json.loads(run("source", "tea", "book", "--json").stdout)
    assert [(one["status"], one["way"], one["length"]) for one in said] == [("ok", "hand", 13)]
    assert said[0]["at"].startswith("20")
    rows = [json.loads(line) for line in run("export", "tea").stdout.splitlines()]
    assert next(row["text"] for row in rows if row.get("key") == "book") == "Of tea, 東京.\r\n"


def test_what_is_wrong_with_a_text_by_hand_is_told(run: Run, tmp_path: Path) -> None:
    file, odd = tmp_path / "note.txt", tmp_path / "odd.txt"
    file.write_text("Another text.")
    odd.write_bytes(b"\xff\xfe\0")
    for arguments, words in (
        (("note", "--text", str(file)), "labels rest on"),
        (("book", "--text", str(odd)), "not UTF-8"),
        (("book", "--saved", "/dev/null"), "no text was found"),
        (("book", "--text", str(file), "--saved", str(file)), "not both"),
        (("--text", str(file)), "name the source"),
    ):
        with pytest.raises(InputError, match=words):
            run("source", "tea", *arguments)
    with pytest.raises(NotFound, match="no source 'nope'"):
        run("source", "tea", "nope", "--text", str(file))


def test_what_reads_pages_is_loaded_by_the_first_page() -> None:
    script = (
        "import sys, data.sources\n"
        "print([name for name in ('httpx2', 'httpcore2', 'protego') if name in sys.modules])\n"
        "import annotate.commands.fetching, annotate.commands.source\n"
        "print([name for name in ('trafilatura', 'pypdf', 'lxml', 'charset_normalizer') if name in sys.modules])\n"
    )
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert loaded == "[]\n[]\n"
