"""What comes back when a server does not even speak HTTP."""

import asyncio

import pytest

from judges.client import OpenAIClient, Reply


async def reply_to(answer: bytes, key: str = "a long key") -> Reply:
    """What the client makes of a server that sends these bytes to whoever connects."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        host, port = server.sockets[0].getsockname()
        async with OpenAIClient(f"http://{host}:{port}/v1", key, 5.0) as client:
            return await client.send({"model": "m"})


@pytest.mark.parametrize(
    "answer",
    [bytes(range(256)) * 10, b"SSH-2.0-OpenSSH_9.6\r\n", b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\n", b""],
    ids=["noise", "another protocol", "endless header", "nothing"],
)
def test_what_is_no_http_is_a_reply_that_may_have_been_paid_for(answer: bytes) -> None:
    reply = asyncio.run(reply_to(answer))
    assert (reply.http_status, reply.raw, reply.silent, reply.unreachable) == (None, None, True, False)
    assert reply.error is not None
    assert len(reply.error) <= 1_000


def http(body: str, status: str = "200 OK", *headers: bytes) -> bytes:
    length = f"content-length: {len(body)}".encode()
    return b"\r\n".join([f"HTTP/1.1 {status}".encode(), length, *headers, b"", body.encode()])


def test_a_server_that_sends_elsewhere_is_not_followed() -> None:
    """The other address may be none that is allowed, and would be shown the sources."""
    reply = asyncio.run(reply_to(http("", "307 Moved", b"location: http://127.0.0.1:9/v1/chat/completions")))
    assert (reply.http_status, reply.unreachable) == (307, False)


def test_a_request_id_is_stored_without_the_key_and_without_what_no_database_holds() -> None:
    reply = asyncio.run(reply_to(http("{}", "200 OK", b"x-request-id: a long key \xff")))
    assert reply.request_id == "[key] \ufffd"


@pytest.mark.parametrize("key", ["none", "x", "1", "EMPTY"])
def test_a_word_put_in_for_a_key_is_no_secret_and_spoils_no_reply(key: str) -> None:
    body = '{"choices": [{"index": 1, "text": "none of EMPTY"}]}'
    assert asyncio.run(reply_to(http(body), key)).raw == body


def test_a_key_is_cut_out_of_a_reply_in_each_way_json_writes_it() -> None:
    body = '{"plain": "sk-ab/cd+ef", "escaped": "sk-ab\\/cd+ef"}'
    assert asyncio.run(reply_to(http(body), "sk-ab/cd+ef")).raw == '{"plain": "[key]", "escaped": "[key]"}'
