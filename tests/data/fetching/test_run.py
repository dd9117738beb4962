"""Many sources at once: each address asked once, every result stored by itself."""

from __future__ import annotations

import pytest
from records import later, small_study
from site_server import Page, article, site
from sqlalchemy import Engine

from data.engine import reading, writing
from data.fetching.fetch import Fetcher, Settings
from data.fetching.guard import allowed_of
from data.fetching.run import _in_turn, fetch_all
from data.sources import counts_by_status, source_lines, wanted_sources
from data.studies import study_named
from data.tables import Source
from data.tables.types import stored

BEES = Page(article("Bees dance to tell where flowers are."))


def with_sources(engine: Engine, urls: dict[str, str]) -> None:
    """A study whose sources to be fetched are these."""
    with writing(engine) as session:
        study = small_study(session, answers=1).study
        for key, url in urls.items():
            session.add(Source(study_id=stored(study.id), key=key, url=url, status="not fetched"))


def fetcher(allowed: str) -> Fetcher:
    return Fetcher(Settings(allowed=allowed_of([allowed]), host_delay=0))


def test_each_address_is_asked_once_and_each_source_gets_its_own(engine: Engine) -> None:
    with site({"/bees": BEES}) as served:
        urls = {"one": served.url("/bees"), "two": f" {served.url('/bees')}", "lost": served.url("/lost")}
        with_sources(engine, urls)
        with reading(engine) as session:
            wanted = wanted_sources(session, study_named(session, "small"))
        done = list(fetch_all(engine, wanted, fetcher(served.place), lambda: later(9)))
        assert sorted(served.asked) == ["/bees", "/lost", "/robots.txt"]
    assert sorted((one.key, one.fetched.status, one.outcome) for one in done) == [
        ("lost", "not found", "stored"), ("one", "ok", "stored"), ("two", "ok", "stored")
    ]  # fmt: skip
    with reading(engine) as session:
        study = study_named(session, "small")
        assert counts_by_status(session, study) == {"ok": 4, "paywall": 1, "not found": 1}
        assert [line.at for line in source_lines(session, study)][-3:] == [later(9)] * 3


def test_what_was_given_out_is_stored_when_the_run_breaks_off(engine: Engine) -> None:
    with site({f"/{number}": BEES for number in range(20)}) as served:
        with_sources(engine, {f"s{number}": served.url(f"/{number}") for number in range(20)})
        with reading(engine) as session:
            wanted = wanted_sources(session, study_named(session, "small"))
        run = fetch_all(engine, wanted, fetcher(served.place), lambda: later(9))
        for _ in range(3):
            next(run)
        run.close()  # type: ignore[attr-defined]
    with reading(engine) as session:
        left = wanted_sources(session, study_named(session, "small"))
    assert len(left) == 17


def test_nothing_to_fetch_is_no_work(engine: Engine) -> None:
    assert list(fetch_all(engine, [], fetcher("127.0.0.1"), lambda: later(9))) == []


@pytest.mark.parametrize("strange", ["http://[bad/", "", "no address"])
def test_hosts_take_turns(strange: str) -> None:
    urls = ["http://a/1", "http://a/2", "http://A/3", "http://b/1", "http://a/4", "http://b/2", strange]
    turns = list(_in_turn(urls))
    assert turns[:2] == ["http://a/1", "http://b/1"]
    assert sorted(turns) == sorted(url for url in urls if url)
