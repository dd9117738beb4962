"""Fetching from a real server on 127.0.0.1: statuses, redirects, limits, robots, and what is never reached."""

from __future__ import annotations

import gzip
import hashlib
import threading
import time
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from site_server import Page, Site, article, site

from data.errors import InputError
from data.fetching.fetch import Fetcher, Settings
from data.fetching.fetched import Fetched
from data.fetching.getting import _unpacked
from data.fetching.guard import Guard, allowed_of
from data.fetching.limits import Limits
from data.fetching.pace import Pace

pytestmark = pytest.mark.whole

BEES = article("Bees dance to tell where flowers are.", "They also sleep at night.", around="Home Shop Imprint")
QUICK = Limits(connect=2, read=2, total=5, size=100_000, redirects=2)
PLAIN = "text/plain; charset=utf-8"


def fetched(served: Site, path: str = "/", limits: Limits = QUICK, **settings: object) -> Fetched:
    usual = {"limits": limits, "allowed": allowed_of([served.place]), "host_delay": 0.0, "obey_robots": False}
    return Fetcher(Settings(**{**usual, **settings})).fetch(served.url(path))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def served() -> Iterator[Site]:
    """One site for all tests that do not count requests; each uses paths of its own."""
    with site({}) as served:
        yield served


def test_a_page_becomes_its_running_text_and_the_rest_is_measured(served: Site) -> None:
    served.pages["/bees"] = Page(BEES)
    found = fetched(served, "/bees")
    assert (found.status, found.why, found.content_type) == ("ok", None, "text/html; charset=utf-8")
    assert found.text is not None
    assert "Bees dance to tell where flowers are.\nThey also sleep at night." in found.text
    assert "hidden" not in found.text
    assert "color" not in found.text
    assert found.final_url == served.url("/bees")
    assert found.size == len(BEES)
    assert found.boilerplate is not None
    assert 0 <= found.boilerplate < 0.5


@pytest.mark.parametrize(
    ("code", "status", "why"),
    [
        (401, "paywall", "sign-in"),
        (402, "paywall", "payment"),
        (403, "blocked", "refuses"),
        (404, "not found", "not there"),
        (405, "blocked", "refuses"),
        (410, "not found", "gone"),
        (418, "blocked", "refuses"),
        (429, "blocked", "too many requests"),
        (451, "blocked", "legal"),
        (500, "not fetched", "fault"),
        (503, "not fetched", "fault"),
        (999, "blocked", "refuses"),
    ],
)
def test_a_status_of_the_server_becomes_one_of_ours(served: Site, code: int, status: str, why: str) -> None:
    served.pages[f"/{code}"] = Page(BEES, status=code)
    found = fetched(served, f"/{code}")
    assert (found.status, found.text) == (status, None)
    assert why in str(found.why)
    assert str(code) in str(found.why)


def test_a_challenge_for_people_is_a_block_and_no_fault(served: Site) -> None:
    served.pages["/challenge"] = Page(BEES, status=503, headers={"CF-Mitigated": "challenge"})
    assert fetched(served, "/challenge").status == "blocked"


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b"", "text/html", "empty"),
        (b"   \n\t ", PLAIN, "empty"),
        (b"\0\0", PLAIN, "empty"),
        (b"<html><body><script>1</script></body></html>", "text/html", "empty"),
        (b"", None, "empty"),
        (b"\x89PNG", "image/png", "not text"),
        (b"PK\3\4", "application/zip", "not text"),
        (b"\0\1\2binary", "application/octet-stream", "not text"),
        (b"\0\1\2binary", None, "not text"),
        (b"%PDF-1.4 broken", "application/pdf", "not text"),
        (b"words", "application/octet-stream", "ok"),
        (b"words", None, "ok"),
        (b'{"a": "words"}', "application/json", "ok"),
        (b"<feed>words</feed>", "application/atom+xml", "ok"),
        (b"# words", "text/markdown", "ok"),
    ],
)
def test_what_holds_no_text_says_why(served: Site, body: bytes, content_type: str | None, status: str) -> None:
    served.pages["/form"] = Page(body, content_type=content_type)
    assert fetched(served, "/form").status == status


def test_a_body_that_is_no_text_is_not_even_read(served: Site) -> None:
    went_on = threading.Event()
    served.pages["/film"] = Page(b"x" * 100, content_type="video/mp4", slowly=lambda: went_on.wait(0.2))
    began = time.monotonic()
    assert fetched(served, "/film").status == "not text"
    assert time.monotonic() - began < 5


# Size and time


def test_a_body_beyond_the_cap_is_too_large_whether_announced_or_not(served: Site) -> None:
    served.pages["/long"] = Page(b"a" * 200_000, content_type=PLAIN)
    served.pages["/announced"] = Page(b"a", content_type=PLAIN, headers={"Content-Length": "200000"})
    for path in ("/long", "/announced"):
        assert (fetched(served, path).status, fetched(served, path).why) == ("too large", "more than 0.1 MB")


