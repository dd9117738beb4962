"""Who acts. Nothing else in the app decides that.

Local mode: a person picks a name, and a cookie keeps it over reloads. A sign-in would set the same cookie.
"""

from __future__ import annotations

from urllib.parse import quote, unquote

import streamlit as st
from sqlalchemy import Engine
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from data.engine import reading
from data.errors import InputError
from data.raters import people_of
from data.studies import studies
from data.texts import checked_name

COOKIE = "countermark_person"
_ASKING = "asking for a name"
_KEPT_SECONDS = 180 * 24 * 60 * 60


def person() -> str | None:
    """The name of the person at this page, as its connection was opened; None when nobody has come in.

    A cookie that holds no name, which is none of ours, counts as none.
    """
    try:
        return checked_name(unquote(st.context.cookies.get(COOKIE, "")), "name")
    except InputError:
        return None


def ask_again() -> None:
    """Let the person at this page give another name."""
    st.session_state[_ASKING] = True


def is_asked() -> bool:
    """Nobody has come in yet, or the person wants to change the name."""
    return person() is None or st.session_state.get(_ASKING, False)


def known_people(engine: Engine) -> list[str]:
    """Names of the people of all studies, in order."""
    with reading(engine) as session:
        return sorted({rater.name for study in studies(session) for rater in people_of(session, study)})


async def come_in(request: Request) -> Response:
    """Keep a name in a cookie. Only a page of this server may ask for it."""
    if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return PlainTextResponse("This has to come from the page itself.", status_code=403)
    try:
        name = checked_name(_name(await request.json()), "name")
    except (InputError, ValueError) as error:
        return PlainTextResponse(str(error), status_code=400)
    response = PlainTextResponse("ok")
    response.set_cookie(COOKIE, quote(name), max_age=_KEPT_SECONDS, httponly=True, samesite="strict")
    return response


def _name(body: object) -> str:
    name = body.get("name") if isinstance(body, dict) else None
    if not isinstance(name, str):
        raise InputError("give a name", field="name")
    return name
