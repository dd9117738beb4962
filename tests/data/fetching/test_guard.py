"""What may be reached: the whole list of disguises, without any network."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.errors import InputError
from data.fetching.guard import Guard, Refused, allowed_of, system_resolve

PUBLIC = "93.184.215.14"

CLOSED = [
    *("0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.100.100.200", "100.127.255.255"),
    *("127.0.0.1", "127.255.255.254", "169.254.0.1", "169.254.169.254", "169.254.170.2", "172.16.0.1"),
    *("172.31.255.255", "192.0.0.1", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1"),
    *("198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.255", "240.0.0.1"),
    *("255.255.255.255", "168.63.129.16"),
    *("::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:93.184.215.14", "::ffff:0:127.0.0.1"),
    *("64:ff9b::7f00:1", "64:ff9b::5db8:d70e", "64:ff9b:1::1", "100::1", "2001::1", "2001:0:7f00:1::", "2001:10::1"),
    *("2001:db8::1", "2002:7f00:1::", "2002:a00:1::1", "3fff::1", "fc00::1", "fd00:ec2::254", "fe80::1"),
    *("fec0::1", "ff02::1", "5f00::1", "4000::1"),
]  # fmt: skip

OPEN = ["93.184.215.14", "1.1.1.1", "172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1", "2606:4700::6810:85e5"]


def answering(*addresses: str) -> Guard:
    return Guard(resolve=lambda host, port: addresses)


@pytest.mark.parametrize("address", CLOSED)
def test_an_address_that_is_not_public_is_refused_as_host_and_as_answer(address: str) -> None:
    with pytest.raises(Refused, match=r"not a public address"):
        Guard().check("http", address, None)
    with pytest.raises(Refused, match=r"not a public address"):
        Guard().addresses(address, 80)
    with pytest.raises(Refused, match=r"not a public address"):
        answering(address).addresses("harmless.example", 443)


@pytest.mark.parametrize("address", OPEN)
def test_a_public_address_passes(address: str) -> None:
    Guard().check("https", address, None)
    assert answering(address).addresses("site.example", 443) == [address]


def test_one_closed_address_among_open_ones_closes_the_name() -> None:
    with pytest.raises(Refused, match=r"10\.0\.0\.1"):
        answering(PUBLIC, "10.0.0.1").addresses("mixed.example", 80)


@pytest.mark.parametrize(
    "host",
    [
        *("2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "127.1", "127.0.1", "017700000001", "0x7f.1"),
        *("1.2.3", "1.2.3.4.5", "93.184.215.014", "256.1.1.1", "host.0x7f", "3221225985"),
        *("localhost", "LOCALHOST", "localhost.", "a.localhost", "printer.local", "metadata.google.internal"),
        *("localhost.localdomain", "nas.home.arpa", "127.0.0.1."),
        *("", ".", "a..b", "-a.example", "a b.example", "１２７.０.０.１", "ⓛocalhost", "127。0。0。1"),
        *("a\\b", "x" * 64, "fe80::1%eth0", "[::1]", "a.example:80", "a@b", "\x00", "x." * 130 + "example"),
    ],
)  # fmt: skip
def test_a_disguised_or_local_host_is_refused_before_it_is_resolved(host: str) -> None:
    def never(host: str, port: int) -> list[str]:
        raise AssertionError("resolved")

    with pytest.raises(Refused):
        Guard(resolve=never).check("http", host, None)


@pytest.mark.parametrize("scheme", ["file", "gopher", "data", "ftp", "dict", "ldap", "javascript", "ws", ""])
def test_only_http_and_https_are_spoken(scheme: str) -> None:
    with pytest.raises(Refused, match="only http and https"):
        Guard().check(scheme, "site.example", None)


def test_a_name_before_the_host_is_refused() -> None:
    with pytest.raises(Refused, match="name or password"):
        Guard().check("https", "site.example", None, userinfo=True)


@pytest.mark.parametrize("port", [22, 25, 6379, 8080, 5432])
def test_other_ports_are_refused_unless_allowed(port: int) -> None:
    with pytest.raises(Refused, match="only the ports 80 and 443"):
        Guard().check("http", "site.example", port)
    with pytest.raises(Refused, match="only the ports 80 and 443"):
        answering(PUBLIC).addresses("site.example", port)
    Guard(allowed_of((), [port])).check("http", "site.example", port)


def test_a_host_is_allowed_by_name_whatever_its_address() -> None:
    guard = Guard(allowed_of(["Wiki.Intranet", "localhost:8000"]), lambda host, port: ["127.0.0.1"])
    guard.check("http", "wiki.intranet", None)
    assert guard.addresses("wiki.intranet", 443) == ["127.0.0.1"]
    guard.check("http", "localhost", 8000)
    assert guard.addresses("localhost", 8000) == ["127.0.0.1"]
    for host, port in (("localhost", 80), ("wiki.intranet", 8000), ("127.0.0.1", 8000), ("x.wiki.intranet", 80)):
        with pytest.raises(Refused):
            guard.addresses(host, port)


def test_a_network_is_allowed_for_any_name_in_it() -> None:
    guard = Guard(allowed_of(["10.1.0.0/16", "fd00::/8"]), lambda host, port: [host.replace("-", ".")[:8]])
    assert guard.addresses("10-1-2-3.example", 80) == ["10.1.2.3"]
    guard.check("http", "10.1.2.3", None)
    guard.check("http", "fd00::1", None)
    with pytest.raises(Refused):
        guard.check("http", "10.2.0.1", None)


@pytest.mark.parametrize("text", ["10.0.0.1/8", "a:b:c", "", "host:", "host:99999999", "http://host"])
def test_what_is_neither_host_nor_network_is_told(text: str) -> None:
    with pytest.raises(InputError, match="allow"):
        allowed_of([text])


def test_a_port_that_is_none_is_told() -> None:
    with pytest.raises(InputError, match="70000 is no port"):
        allowed_of((), [70000])


def test_names_with_letters_digits_and_dots_at_the_end_pass() -> None:
    for host in ("site.example", "xn--mnchen-3ya.example", "a-1.b_2.example", "site.example."):
        Guard().check("https", host, None)


def test_a_name_without_address_is_an_error_of_the_system() -> None:
    with pytest.raises(OSError, match=r"empty\.example has no address"):
        answering().addresses("empty.example", 80)


def test_the_system_knows_its_own_name() -> None:
    assert set(system_resolve("localhost", 80)) <= {"127.0.0.1", "::1"}


@settings(max_examples=40)
@given(st.ip_addresses())
def test_what_passes_is_global_and_no_ipv4_address_in_disguise(address) -> None:  # type: ignore[no-untyped-def]
    try:
        Guard().check("http", str(address), None)
    except Refused:
        return
    assert address.is_global
    assert not address.is_private
    assert not address.is_multicast
    if address.version == 6:
        assert address.ipv4_mapped is address.sixtofour is address.teredo is None
