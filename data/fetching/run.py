"""Fetching many sources: several sites at once, each at its pace; every result is stored as it comes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from urllib.parse import urlsplit

from sqlalchemy import Engine

from data.engine import writing
from data.fetching.fetch import Fetcher
from data.fetching.fetched import Fetched
from data.sources import Outcome, Wanted, store_attempt

AT_ONCE = 8
"""Sources fetched at the same time."""


@dataclass(frozen=True)
class Done:
    """A source that was tried: what came, and what its row in the record made of it."""

    key: str
    url: str
    fetched: Fetched
    outcome: Outcome


def fetch_all(
    engine: Engine, wanted: Sequence[Wanted], fetcher: Fetcher, clock: Callable[[], datetime]
) -> Iterator[Done]:
    """Fetch the sources, each address once, and store each result in a transaction of its own.

    What was given out is stored: a run that is broken off loses only what is under way. StoreError as `writing`.
    """
    sharing = defaultdict(list)
    for source in wanted:
        sharing[source.url.strip()].append(source)
    pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="fetch")
    try:
        waiting = {pool.submit(fetcher.fetch, url): sharing[url] for url in _in_turn(list(sharing))}
        for future in as_completed(list(waiting)):
            yield from _stored(engine, waiting.pop(future), future, fetcher.way, clock())
    finally:
        pool.shutdown(cancel_futures=True)


def _in_turn(urls: Sequence[str]) -> Iterator[str]:
    """The addresses with those of one host far apart, so that no host keeps everybody waiting."""
    hosts = defaultdict(list)
    for url in urls:
        hosts[_host(url)].append(url)
    for row in zip_longest(*hosts.values()):
        yield from filter(None, row)


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""


def _stored(
    engine: Engine, sources: Sequence[Wanted], future: Future[Fetched], way: str, now: datetime
) -> Iterator[Done]:
    fetched = future.result()
    for source in sources:
        with writing(engine) as session:
            outcome = store_attempt(session, source.source_id, fetched, now, way)
        yield Done(source.key, source.url, fetched, outcome)
