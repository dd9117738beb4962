"""Texts leave only by signed addresses, plain and unstored; names come in only from the page itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from app_study import Size, app_study, source_text, statement_text
from asking import ask
from records import later
from sqlalchemy import Engine
from starlette.applications import Starlette

from annotate.desk import desk_of
from annotate.house import House, house
from annotate.identity import COOKIE, known_people
from annotate.routes import routes
from annotate.signing import Signer
from data.engine import writing
from data.queue import Place, next_place


@pytest.fixture
def home(sqlite_address: str) -> Iterator[House]:
    built = house(sqlite_address)
    app_study(built.engine, "study", Size(answers=1, unreadable=3))
    yield built
    built.engine.dispose()


@pytest.fixture
def app(sqlite_address: str, home: House) -> Starlette:
    return Starlette(routes=routes(sqlite_address))


@pytest.fixture
def place(home: House) -> Place:
    return place_for(home.engine)


def place_for(engine: Engine) -> Place:
    desk = desk_of(engine, "study", "support batch", "Kim")
    with writing(engine) as session:
        found = next_place(session, *desk.of(session), later(0))
    assert isinstance(found, Place)
    return found


def test_a_source_comes_exactly_as_it_is_and_is_kept_by_nobody(app: Starlette, home: House, place: Place) -> None:
    reply = ask(app, home.signer.address("source", place, 2))
    assert (reply.status, reply.body) == (200, source_text(1, 2))
    assert reply.headers["content-type"] == "text/plain; charset=utf-8"
    assert reply.headers["cache-control"] == "no-store"
    assert reply.headers["x-content-type-options"] == "nosniff"


def test_the_best_passage_for_a_statement_is_where_it_stands(app: Starlette, home: House, place: Place) -> None:
    reply = ask(app, home.signer.address("passages", place, 1), "POST", statement_text(1, 1).encode())
    start, end = json.loads(reply.body)["passages"][0]
    assert statement_text(1, 1) in source_text(1, 1)[start:end]


def test_an_address_opens_one_source_and_ends_with_the_process(app: Starlette, home: House, place: Place) -> None:
    good = home.signer.address("source", place, 1)
    forged = [
        good.replace("/1?", "/2?"),
        good[:-1] + ("0" if good[-1] != "0" else "1"),
        good.split("?")[0],
        good + "é",
        home.signer.address("source", replace(place, seat_id=place.seat_id + 1), 1).split("?")[0]
        + "?"
        + good.split("?")[1],
        Signer(b"another process").address("source", place, 1),
    ]
    assert [ask(app, address).status for address in forged] == [403] * len(forged)


def test_a_source_without_text_or_place_is_not_there(app: Starlette, home: House, place: Place) -> None:
    unreadable = ask(app, home.signer.address("source", place, 3))
    assert (unreadable.status, unreadable.body) == (404, "source 3 could not be read: paywall")
    assert ask(app, home.signer.address("source", place, 9)).status == 404


def test_a_name_is_kept_in_a_cookie_no_script_can_read(app: Starlette) -> None:
    reply = ask(app, "/identity", "POST", json.dumps({"name": "Ada Löve"}).encode(), sec_fetch_site="same-origin")
    assert reply.status == 200
    cookie = reply.headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}=Ada%20L%C3%B6ve;")
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{}", b'{"name": 3}', b'{"name": ""}', b'{"name": "a/b"}', b'{"name": " a"}']
)
def test_what_cannot_be_a_name_is_refused_in_words(app: Starlette, body: bytes) -> None:
    reply = ask(app, "/identity", "POST", body)
    assert reply.status == 400
    assert reply.body
    assert "set-cookie" not in reply.headers


def test_another_sites_page_cannot_set_a_name(app: Starlette) -> None:
    body = json.dumps({"name": "Ada"}).encode()
    for site in ("cross-site", "same-site", "none"):
        assert ask(app, "/identity", "POST", body, sec_fetch_site=site).status == 403


def test_the_people_to_choose_from_are_those_of_every_study(home: House, place: Place) -> None:
    app_study(home.engine, "other", Size(answers=1))
    desk_of(home.engine, "other", "support batch", "Zoe")
    assert known_people(home.engine) == ["Kim", "Zoe"]
