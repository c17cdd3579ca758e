"""Pages for web flows: read from a HAR file as browsers export it, or drawn from a published model.

Both give the text of a page file, whose format docs/models/web.md explains. The core reads it; the
core also draws pages of models.
"""

from __future__ import annotations

import datetime
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import tomli_w

from skyseam import _core
from skyseam._errors import InputError
from skyseam._files import read_bytes

T = TypeVar("T")

LONGEST_NAME = 60
"""Characters of an object's name at most; a number may follow."""

MOST_OBJECTS = 10_000
"""Objects of a page at most."""

MOST_BYTES = 1e12
"""Bytes of an object at most."""

MOST_MS = 366 * 86_400e3
"""Milliseconds that a request can take at most."""

WITHOUT_BODY = {204, 304}
"""Statuses of responses without a body (RFC 9110 Sec. 15.3.5 and 15.4.5)."""


@dataclass
class _Entry:
    """A request of a HAR file with a response body."""

    where: str
    url: str
    size: int
    start_s: float
    end_s: float
    receive_s: float
    initiator: str | None
    name: str = ""
    host: str = ""
    after: list[str] = field(default_factory=list)
    at: float = 1.0
    parse_s: float = 0.0


def from_har(path: str | Path) -> str:
    """Return the text of a page file for the first page of a HAR file (HTTP Archive 1.2).

    An object's size is that of its body as transferred. It follows the object that its initiator
    names (`_initiator`, which Chromium writes), otherwise the first object; if it was requested
    while that one was still arriving, it follows a share of it. Objects of hosts other than the
    first object's name their host. Requests without bytes are left out: those answered from the
    browser's cache, and unchanged resources (304). A HAR file does not state which objects are
    above the fold.

    Parameters
    ----------
    path
        The HAR file.

    Returns
    -------
    str
        TOML.

    Raises
    ------
    InputError
        When the file cannot be read, is no JSON, or lacks a required field, which the message
        names.
    """
    place = Path(path)
    data = read_bytes(place, expected="expected a HAR file")
    try:
        har = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(f"{place} is not UTF-8: byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise InputError(
            f"{place} is not JSON: line {error.lineno}, column {error.colno}: {error.msg}; "
            "a file that was cut short ends like this"
        ) from None
    except RecursionError:
        raise InputError(f"{place} is not a HAR file: it is nested too deeply") from None
    except ValueError:  # Python reads no whole number of more than some thousand digits.
        raise InputError(
            f"{place} is not a HAR file: it has a number of thousands of digits"
        ) from None
    log = _get(har, "log", dict, f"{place}: ")
    listed = _get(log, "entries", list, f"{place}: log.")
    entries = _entries(listed, f"{place}: log.entries")
    if not entries:
        raise InputError(f"{place} has no request that brought bytes; expected at least one")
    if len(entries) > MOST_OBJECTS:
        raise InputError(
            f"{place} has {len(entries)} requests that brought bytes; expected at most "
            f"{MOST_OBJECTS}"
        )
    _relate(entries)
    shown = place.name.encode("utf-8", "replace").decode()
    note = f"imported from {shown}; {len(listed) - len(entries)} requests left out"
    return _text(entries[0].url, note, [_object(entry) for entry in entries])


def _get(table: object, key: str, kind: type[T], where: str) -> T:
    if not isinstance(table, dict) or key not in table:
        found = "nothing" if isinstance(table, dict) else _kind(table)
        raise InputError(f"{where}{key}: found {found}, expected {_KINDS[kind]}")
    value = table[key]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise InputError(f"{where}{key}: found {_kind(value)}, expected {_KINDS[kind]}")
    return value


_KINDS: dict[type, str] = {dict: "a table", list: "a list", str: "a string"}


def _kind(value: object) -> str:
    if isinstance(value, str):
        return f"the string {value[:40]!r}"
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    return json.dumps(value)[:40]


def _number(table: object, key: str, where: str, most: float = MOST_BYTES) -> float | None:
    """Return a number that may be missing; -1 in a HAR file means unknown."""
    value = table.get(key) if isinstance(table, dict) else None
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not value <= most:
        expected = f"a number of at most {most:.15g}"
        raise InputError(f"{where}{key}: found {_kind(value)}, expected {expected}")
    return float(value) if value >= 0 else None


def _entries(listed: list[Any], where: str) -> list[_Entry]:
    entries = []
    first_page = None
    for number, one in enumerate(listed):
        at = f"{where}[{number}]."
        request = _get(one, "request", dict, at)
        response = _get(one, "response", dict, at)
        url = _get(request, "url", str, f"{at}request.")
        page = one.get("pageref")
        first_page = page if first_page is None else first_page
        size = 0 if _is_empty(one, request, response) else _size(response, f"{at}response.")
        if page != first_page or size == 0 or not url.startswith(("http://", "https://")):
            continue
        _check_url(url, f"{at}request.url")
        started = _get(one, "startedDateTime", str, at)
        try:
            start = datetime.datetime.fromisoformat(started)
            start_s = start.timestamp()
        except (ValueError, OverflowError):
            raise InputError(
                f"{at}startedDateTime: found {_kind(started)}, expected an ISO 8601 time"
            ) from None
        time = _number(one, "time", at, MOST_MS) or 0.0
        receive = _number(one.get("timings"), "receive", f"{at}timings.", MOST_MS) or 0.0
        entries.append(
            _Entry(at, url, size, start_s, start_s + time / 1e3, receive / 1e3, _initiator(one))
        )
    # A redirect may be listed twice; the order of a file is that of its requests as a rule.
    return sorted(entries, key=lambda entry: entry.start_s)


