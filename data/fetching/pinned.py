"""Connections that go where the guard looked: a name is resolved once, and the checked address is connected to."""

from __future__ import annotations

from collections.abc import Iterable
from ssl import SSLContext
from typing import Any

from httpcore2 import SOCKET_OPTION, ConnectError, ConnectTimeout, NetworkBackend, NetworkStream, SyncBackend

from data.fetching.guard import Guard
from data.fetching.limits import Deadline


class Pinned(NetworkBackend):
    """Opens connections for one source. TLS still checks the certificate against the name, not the address."""

    def __init__(self, guard: Guard, deadline: Deadline):
        self._guard, self._deadline, self._inner = guard, deadline, SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[SOCKET_OPTION] | None = None,
    ) -> NetworkStream:
        """A connection to the first address that answers. Refused by the guard; ConnectError when none does."""
        failed: Exception = ConnectError("no address")
        for address in self._addresses(host, port):
            try:
                left = self._deadline.left(timeout)
                return _Timed(
                    self._inner.connect_tcp(address, port, left, local_address, socket_options), self._deadline
                )
            except (ConnectError, ConnectTimeout) as error:
                failed = error
        raise failed

    def _addresses(self, host: str, port: int) -> list[str]:
        try:
            return self._guard.addresses(host, port)
        except OSError as error:
            raise ConnectError(f"the name {host} is not known ({error.strerror or error})") from error


class _Timed(NetworkStream):
    """A connection whose every wait ends with the source's time: a server may send a byte a second for hours."""

    def __init__(self, inner: NetworkStream, deadline: Deadline):
        self._inner, self._deadline = inner, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._deadline.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._deadline.left(timeout))

    def start_tls(
        self, ssl_context: SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> NetworkStream:
        secure = self._inner.start_tls(ssl_context, server_hostname, self._deadline.left(timeout))
        return _Timed(secure, self._deadline)

    def close(self) -> None:
        self._inner.close()

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)