def test_a_bomb_is_stopped_when_it_has_unpacked_to_the_cap(served: Site) -> None:
    bomb = gzip.compress(b"a" * 5_000_000)
    served.pages["/bomb"] = Page(bomb, content_type=PLAIN, headers={"Content-Encoding": "gzip"})
    assert len(bomb) < QUICK.size
    assert fetched(served, "/bomb").status == "too large"


def test_no_piece_of_a_bomb_unpacks_to_more_than_the_cap() -> None:
    bomb = gzip.compress(b"a" * 5_000_000)
    first = next(_unpacked([bomb], zlib.MAX_WBITS | 16, 1000))
    assert len(first) == 1001


def test_a_packed_page_is_unpacked(served: Site) -> None:
    served.pages["/packed"] = Page(gzip.compress(b"words"), content_type=PLAIN, headers={"Content-Encoding": "gzip"})
    assert (fetched(served, "/packed").text, fetched(served, "/packed").size) == ("words", 5)


@pytest.mark.parametrize("rest", [b"", b"\0\0\0"])
def test_a_page_packed_in_parts_is_unpacked_whole(served: Site, rest: bytes) -> None:
    body = gzip.compress(b"first, ") + gzip.compress(b"second") + rest
    served.pages["/parts"] = Page(body, content_type=PLAIN, headers={"Content-Encoding": "gzip"})
    assert fetched(served, "/parts").text == "first, second"


@pytest.mark.parametrize(
    ("body", "packing", "status"),
    [
        (gzip.compress(b"words", mtime=0)[:-9], "gzip", "not fetched"),
        (b"no gzip at all", "gzip", "not fetched"),
        (b"words", "br", "not text"),
        (gzip.compress(gzip.compress(b"a" * 50_000, mtime=0), mtime=0), "gzip, gzip", "not text"),
        (zlib.compress(b"words"), "deflate", "not text"),
        (b"words", "identity", "ok"),
    ],
)
def test_what_is_packed_otherwise_or_damaged_is_told(served: Site, body: bytes, packing: str, status: str) -> None:
    served.pages["/packing"] = Page(body, content_type=PLAIN, headers={"Content-Encoding": packing})
    assert fetched(served, "/packing").status == status


@pytest.mark.parametrize(("total", "read"), [(0.3, 10.0), (10.0, 0.2)])
def test_a_server_that_takes_too_long_is_left(served: Site, total: float, read: float) -> None:
    """By the time for all of it, though a byte comes now and then; by the time for one wait, when none comes."""
    pause = 0.05 if total < read else 0.6
    served.pages["/slow"] = Page(b"a" * 100, content_type=PLAIN, slowly=lambda: time.sleep(pause))
    began = time.monotonic()
    found = fetched(served, "/slow", Limits(total=total, read=read))
    assert found.status == "not fetched"
    assert "too long" in str(found.why) or "longer than" in str(found.why)
    assert time.monotonic() - began < 3


def test_nobody_there_leaves_the_source_to_be_fetched() -> None:
    with site({}) as gone:
        pass
    found = fetched(gone)
    assert found.status == "not fetched"
    assert str(found.why).startswith("no reply: ")


def test_a_name_that_is_not_known_is_told() -> None:
    def nothing(host: str, port: int) -> list[str]:
        raise OSError(-2, "Name or service not known")

    found = Fetcher(Settings(obey_robots=False), Guard(resolve=nothing)).fetch("https://gone.example/a")
    assert (found.status, found.why) == (
        "not fetched",
        "no reply: the name gone.example is not known (Name or service not known)",
    )


# Redirects


def test_redirects_are_followed_up_to_a_number_and_the_last_address_is_told(served: Site) -> None:
    served.pages["/one"] = Page(status=301, headers={"Location": "two"})
    served.pages["/two"] = Page(status=307, headers={"Location": served.url("/three?q=1#part")})
    served.pages["/three?q=1"] = Page(b"words", content_type=PLAIN)
    found = fetched(served, "/one")
    assert (found.text, found.final_url) == ("words", served.url("/three?q=1#part"))
    served.pages["/zero"] = Page(status=302, headers={"Location": "/one"})
    found = fetched(served, "/zero")
    assert (found.status, found.why) == ("blocked", "it redirects more than 2 times")


def test_a_redirect_without_an_address_is_a_refusal(served: Site) -> None:
    served.pages["/nowhere"] = Page(status=302)
    assert fetched(served, "/nowhere").status == "blocked"


