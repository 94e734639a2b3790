"""Compare two recordings or two saved states, and find their differences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final

import attrs
import msgspec
from msgspec import UNSET

from eventcore.errors import SaveError
from eventcore.journal.format import CLOSE, Record
from eventcore.journal.lines import BAD_JSON
from eventcore.journal.reader import Journal
from eventcore.replay.event_log import first_difference, name_of_event
from eventcore.state.digest import states_differ, without_parts
from eventcore.text import shorten

_WRAPPERS: Final = ("world", "components")  # keys to leave out of displayed paths
_SCHEDULED: Final = "planned.rows"  # rows of scheduled events, which begin with the event's number
# Ignore origins (event numbers) and digests, because any earlier difference changes them.
_COLUMNS: Final = ("due", "priority", "place", "type", "fields", "cost")
_IGNORED: Final = "digest"
_PATH: Final = re.compile(r"(?s)(scheduled\[\d+\]|entities\[(\d+)\](?:\.(\w+(?:\.\w+)?))?)(.*)")
_MOST_SHOWN: Final = 60  # the maximum number of characters of a value


@attrs.frozen
class Comparison:
    """The result of a comparison of two recordings: their first difference, if any.

    Attributes:
        records, events: The numbers of equal records and events before the first difference. The
            number of events is 0 if events were not compared.
        turn: The turn of the difference, or of the last record if the recordings are the same.
        lines: The line number of the difference in each recording. The number is 0 for a recording
            that has already ended. None if the recordings are the same.
        what: A short text that names the record or event that differs.
        fields: The name and both values of each field that differs.
        rules: The name and both values of each header field that differs because the rules differ.
    """

    records: int
    events: int
    turn: int
    lines: tuple[int, int] | None = None
    what: str = ""
    fields: list[tuple[str, Any, Any]] = attrs.field(factory=list)
    rules: list[tuple[str, Any, Any]] = attrs.field(factory=list)

    @property
    def same(self) -> bool:
        """Whether the recordings are the same."""
        return self.lines is None


def compare(left: Journal, right: Journal) -> Comparison:
    """Return the first difference between the records of two recordings.

    Events are compared too if both recordings have them. The header field ``engine`` is ignored. A
    difference between the rules in the headers counts only if no record and no event differs.
    """
    rules = _fields_of(left.header, right.header, "mods", "content", "chains")
    headers = _fields_of(left.header, right.header, "game", "seed")
    if headers:
        return Comparison(0, 0, 0, (1, 1), "the header", headers + rules)
    found = _compare_records(left, right)
    if rules and found.same:
        return attrs.evolve(found, turn=0, lines=(1, 1), what="the header", fields=rules)
    return attrs.evolve(found, rules=rules)


def _compare_records(left: Journal, right: Journal) -> Comparison:
    with_events = bool(left.events and right.events and left.header.events and right.header.events)
    events = turn = 0
    pairs = zip_longest(_records(left, right), _records(right, left))
    for place, (mine, theirs) in enumerate(pairs):
        if with_events and place < min(len(left.records), len(right.records)):
            found = first_difference(left.events[place], right.events[place])
            if found is not None:
                number, event, fields = found
                lines = left.event_line(place), right.event_line(place)
                what, turn = name_of_event(event), event.turn
                return Comparison(place, events + number, turn, lines, what, fields)
            events += len(left.events[place])
        lines = left.lines[place] if mine else 0, right.lines[place] if theirs else 0
        what = f"record {place + 1}"
        if mine and theirs:
            turn = min(mine.turn, theirs.turn)
            fields = _of_records(mine, theirs)
            if fields:
                return Comparison(place, events, turn, lines, what, fields)
        elif more := mine or theirs:
            what = f"{what}, {shorten(more.type)}"
            return Comparison(place, events, more.turn, lines, what)
    return Comparison(len(left.records), events, turn)


def _records(journal: Journal, other: Journal) -> list[Record]:
    """Return the records, without a final ``close`` if the other journal continues there."""
    *earlier, last = [record.type for record in journal.records] or [""]
    rest = [record.type for record in other.records[len(earlier) :]]
    goes_on = rest not in ([], [CLOSE])
    return journal.records[:-1] if last == CLOSE and goes_on else journal.records


def _fields_of(left: object, right: object, *names: str) -> list[tuple[str, Any, Any]]:
    pairs = ((name, getattr(left, name), getattr(right, name)) for name in names)
    return [pair for pair in pairs if pair[1] != pair[2]]


def _of_records(left: Record, right: Record) -> list[tuple[str, Any, Any]]:
    """Return how two records differ: first the intent's fields, then turn, number and digests."""
    found = _fields_of(left, right, "type", "v")
    data = _data(left), _data(right)
    if data[0] != data[1]:
        found.append(("data", *data))
    found += _fields_of(left, right, "turn", "seq", "digest")
    if states_differ(left.state, right.state):
        found.append(("state", without_parts(left.state), without_parts(right.state)))
    return found


