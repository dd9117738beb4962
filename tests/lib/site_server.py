"""A site on 127.0.0.1 for tests: pages by path, and a log of what was asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HTML = "text/html; charset=utf-8"


@dataclass(frozen=True)
class Page:
    """What is sent for a path. `slowly` is called between bytes of the body and may wait or raise."""

    body: bytes = b""
    status: int = 200
    content_type: str | None = HTML
    headers: Mapping[str, str] = field(default_factory=dict)
    slowly: Callable[[], object] | None = None


@dataclass
class Site:
    """`asked` holds the paths in order; `hosts` the Host headers."""

    port: int
    pages: dict[str, Page]
    asked: list[str] = field(default_factory=list)
    hosts: list[str] = field(default_factory=list)

    def url(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    @property
    def place(self) -> str:
        """What `--allow` takes to let it be reached."""
        return f"127.0.0.1:{self.port}"


@contextmanager
def site(pages: Mapping[str, Page]) -> Iterator[Site]:
    """The pages, served on a free port for the length of the block; every other path is 404."""
    served = Site(0, dict(pages))
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(served))
    server.daemon_threads = True
    served.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(served: Site) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.asked.append(self.path)
            served.hosts.append(self.headers["Host"])
            page = served.pages.get(self.path, Page(status=404))
            self.send_response(page.status)
            if page.content_type is not None:
                self.send_header("Content-Type", page.content_type)
            for name, value in page.headers.items():
                self.send_header(name, value)
            self.end_headers()
            _send(self, page)

        def log_message(self, *arguments: object) -> None:
            """Say nothing."""

    return Handler


def _send(handler: BaseHTTPRequestHandler, page: Page) -> None:
    try:
        if page.slowly is None:
            handler.wfile.write(page.body)
            return
        for at in range(len(page.body)):
            handler.wfile.write(page.body[at : at + 1])
            page.slowly()
    except OSError:  # whoever asked has hung up
        return


def article(*paragraphs: str, around: str = "") -> bytes:
    """A page with a heading, paragraphs, and words around them that are no part of the article."""
    inner = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return (
        f"<!doctype html><html><head><title>T</title><style>p {{color: red}}</style></head><body>"
        f"<nav>{around}</nav><main><article><h1>On bees</h1>{inner}</article></main>"
        f"<script>var hidden = 1;</script></body></html>"
    ).encode()
