"""The composition root of the app: routes, headers, options, and the script, as one ASGI application."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from annotate.routes import routes
from annotate.theme import CONFIG

LOCAL_HOSTS = ("127.0.0.1", "localhost")

_ENTRY = Path(__file__).parent / "entry.py"
_CLOSED = "/_stcore/metrics"
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    # Nothing a study contains can fetch or send anything: pages talk to this server only.
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; worker-src 'self' blob:; "
    "connect-src 'self' ws: wss: data: blob:; frame-ancestors 'none'; form-action 'self'; base-uri 'self'",
}


class Guard:
    """Adds the headers above to every answer, and answers nothing where the server would tell about itself."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        if scope["path"].startswith(_CLOSED):
            return await PlainTextResponse("not here", status_code=404)(scope, receive, send)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
            await send(message)

        return await self._app(scope, receive, send_with_headers)


def build_app(database: str) -> st.App:
    """The app on a database, for local mode: only pages of this machine are answered."""
    return st.App(
        _ENTRY,
        secrets={"database": database},
        routes=routes(database),
        middleware=[Middleware(Guard), Middleware(TrustedHostMiddleware, allowed_hosts=list(LOCAL_HOSTS))],
    )


def run_app(database: str, host: str, port: int) -> None:
    """Serve the app until it is stopped."""
    build_app(database).run(config={**CONFIG, "server.address": host, "server.port": port})