@pytest.mark.parametrize(
    "place",
    [
        "http://169.254.169.254/latest/meta-data/",
        "http://10.0.0.1/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://localhost/",
        "http://127.0.0.1:{other}/",
        "http://user:secret@127.0.0.1:{port}/bees",
        "file:///etc/passwd",
        "gopher://127.0.0.1:{port}/",
        "data:text/html,words",
        "//10.0.0.1/",
        "http://１２７.０.０.１/",
        "http://",
        "http://h\\@10.0.0.1/",
    ],
)
def test_a_redirect_to_a_closed_place_is_refused(served: Site, place: str) -> None:
    with site({"/": Page(b"secret", content_type=PLAIN)}) as other:
        location = place.format(port=served.port, other=other.port).encode().decode("latin-1")
        served.pages["/inside"] = Page(status=302, headers={"Location": location})
        found = fetched(served, "/inside")
        assert (found.status, found.text) == ("blocked", None)
        assert other.asked == []


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "gopher://x/", "data:,x", "", "words", "http://", "http://a\nb/", "http://127.1/"]
)
def test_an_address_that_may_not_be_reached_is_blocked_with_the_reason(address: str) -> None:
    found = Fetcher(Settings()).fetch(address)
    assert found.status == "blocked"
    assert found.why


def test_a_name_that_turns_inward_after_the_check_leads_nowhere() -> None:
    """The first answer is what the check sees, and what is connected to: nobody asks a second time."""
    answers = iter([["93.184.215.14"], ["127.0.0.1"]])
    connected = []

    class Line(Guard):
        def addresses(self, host: str, port: int) -> list[str]:
            connected.append(super().addresses(host, port))
            raise OSError("cut here: the test sends nothing outside")

    guard = Line(resolve=lambda host, port: next(answers))
    Fetcher(Settings(obey_robots=False), guard).fetch("http://rebinding.example/")
    assert connected == [["93.184.215.14"]]
    assert next(answers) == ["127.0.0.1"]


def test_a_name_is_resolved_once_a_request_and_the_answer_connected_to(served: Site) -> None:
    served.pages["/named"] = Page(status=302, headers={"Location": f"http://site.example:{served.port}/bees"})
    served.pages["/bees"] = Page(BEES)
    asked: list[str] = []

    def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) < 3 else ["10.0.0.1"]

    guard = Guard(allowed_of(["127.0.0.0/8"], [served.port]), resolve)
    fetcher = Fetcher(Settings(host_delay=0, obey_robots=False), guard)
    served.hosts.clear()
    assert fetcher.fetch(f"http://site.example:{served.port}/named").status == "ok"
    assert asked == ["site.example", "site.example"]
    assert served.hosts == [f"site.example:{served.port}"] * 2
    found = fetcher.fetch(f"http://site.example:{served.port}/bees")
    assert (found.status, found.why) == ("blocked", "not a public address: 10.0.0.1")


def test_the_next_address_is_tried_when_the_first_does_not_answer(served: Site) -> None:
    served.pages["/bees"] = Page(BEES)
    guard = Guard(allowed_of(["127.0.0.0/8", "::1/128"], [served.port]), lambda host, port: ["::1", "127.0.0.1"])
    fetcher = Fetcher(Settings(host_delay=0, obey_robots=False), guard)
    assert fetcher.fetch(f"http://site.example:{served.port}/bees").status == "ok"


# Robots

RULES = b"User-agent: *\nDisallow: /private\nAllow: /private/open$\nCrawl-delay: 0\n"


def robots_site(robots: Page, **pages: Page) -> dict[str, Page]:
    return {"/robots.txt": robots, "/private/a": Page(BEES), "/private/open": Page(BEES), "/bees": Page(BEES), **pages}


def test_robots_are_asked_once_and_obeyed_also_after_a_redirect() -> None:
    inward = Page(status=302, headers={"Location": "/private/a"})
    with site(robots_site(Page(RULES, content_type=PLAIN), **{"/on": inward})) as served:
        fetcher = Fetcher(Settings(allowed=allowed_of([served.place]), host_delay=0))
        statuses = {path: fetcher.fetch(served.url(path)).status for path in ("/bees", "/private/a", "/private/open")}
        assert statuses == {"/bees": "ok", "/private/a": "blocked", "/private/open": "ok"}
        found = fetcher.fetch(served.url("/on"))
        assert (found.status, found.why) == ("blocked", "the site's robots.txt forbids it")
        assert served.asked == ["/robots.txt", "/bees", "/private/open", "/on"]


