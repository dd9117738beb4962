"""What came of fetching a source."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fetched:
    """What came of one address. `status` is one of `SOURCE_STATUSES`; `text` is there exactly when it is "ok", and
    `why` says in words what else happened. `size` counts bytes of the body, unpacked; `boilerplate` is the share of the
    page's visible characters left out, in [0, 1], for HTML only; `raw_sha256` names the file in the folder of raw
    bytes.
    """

    status: str
    why: str | None = None
    final_url: str | None = None
    content_type: str | None = None
    size: int | None = None
    text: str | None = None
    boilerplate: float | None = None
    raw_sha256: str | None = None