def _is_empty(one: dict[str, Any], request: dict[str, Any], response: dict[str, Any]) -> bool:
    """Whether no body came over the network; `_fromCache` is Chromium's field."""
    status = response.get("status")
    return (
        bool(one.get("_fromCache"))
        or request.get("method") == "HEAD"
        or (isinstance(status, int) and status in WITHOUT_BODY)
    )


def _check_url(url: str, where: str) -> None:
    try:
        urlsplit(url)
        url.encode()
    except ValueError:
        raise InputError(f"{where}: found {_kind(url)}, expected a URL") from None


def _size(response: dict[str, Any], where: str) -> int:
    """Return the size of the body as transferred, bytes; zero is a valid size."""
    body = _number(response, "bodySize", where)
    if body is not None:
        return int(body)
    moved = _number(response, "_transferSize", where)
    if moved is not None:
        return max(0, int(moved - (_number(response, "headersSize", where) or 0)))
    content = response.get("content")
    size = _number(content, "size", f"{where}content.")
    if size is None:
        raise InputError(
            f"{where[:-1]}: found no size, expected bodySize, _transferSize or content.size"
        )
    saved = _number(content, "compression", f"{where}content.") or 0.0
    return max(0, int(size - saved))


def _initiator(entry: dict[str, Any]) -> str | None:
    own = entry.get("_initiator")
    if not isinstance(own, dict):
        return None
    if isinstance(own.get("url"), str):
        return str(own["url"])
    stack = own.get("stack")
    while isinstance(stack, dict):
        frames = stack.get("callFrames")
        for frame in frames if isinstance(frames, list) else []:
            if isinstance(frame, dict) and isinstance(frame.get("url"), str) and frame["url"]:
                return str(frame["url"])
        stack = stack.get("parent")
    return None


def _relate(entries: list[_Entry]) -> None:
    """Name the entries, and set the predecessor of each among those that began before it."""
    taken: set[str] = set()
    known: dict[str, _Entry] = {}
    for entry in entries:
        entry.name = _name(entry.url, taken)
        entry.host = "" if _host(entry.url) == _host(entries[0].url) else _host(entry.url)
        if known:
            parent = known.get(entry.initiator or "", entries[0])
            entry.after = [parent.name]
            begin_s = parent.end_s - parent.receive_s
            if entry.start_s < parent.end_s and parent.receive_s > 0:
                share = (entry.start_s - begin_s) / parent.receive_s
                entry.at = round(min(max(share, 0.0), 0.999), 3)
            elif entry.start_s < parent.end_s:
                entry.at = 0.0
        known.setdefault(entry.url, entry)
    for parent in entries:
        waits = [
            entry.start_s - parent.end_s
            for entry in entries
            if entry.after == [parent.name] and entry.at == 1.0
        ]
        parent.parse_s = max(0.0, min(waits, default=0.0))


def _name(url: str, taken: set[str]) -> str:
    path = urlsplit(url).path.rstrip("/")
    last = re.sub(r"[^A-Za-z0-9._-]", "_", path.rsplit("/", 1)[-1]).strip(".")
    last = last[-LONGEST_NAME:].strip(".") or "index"
    name, number = last, 1
    while name in taken:
        number += 1
        name = f"{last}-{number}"[-64:]
    taken.add(name)
    return name


def _host(url: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]", "_", urlsplit(url).netloc).strip(".")[:64] or "host"


def _object(entry: _Entry) -> dict[str, Any]:
    made: dict[str, Any] = {"name": entry.name, "size": f"{entry.size} B"}
    if entry.host:
        made["host"] = entry.host
    if entry.after:
        made["after"] = entry.after
        if entry.at < 1.0:
            made["at"] = entry.at
    if entry.parse_s >= 0.0005:
        made["parse"] = f"{round(entry.parse_s * 1e3)} ms"
    return made


def _text(title: str, source: str, objects: list[dict[str, Any]]) -> str:
    return tomli_w.dumps({"title": title, "source": source, "objects": objects})


MODEL = "ieee-802.16m"
"""Name of the model that pages are drawn from, as scenarios have it under `page`."""


def generate(seed: int) -> str:
    """Return the text of a page drawn from the HTTP model of IEEE 802.16m's evaluation methodology.

    The core draws it, as it does in a scenario with `page = { kind = "ieee-802.16m", seed = .. }`.
    A main object, and embedded objects that are all requested once it is parsed: sizes are
    log-normal, redrawn outside their limits; the number is Pareto, cut at its limit; parsing takes
    an exponential time. The model describes the web of 2000 to 2008: some 5.6 embedded objects, 50
    kB.

    Parameters
    ----------
    seed
        Same seed, same page; not negative.

    Returns
    -------
    str
        TOML.
    """
    text = _core.page(MODEL, seed)
    assert text is not None, f"the core has no {MODEL}"
    return text