@pytest.mark.parametrize(
    ("robots", "status"),
    [
        (Page(status=404), "ok"),
        (Page(status=401), "ok"),
        (Page(status=500), "blocked"),
        (Page(b"a" * 600_000, content_type=PLAIN), "ok"),
        (Page(b"\xff\xfe\0 no rules", content_type=PLAIN), "ok"),
        (Page(status=302, headers={"Location": "http://10.0.0.1/robots.txt"}), "blocked"),
        (Page(status=302, headers={"Location": "/robots.txt"}), "ok"),
        (Page(status=302, headers={"Location": "/rules"}), "blocked"),
        (Page(status=302, headers={"Location": "http://name@127.0.0.1:{port}/open"}), "blocked"),
    ],
)
def test_what_a_missing_broken_or_moved_robots_file_means(robots: Page, status: str) -> None:
    rules = Page(b"User-agent: countermark\nDisallow: /\n", content_type=PLAIN)
    with site(robots_site(robots, **{"/rules": rules, "/open": Page(content_type=PLAIN)})) as served:
        place = robots.headers.get("Location", "").format(port=served.port)
        served.pages["/robots.txt"] = replace(robots, headers={"Location": place} if place else {})
        assert fetched(served, "/bees", obey_robots=True).status == status


def test_a_site_that_is_not_reached_for_its_rules_is_to_be_fetched_later() -> None:
    with site({}) as gone:
        pass
    assert fetched(gone, obey_robots=True).status == "not fetched"


def test_robots_that_take_too_long_are_no_leave() -> None:
    slow = Page(b"a" * 100, content_type=PLAIN, slowly=lambda: time.sleep(0.05))
    with site(robots_site(slow)) as served:
        found = fetched(served, "/bees", Limits(total=0.2), obey_robots=True)
        assert (found.status, served.asked) == ("not fetched", ["/robots.txt"])


def test_the_pause_a_site_asks_for_is_kept_between_its_pages() -> None:
    with site(robots_site(Page(b"User-agent: *\nCrawl-delay: 5\n", content_type=PLAIN))) as served:
        slept: list[float] = []
        pace = Pace(1.0, clock=lambda: 100.0, sleep=slept.append)
        fetcher = Fetcher(Settings(allowed=allowed_of([served.place])), pace=pace)
        assert [fetcher.fetch(served.url("/bees")).status for _ in range(2)] == ["ok", "ok"]
        assert slept == [1.0, 6.0]  # after robots.txt the usual second, then five more before the second page


def test_a_pause_the_site_asks_for_is_no_time_of_the_source() -> None:
    rules = Page(b"User-agent: *\nCrawl-delay: 0.6\n", content_type=PLAIN)
    with site(robots_site(rules)) as served:
        fetcher = Fetcher(Settings(limits=Limits(total=0.5), allowed=allowed_of([served.place]), host_delay=0))
        assert [fetcher.fetch(served.url("/bees")).status for _ in range(2)] == ["ok", "ok"]


# Reader service and raw bytes


def test_a_reader_service_is_asked_in_place_of_the_page(served: Site) -> None:
    page = "http://93.184.215.14/page?a=b"
    served.pages[f"/read/{page}"] = Page(b"words by reader", content_type=PLAIN)
    settings = Settings(
        allowed=allowed_of([served.place]), host_delay=0, obey_robots=False, reader=served.url("/read/")
    )
    found = Fetcher(settings).fetch(page)
    assert (found.status, found.text, found.final_url) == ("ok", "words by reader", page)
    assert Fetcher(settings).fetch("http://10.0.0.1/").status == "blocked"


def test_a_reader_service_has_an_address() -> None:
    with pytest.raises(InputError, match="begins with http"):
        Fetcher(Settings(reader="r.example/"))


def test_raw_bytes_are_kept_under_their_hash(served: Site, tmp_path: Path) -> None:
    served.pages["/bees"] = Page(BEES)
    folder = tmp_path / "raw" / "pages"
    found = fetched(served, "/bees", keep=folder)
    assert found.raw_sha256 == hashlib.sha256(BEES).hexdigest()
    assert [(file.name, file.read_bytes()) for file in folder.iterdir()] == [(found.raw_sha256, BEES)]
    assert fetched(served, "/bees").raw_sha256 is None


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="cannot be made"):
        Fetcher(Settings(keep=tmp_path / "file"))


@pytest.mark.parametrize(("asked", "held"), [({"Retry-After": "7"}, 7), ({}, 30), ({"Retry-After": "Mon, 1 Jan"}, 30)])
def test_a_host_that_had_too_many_requests_is_held(served: Site, asked: dict[str, str], held: float) -> None:
    served.pages["/many"] = Page(status=429, headers=asked)
    served.pages["/bees"] = Page(BEES)
    slept: list[float] = []
    pace = Pace(0.0, clock=lambda: 100.0, sleep=slept.append)
    fetcher = Fetcher(Settings(allowed=allowed_of([served.place]), obey_robots=False), pace=pace)
    assert [fetcher.fetch(served.url(path)).status for path in ("/many", "/bees")] == ["blocked", "ok"]
    assert slept == [held]
