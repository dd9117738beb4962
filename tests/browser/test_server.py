"""The running server: who is answered, and with what."""

from __future__ import annotations

import socket
import urllib.error
import urllib.request

import pytest
from app_server import App

pytestmark = pytest.mark.browser


def test_the_app_answers_this_machine_by_its_own_names_only(app: App) -> None:
    server = app.server
    with urllib.request.urlopen(server.url) as page:
        assert page.status == 200
        assert "Content-Security-Policy" in page.headers
    for path, host, status in (("/_stcore/metrics", "127.0.0.1", 404), ("/", "evil.example", 400)):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(urllib.request.Request(server.url + path, headers={"Host": host}))
        assert refused.value.code == status
    assert f"Countermark is open at http://127.0.0.1:{server.port}/" in server.log.read_text()
    with pytest.raises(OSError), socket.create_connection((_outside_address(), server.port), timeout=1):
        pass


def _outside_address() -> str:
    """This machine as others see it; an unused local one where it has no other."""
    found = {str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    return next((address for address in found if not address.startswith("127.")), "127.0.0.2")
