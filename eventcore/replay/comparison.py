"""Compare two saved states, and find their differences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, get_args

import attrs
import msgspec
from msgspec import UNSET

from eventcore.schema.hints import hints_of
from eventcore.text import shorten
from eventcore.time.agenda import Scheduled

_WRAPPERS: Final = ("world", "components")  # keys to leave out of displayed paths
_IGNORED: Final = "digest"  # any earlier difference also changes the digest
_PATH: Final = re.compile(
    r"(?s)(scheduled\[\d+\]\.\w+|entities\[(\d+)\](?:\.(\w+(?:\.\w+)?))?)(.*)"
)
_EVENT: Final = re.compile(r"scheduled\[(\d+)\]\.(\w+)(?:\.(.+))?")
_ENTITY: Final = re.compile(r'"entity (\d+)"')  # an entity without a name, in a JSON value
_MOST_SHOWN: Final = 60  # the maximum number of characters of a value


@attrs.frozen
class StateDivergence:
    """A place where two states differ.

    Attributes:
        path: The path of the value, such as ``entities[13].Health.hp``, ``entities[13].frozen`` or
            ``scheduled[7].Walk.due``.
        recorded, replayed: The value in each state, as JSON; empty if a state lacks the value.
    """

    path: str
    recorded: str
    replayed: str


def parse_path(path: str) -> tuple[str, int, str, str]:
    """Split a path into four parts: a field's path, an entity's id, the field's name and the rest.

    ``entities[13].Health.hp[0]`` becomes ``entities[13].Health.hp``, 13, ``Health.hp``, ``[0]``.
    """
    found = _PATH.fullmatch(path)
    return (found[1], int(found[2] or 0), found[3] or "", found[4]) if found else (path, 0, "", "")


def field_of(path: str, names: Mapping[str, str]) -> str:
    """Return a description of the item at a path, such as ``Purse.coins of ann 5``."""
    if event := _EVENT.fullmatch(path):
        return f"{event[3]} of scheduled {event[2]} {event[1]}".removeprefix("None of ")
    _, number, field, rest = parse_path(path)
    entity = f"{shorten(names.get(str(number), 'entity'))} {number}"
    return f"{field}{rest} of {entity}" if field else entity if number else path


def field_change(difference: StateDivergence) -> str:
    """Describe a field that the rules have gained or lost; for other differences, return ""."""
    _, _, field, rest = parse_path(difference.path)
    if "." not in field or rest or (difference.recorded and difference.replayed):
        return ""
    if difference.recorded:
        return f"{field}: the recording has this field, but the rules no longer have it"
    return f"{field}: the rules have this new field, but the recording does not"


def with_names(text: str, names: Mapping[str, str]) -> str:
    """Add the names of entities to JSON values: ``"entity 5"`` becomes ``zombie 5``."""
    return _ENTITY.sub(lambda match: field_of(f"entities[{match[1]}]", names), text)


def divergent_paths(
    recorded: bytes, replayed: bytes, components: Iterable[Any] = ()
) -> list[StateDivergence]:
    """Return the differences between two saved states, with differences in entities first.

    Entities are matched by id, and scheduled events are matched by number and type. Scheduled
    events that differ only in their numbers are left out. So are the handles of such events in
    fields of the ``components``. In any other list, only the first item that differs is returned;
    if the lengths differ, they are returned too.

    Raises:
        msgspec.DecodeError: One of the states is not JSON.
    """
    left, right = msgspec.json.decode(recorded), msgspec.json.decode(replayed)
    found = sorted(_differ("", left, right), key=_rank)
    hints = ((f"{cls.__name__}.{n}", x) for cls in components for n, x in hints_of(cls).items())
    handles = {(label, "") for label, hint in hints if Scheduled in (hint, *get_args(hint))}
    texts, others = (_due(state) for state in (left, right))
    for number, each in enumerate(found):
        if parse_path(each.path)[2:] in handles:
            values = texts.get(each.recorded, ""), others.get(each.replayed, "")
            found[number] = StateDivergence(each.path, *values)
    return [each for each in found if each.recorded != each.replayed]


def _due(state: Any) -> dict[str, str]:
    """Return the type and time of each scheduled event in a saved state, keyed by number."""
    rows = state.get("world", state).get("planned", {}).get("rows", ())
    return {str(row[0]): f"{row[5]} due at {row[1]}" for row in rows}


def _rank(difference: StateDivergence) -> tuple[bool, ...]:
    starts = difference.path.startswith
    return not starts("entities["), starts("entities[1]."), not starts("scheduled[")


def _differ(path: str, left: Any, right: Any) -> Iterator[StateDivergence]:
    if path == "planned" and "rows" in (left or right):
        path, events, others = "", _events(left or {}), _events(right or {})
        left, right = _unmatched(events, others), _unmatched(others, events)
    elif path == "agenda.still":
        path, left, right = "", _frozen(left or ()), _frozen(right or ())
    if isinstance(left, dict) and isinstance(right, dict):
        for key in {**left, **right}:
            if key != _IGNORED:
                inner = path if key in _WRAPPERS else f"{path}.{key}".lstrip(".")
                yield from _differ(inner, left.get(key, UNSET), right.get(key, UNSET))
    elif isinstance(left, list) and isinstance(right, list):
        mine, theirs = _numbered(left), _numbered(right)
        if mine is not None and theirs is not None:
            for number in sorted(mine.keys() | theirs.keys()):
                here = f"{path}[{number}]"
                yield from _differ(here, mine.get(number, UNSET), theirs.get(number, UNSET))
            return
        if len(left) != len(right):
            yield StateDivergence(path, f"length {len(left)}", f"length {len(right)}")
        pairs = enumerate(zip(left, right, strict=False))
        found = (list(_differ(f"{path}[{number}]", *pair)) for number, pair in pairs)
        yield from next(filter(None, found), [])
    elif left != right or type(left) is not type(right):
        yield StateDivergence(path, _shown(left), _shown(right))


def _events(state: dict[str, Any]) -> dict[str, Any]:
    """Return scheduled events, keyed by path. Omit places and origins: any change shifts them."""
    recurring, found = dict(state.get("recurring", ())), {"planned.count": state.get("count", 0)}
    for number, due, priority, _place, _origin, name, fields, cost in state.get("rows", ()):
        columns = {"type": name, "due": due, "fields": fields, "priority": priority, "cost": cost}
        every = {"recurrence": recurring[number]} if number in recurring else {}
        found[f"scheduled[{number}].{name}"] = every | columns
    return found


def _unmatched(events: Mapping[str, Any], others: Mapping[str, Any]) -> dict[str, Any]:
    """Return the events without an equal event in ``others``. Event numbers are not compared."""
    equal, found = Counter(map(msgspec.json.encode, others.values())), dict[str, Any]()
    for path, columns in events.items():
        content = msgspec.json.encode(columns)
        equal[content] -= 1
        if equal[content] < 0:
            found[path] = columns
    return found


def _frozen(rows: Iterable[tuple[int, Any]]) -> dict[str, Any]:
    return {f"entities[{number}].frozen": turn or True for number, turn in rows}


def _numbered(items: list[Any]) -> dict[int, Any] | None:
    """Return a list of entities as a dict keyed by id, or None for any other list."""
    things = [item for item in items if isinstance(item, dict)]
    found = {item["id"]: item for item in things if isinstance(item.get("id"), int)}
    return found if len(found) == len(items) else None


def _shown(value: Any) -> str:
    return "" if value is UNSET else shorten(msgspec.json.encode(value).decode(), _MOST_SHOWN)
