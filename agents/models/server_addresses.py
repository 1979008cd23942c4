"""Addresses of models' servers: sent without their login, hidden from others, and why one is not reached."""

import base64
import errno
import ipaddress
import os
import re
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

_PUT = "the server"
_END = r"(?P<port>:\d{1,5}\b)?(?![\w-]|\.\d)(?:(?<=\w)/[^\s'\"<>()\[\]{},]*)?"
_LABEL = r"[a-z0-9][a-z0-9-]*"
_FORMS = [
    re.compile(form, re.IGNORECASE)
    for form in (
        r"\b[a-z][a-z0-9+.-]*://(?:\[[^\s\]]*\])?[^\s'\"<>()\[\]{},]*",
        rf"\[(?P<ip>[0-9a-f.]*(?::[0-9a-f.]*){{2,8}})(?:%\w+)?\]{_END}",
        r"(?<![\w:.])(?P<ip>[0-9a-f]*(?::[0-9a-f]*){2,7}(?:(?<=:)\d+(?:\.\d+){3})?)(?:%\w+)?(?![\w:])",
        rf"(?<![\w.-])(?P<ip>\d{{1,3}}(?:\.\d{{1,3}}){{3}}){_END}",
        rf"(?<![\w.-])(?P<name>localhost|{_LABEL}(?:\.{_LABEL})+){_END}",
        # A host of one word, where what is before it and its port say that it is one.
        r"(?:(?<=\bhost )|(?<=\bto )|(?<=@))[a-z][a-z0-9-]*:\d{2,5}\b",
    )
]
_VERSION = re.compile(r"\b(?:versions?|release|build|section)\W{0,3}$", re.IGNORECASE)
_CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
_NO_ROUTE = frozenset({errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN})
_MOST_CAUSES = 20
# Of a proxy's answer, as HTTP libraries tell it.
_PASSING_STATUS = re.compile(r"(?:^|failed: )(?:408|429|5\d\d)\b")
_LABELS = 3
"""Of a name that is a host's whatever it ends with; shorter ones are files and modules, too."""
_ENDS = frozenset(
    {"ai", "app", "cloud", "cn", "com", "corp", "de", "dev", "edu", "eu", "home", "internal", "intranet"}
    | {"io", "lan", "local", "localhost", "net", "org", "ru", "test", "uk", "us"}
)


class ConnectionFault(NamedTuple):
    """Why a request does not reach its server."""

    words: str
    """The fault, and what to do."""
    is_lasting: bool
    """Whether it is one of this machine's, which another try does not change."""


def connection_fault(error: BaseException) -> ConnectionFault | None:
    """The fault of the surroundings that an error is due to; None if it is due to none that is known."""
    causes = list(_causes(error))
    return next(filter(None, map(_fault, causes)), None) or _unreached(causes)


