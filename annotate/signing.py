"""Addresses only this process can have made: each names a place and carries a signature of it."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import astuple, dataclass

from data.queue import Place


@dataclass(frozen=True)
class Signer:
    """Signs places with a secret that ends with the process."""

    secret: bytes

    def address(self, route: str, place: Place, position: int) -> str:
        """The address of one source of the task at a place: ``/source/…`` or ``/passages/…``."""
        written = "-".join(map(str, astuple(place)))
        return f"/{route}/{written}/{position}?sig={self._sign(written, position)}"

    def place(self, written: str, position: int, signature: str) -> Place | None:
        """The place an address names, or None when this process did not sign it."""
        if not hmac.compare_digest(self._sign(written, position).encode(), signature.encode()):
            return None
        return Place(*map(int, written.split("-")))

    def _sign(self, written: str, position: int) -> str:
        return hmac.new(self.secret, f"{written}/{position}".encode(), hashlib.sha256).hexdigest()
