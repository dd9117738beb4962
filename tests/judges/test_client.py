"""What comes back when a server does not even speak HTTP."""

import asyncio

import pytest

from judges.client import OpenAIClient, Reply


async def reply_to(answer: bytes) -> Reply:
    """What the client makes of a server that sends these bytes to whoever connects."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        host, port = server.sockets[0].getsockname()
        async with OpenAIClient(f"http://{host}:{port}/v1", "a key", 5.0) as client:
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