def _data(record: Record) -> Any:
    """Return the fields of an intent, or their plain text if they are not valid JSON."""
    try:
        return msgspec.json.decode(record.data)
    except msgspec.DecodeError:
        return bytes(record.data).decode(errors="replace")


@attrs.frozen
class StateDivergence:
    """A place where two states differ.

    Attributes:
        path: The path of the value, such as ``entities[13].Health.hp`` or ``scheduled[7].due``.
        recorded, replayed: The value in each state, as JSON; empty if a state lacks the value.
    """

    path: str
    recorded: str
    replayed: str


def parse_path(path: str) -> tuple[str, int, str, str]:
    """Split a path in a saved state into a field's path, its entity's id, the field and the rest.

    ``entities[13].Health.hp[0]`` becomes ``entities[13].Health.hp``, 13, ``Health.hp``, ``[0]``.
    """
    found = _PATH.fullmatch(path)
    return (found[1], int(found[2] or 0), found[3] or "", found[4]) if found else (path, 0, "", "")


def divergent_paths(recorded: bytes, replayed: bytes) -> list[StateDivergence]:
    """Return the differences between two saved states: entities first, then the world itself.

    Entities are matched by id, and scheduled events by number. For any other list, only a different
    length and the first item that differs are returned.

    Raises:
        SaveError: One of the states is not JSON.
    """
    try:
        left, right = msgspec.json.decode(recorded), msgspec.json.decode(replayed)
    except BAD_JSON as error:
        raise SaveError(f"this is not a saved state: {error}") from None
    return sorted(_differ("", left, right), key=_rank)


def _rank(difference: StateDivergence) -> tuple[bool, ...]:
    starts = difference.path.startswith
    return not starts("entities["), starts("entities[1]."), not starts("scheduled[")


def _differ(path: str, left: Any, right: Any) -> Iterator[StateDivergence]:
    if isinstance(left, dict) and isinstance(right, dict):
        for key in {**left, **right}:
            if key != _IGNORED:
                inner = path if key in _WRAPPERS else f"{path}.{key}".lstrip(".")
                yield from _differ(inner, left.get(key, UNSET), right.get(key, UNSET))
    elif isinstance(left, list) and isinstance(right, list):
        mine, theirs = (_numbered(path, items) for items in (left, right))
        if mine is None or theirs is None:
            yield from _differ_in_order(path, left, right)
            return
        within = "scheduled" if path == _SCHEDULED else path
        for number in sorted(mine.keys() | theirs.keys()):
            here = f"{within}[{number}]"
            yield from _differ(here, mine.get(number, UNSET), theirs.get(number, UNSET))
    elif left != right or type(left) is not type(right):
        yield StateDivergence(path, _shown(left), _shown(right))


def _differ_in_order(path: str, left: list[Any], right: list[Any]) -> Iterator[StateDivergence]:
    if len(left) != len(right):
        yield StateDivergence(path, f"{len(left)} long", f"{len(right)} long")
    pairs = enumerate(zip(left, right, strict=False))
    found = (list(_differ(f"{path}[{number}]", *pair)) for number, pair in pairs)
    yield from next(filter(None, found), [])


def _numbered(path: str, items: list[Any]) -> dict[int, Any] | None:
    """Return a dict from numbers to events or from ids to entities, or None for any other list."""
    if path == _SCHEDULED:
        rows = ((number, [*row[:3], *row[4:]]) for number, *row in items)
        return {number: dict(zip(_COLUMNS, row, strict=True)) for number, row in rows}
    things = [item for item in items if isinstance(item, dict)]
    found = {item["id"]: item for item in things if isinstance(item.get("id"), int)}
    return found if len(found) == len(items) else None


def _shown(value: Any) -> str:
    if value is UNSET:
        return ""
    return shorten(msgspec.json.encode(value).decode(), _MOST_SHOWN)
