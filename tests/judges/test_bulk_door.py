"""What the door to a batch interface makes of lines and servers that are not as they should be."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from aiohttp import web
from judge_cases import KEY
from model_server import serving

from judges.bulk_door import Line, OpenAIBulkDoor
from judges.errors import RunStopped

BODY = {"choices": []}


async def lines_of(url: str, file: str) -> list[Line]:
    async with OpenAIBulkDoor(url, KEY, 10.0) as door:
        return [line async for line in door.results(file)]


def read(*said: Any) -> list[Line]:
    """The lines a server's file of results is read as."""
    with serving() as server:
        server.batches.files["results"] = "".join(json.dumps(line) + "\n" for line in said)
        return asyncio.run(lines_of(server.url, "results"))


def test_what_names_no_request_is_left_out() -> None:
    response = {"status_code": 200, "body": BODY}
    strange = ([], "text", 7, None, {"response": response}, {"custom_id": None, "response": response})
    assert [line.key for line in read(*strange, {"custom_id": "k", "response": response})] == ["k"]


@pytest.mark.parametrize("response", ["text", [1], {"status_code": "no number"}, {"status_code": None}, 7, None, {}])
def test_a_response_that_is_none_is_a_reply_that_never_came(response: Any) -> None:
    (line,) = read({"custom_id": "k", "response": response, "error": {"message": f"lost {KEY}"}})
    assert (line.reply.http_status, line.reply.raw) == (None, None)
    assert line.reply.error == '{"message": "lost [key]"}'


def test_a_line_is_stored_without_the_key_and_without_what_no_database_holds() -> None:
    response = {"status_code": 200, "request_id": f"{KEY}\0", "body": {"said": f"{KEY} \ud83d"}}
    (line,) = read({"custom_id": "k", "response": response})
    assert (line.reply.request_id, line.reply.raw) == ("[key]\ufffd", '{"said": "[key] \ufffd"}')


def test_a_server_that_sends_elsewhere_is_not_followed() -> None:
    """The other address may be none that is allowed, and would be shown the sources."""
    seen: list[str] = []

    async def moved(request: web.Request) -> web.Response:
        seen.append(request.path)
        raise web.HTTPTemporaryRedirect("/elsewhere")

    async def asked() -> None:
        app = web.Application()
        app.router.add_route("*", "/{anything:.*}", moved)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        async with OpenAIBulkDoor(f"http://127.0.0.1:{runner.addresses[0][1]}/v1", KEY, 10.0) as door:
            await door.state("batch_1")
        await runner.cleanup()

    with pytest.raises(RunStopped):
        asyncio.run(asked())
    assert seen == ["/v1/batches/batch_1"]