def needs_proxy(address: str) -> bool:
    """Whether the environment has a proxy for an address, and does not exempt its host."""
    parts = urlsplit(address)
    proxies = getproxies()
    if not proxies.keys() & {parts.scheme, "all"}:
        return False
    return not proxy_bypass(parts.netloc.rpartition("@")[2]) and not proxy_bypass(parts.hostname or "")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error, and what it came of, from the last to the first."""
    pending = [error]
    for _ in range(_MOST_CAUSES):
        if not pending or (cause := pending.pop(0)) is None:
            return
        yield cause
        pending += getattr(cause, "exceptions", ())
        pending += [each for each in (cause.__cause__ or cause.__context__,) if each is not None]


def _fault(cause: BaseException) -> ConnectionFault | None:
    said = " ".join(str(cause).split())
    if isinstance(cause, ImportError) and "socks" in said.lower():
        words = f"{_proxies()} names a SOCKS proxy, which needs a package: pip install socksio"
    elif type(cause) is ValueError and "proxy" in said.lower():  # JSON that cannot be read is one, too
        words = (
            f"{_proxies()} names a proxy that cannot be used; set it to an address such as http://host:8080"
        )
    elif type(cause).__name__ == "ProxyError":
        words = f"the proxy that {_proxies()} names failed ({said})"
        return ConnectionFault(words, is_lasting=_PASSING_STATUS.search(said) is None)
    elif isinstance(cause, ssl.SSLCertVerificationError):
        words = (
            f"the server's certificate is not trusted ({getattr(cause, 'verify_message', said)}); "
            "set SSL_CERT_FILE to a file with the certificates that sign it"
        )
    elif isinstance(cause, (FileNotFoundError, ssl.SSLError)) and (named := _bad_certificates()):
        words = named
    elif isinstance(cause, ssl.SSLError) and "WRONG_VERSION" in said:
        words = "the server does not speak TLS at this port; use http:// instead of https://"
    elif isinstance(cause, ssl.SSLError) and cause.reason:
        words = f"TLS failed ({cause.reason}); check the address, and what is between here and the server"
    elif isinstance(cause, OSError) and cause.errno in _NO_ROUTE:
        words = "there is no route to the server; check the network, a VPN, and the address"
    else:
        return None
    return ConnectionFault(words, is_lasting=True)


def _unreached(causes: list[BaseException]) -> ConnectionFault | None:
    """A name that is not known, or a refused connection: of the proxy where the environment has one."""
    is_unknown = any(isinstance(cause, socket.gaierror) for cause in causes)
    if not is_unknown and not any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return None
    # The property of httpx's errors raises where there is no request.
    fields = vars(causes[0])
    request = fields.get("_request") or fields.get("request")
    address = "" if request is None else str(request.url)
    whose = f"the proxy that {_proxies()} names" if address and needs_proxy(address) else "the server"
    if is_unknown:
        return ConnectionFault(f"DNS does not know the name of {whose}", is_lasting=False)
    return ConnectionFault(
        f"{whose} refused the connection: nothing listens at its address", is_lasting=False
    )


def _proxies() -> str:
    """The variables that name proxies; not what they contain, which may be a password."""
    names = sorted(
        name for name in os.environ if name.lower().endswith("_proxy") and name.lower() != "no_proxy"
    )
    return " and ".join(names) or "the system's setting"


def _bad_certificates() -> str | None:
    for name in _CERTIFICATES:
        if (path := os.environ.get(name)) and not Path(path).exists():
            return f"{name} names a file that does not exist: {path}"
        if path and Path(path).is_file() and b"BEGIN " not in Path(path).read_bytes():
            return f"{name} names a file that contains no certificate: {path}"
    return None


def without_login(address: str) -> tuple[str, dict[str, str] | None]:
    """The address without user and password, and the header that says them; None where it has none.

    HTTP libraries log addresses.
    """
    parts = urlsplit(address)
    if not parts.username:
        return address, None
    login = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    basic = base64.b64encode(login.encode()).decode()
    host = parts.netloc.rpartition("@")[2]
    return parts._replace(netloc=host).geturl(), {"Authorization": f"Basic {basic}"}


def without_addresses(said: str, server: str | None) -> str:
    """What happened, without the address of a model's server, or any other.

    Hidden are URLs, addresses of IPv4 and IPv6, and names of hosts; versions and figures stay.

    Args:
        said: the error.
        server: the address that the model was asked at, where it is known.
    """
    if server:
        said = said.replace(server, _PUT)
        if host := urlsplit(server if "//" in server else f"//{server}").hostname:
            # A host of one word may be the name of a program, too.
            alone = "" if "." in host else r"(?=['\"]|:\d)"
            own = rf"(?<![\w./-]){re.escape(host)}(?![\w-]){alone}(?::\d{{1,5}}\b)?"
            said = re.sub(own, _PUT, said, flags=re.IGNORECASE)
    for form in _FORMS:
        said = form.sub(lambda found: _PUT if _is_address(found) else found[0], said)
    return said


def _is_address(found: re.Match[str]) -> bool:
    parts = found.groupdict()
    has_port = parts.get("port") is not None
    if (ip := parts.get("ip")) is not None:
        return _is_ip(ip) and (has_port or not _VERSION.search(found.string, 0, found.start()))
    return (name := parts.get("name")) is None or _is_host(name.split("."), has_port=has_port)


def _is_ip(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return text.strip(":") != ""


def _is_host(labels: list[str], *, has_port: bool) -> bool:
    if any(map(str.isdigit, labels)) or not labels[-1].isalpha() or len(labels[-1]) == 1:
        return False
    # Names of classes and fields have capitals.
    is_long = len(labels) >= _LABELS and not any(map(str.isupper, "".join(labels)))
    return has_port or is_long or labels[-1].lower() in _ENDS
