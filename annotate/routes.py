"""What the server answers beside the pages: source texts, passages, a name, and that it is well."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from annotate.house import House, house
from annotate.identity import come_in
from data.engine import reading
from data.errors import ToolError
from data.passages import best_passages
from data.queue import Place
from data.tasks import source_text

_ALONE = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
_LONGEST_STATEMENT = 5_000


def routes(database: str) -> list[BaseRoute]:
    """The routes of an app on that database. Texts go out once for each source, never with a rerun."""

    def source(request: Request) -> Response:
        return _with_place(house(database), request, _text)

    async def passages(request: Request) -> Response:
        statement = (await request.body()).decode("utf-8", "replace")[:_LONGEST_STATEMENT]

        def answer(home: House, place: Place, position: int) -> Response:
            found = _best(home, place, position, statement)
            return JSONResponse({"passages": found}, headers=_ALONE)

        return await run_in_threadpool(_with_place, house(database), request, answer)

    return [
        Route("/source/{place}/{position:int}", source),
        Route("/passages/{place}/{position:int}", passages, methods=["POST"]),
        Route("/identity", come_in, methods=["POST"]),
        Route("/health", lambda request: PlainTextResponse("ok")),
    ]


def _with_place(home: House, request: Request, answer: Callable[[House, Place, int], Response]) -> Response:
    position = request.path_params["position"]
    place = home.signer.place(request.path_params["place"], position, request.query_params.get("sig", ""))
    if place is None:
        return PlainTextResponse("this address is not valid any more; reload the page", status_code=403)
    try:
        return answer(home, place, position)
    except ToolError as error:
        return PlainTextResponse(str(error), status_code=404, headers=_ALONE)


def _text(home: House, place: Place, position: int) -> Response:
    with reading(home.engine) as session:
        return PlainTextResponse(source_text(session, place, position), headers=_ALONE)


@lru_cache(maxsize=4_000)
def _best(home: House, place: Place, position: int, statement: str) -> list[tuple[int, int]]:
    """Where to look first, best first."""
    with reading(home.engine) as session:
        text = source_text(session, place, position)
    return [(passage.start, passage.end) for passage in best_passages(statement, text)]
