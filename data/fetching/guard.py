"""Which addresses may be reached when sources are fetched: public ones, and what a person has allowed by name."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from data.errors import InputError

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
Resolve = Callable[[str, int], Sequence[str]]
"""The addresses of a name, as text; OSError when there are none."""

SCHEME_PORTS = {"http": 80, "https": 443}

_CLOSED = tuple(
    ip_network(network)
    for network in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24"),
        *("203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        "168.63.129.16/32",  # a cloud's own server, although its address is a public one
        *("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"),
    )
)
"""Not public by the registries of special addresses: private, shared, loopback, link-local (with the clouds' metadata),
test, benchmark, multicast, reserved; Teredo, 6to4 and documentation of IPv6."""

_PUBLIC_IPV6 = IPv6Network("2000::/3")
"""All else of IPv6 is local, multicast, or another address in disguise (::ffff:0:0/96 mapped, 64:ff9b::/96 NAT64)."""

_NEVER_PUBLIC = ("localhost", "local", "internal", "localdomain", "home.arpa")
_NUMBER = re.compile(r"(0x[0-9a-f]*|[0-9]+)", re.IGNORECASE)
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)", re.IGNORECASE)


class Refused(Exception):
    """An address that may not be reached, in words that end "…: WHY"."""


@dataclass(frozen=True)
class Allowed:
    """What may be reached beside public addresses at ports 80 and 443.

    `hosts` are names or addresses, with a port (only that one) or with None (the usual ones); `ports` hold for every
    host.
    """

    hosts: frozenset[tuple[str, int | None]] = frozenset()
    networks: tuple[Network, ...] = ()
    ports: frozenset[int] = frozenset()


def allowed_of(given: Iterable[str], ports: Iterable[int] = ()) -> Allowed:
    """What ``HOST``, ``HOST:PORT``, ``10.0.0.0/8`` allow. InputError for anything else."""
    hosts, networks = set(), []
    for text in given:
        if "/" in text:
            networks.append(_network(text))
        else:
            hosts.add(_host_and_port(text))
    wrong = [port for port in ports if not 0 < port < 65536]
    if wrong:
        raise InputError(f"{wrong[0]} is no port", field="port")
    return Allowed(frozenset(hosts), tuple(networks), frozenset(ports))


def _network(text: str) -> Network:
    try:
        return ip_network(text)
    except ValueError as error:
        raise InputError(f"'{text}' is no network; write it as 10.0.0.0/8", field="allow") from error


def _host_and_port(text: str) -> tuple[str, int | None]:
    found = re.fullmatch(r"(\[[^\]]+\]|[^:\[\]]+)(?::(\d{1,5}))?", text)
    if found is None:
        raise InputError(f"'{text}' is no host; write HOST, HOST:PORT or a network", field="allow")
    host, port = found[1].strip("[]"), found[2]
    return _plain(host), None if port is None else int(port)


def system_resolve(host: str, port: int) -> Sequence[str]:
    """The addresses the machine knows for a name, each once. The system's own time limit for this holds."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[4][0]) for address in found))


@dataclass(frozen=True)
class Guard:
    """Says no before anything is sent. Names are resolved here, and only here, once for each connection."""

    allowed: Allowed = Allowed()
    resolve: Resolve = system_resolve

    def check(self, scheme: str, host: str, port: int | None, userinfo: bool = False) -> None:
        """Refused unless an address of this form may be tried at all; nothing is resolved.

        `host` as it stands in the URL, brackets taken off; `port` None: the scheme's own.
        """
        if scheme not in SCHEME_PORTS:
            raise Refused(f"only http and https are fetched: not {scheme or 'an address without a scheme'}")
        if userinfo:
            raise Refused("an address with a name or password in it is not fetched")
        name = _plain(host)
        self._check_port(name, port or SCHEME_PORTS[scheme])
        if not self._named(name, port or SCHEME_PORTS[scheme]):
            _check_name(name, self.allowed.networks)

    def addresses(self, host: str, port: int) -> list[str]:
        """The addresses a connection may be made to. Refused if any address of the name is not public.

        OSError when the name has none.
        """
        name = _plain(host)
        self._check_port(name, port)
        found = [name] if _literal(name) else list(self.resolve(name, port))
        if not found:
            raise OSError(f"{name} has no address")
        if not self._named(name, port):
            for address in found:
                _check_address(address, self.allowed.networks)
        return found

    def _check_port(self, name: str, port: int) -> None:
        usual = port in SCHEME_PORTS.values() or port in self.allowed.ports
        if not usual and (name, port) not in self.allowed.hosts:
            raise Refused(f"only the ports 80 and 443 are fetched from: not {port}")

    def _named(self, name: str, port: int) -> bool:
        return (name, None) in self.allowed.hosts or (name, port) in self.allowed.hosts


def _plain(host: str) -> str:
    return host.lower().removesuffix(".")


def _literal(name: str) -> Address | None:
    """The address a host is, in its one usual form."""
    try:
        return ip_address(name)
    except ValueError:
        return None


def _check_name(name: str, networks: Sequence[Network]) -> None:
    if _literal(name):
        _check_address(name, networks)
        return
    labels = name.split(".")
    if not all(_LABEL.fullmatch(label) for label in labels) or len(name) > 253:
        raise Refused(f"not the name of a host: '{name}'")
    if _NUMBER.fullmatch(labels[-1]):
        raise Refused(f"an address written in an unusual form: {name}")
    if any(name == end or name.endswith(f".{end}") for end in _NEVER_PUBLIC):
        raise Refused(f"not a public host: {name}")


def _check_address(text: str, networks: Sequence[Network]) -> None:
    address = _literal(text)
    if address is None:
        raise Refused(f"not an address: {text}")
    if any(address in network for network in networks):
        return
    if not _public(address):
        raise Refused(f"not a public address: {address}")


def _public(address: Address) -> bool:
    if address.version == 6 and address not in _PUBLIC_IPV6:
        return False
    closed = any(address in network for network in _CLOSED)
    return not closed and address.is_global  # a second opinion: Python keeps a list of its own
