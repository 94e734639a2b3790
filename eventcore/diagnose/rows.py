"""Describe rows of activity, find the writes to a field, and find unusual actions of handlers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from eventcore.diagnose.activity import Row
from eventcore.phase import APPLY, COMMIT, describe
from eventcore.replay.comparison import field_of
from eventcore.text import listed, shorten
from eventcore.trace.values import LONGEST

_NUMBER: Final = re.compile(r" #\d+")
_EMPTY: Final = ("0", "0.0", "null", "false", '""', "[]", "{}")
_OUTSIDE: Final = "agenda.every, or code outside handlers"
_IDLE: Final = "did nothing"
_BUSY: Final = "did something"
_MOST: Final = 8  # the maximum number of items in a list
_FEW: Final = 3  # the minimum number of earlier intents needed to tell what is usual
_ONE_OF: Final = 10  # an action is rare if it occurred in at most 1 of 10 earlier intents


def act(row: Row, names: Mapping[str, str], outside: str) -> str:
    """Describe what the handler or observer of a row did; ``outside`` names other code."""
    text = "was called" if row.kind == "ran" else f"{row.kind} {field_of(row.subject, names)}"
    return f"{row.by or ('no handler' if row.event else outside)} {text}"


def drawers(rows: Iterable[Row]) -> Iterator[str]:
    """Yield a line for each random stream, with the handlers that drew from it."""
    draws = [(row.subject, row.by or _OUTSIDE) for row in rows if row.kind == "drew from"]
    for stream in dict(draws):
        yield f"{stream} was drawn from by {listed(by for name, by in draws if name == stream)}"


def changes(row: Row, path: str) -> bool:
    """Return whether a row is about a change to the field, entity or event at a path.

    The path ``].Purse`` selects all purses, ``event #7`` selects the event with this number, and
    ``event Hurt`` selects all events of this type.
    """
    if row.kind == "wrote":
        return path[-1] != "]" and f"{path}." in f"{row.subject}."
    if row.kind == "published":
        return path.startswith("event ") and path[6:] in row.subject.split()
    return row.kind in ("spawned", "removed", "scheduled") and row.subject == path


def history(rows: Sequence[Row], path: str, *, complete: bool = True) -> Iterator[str]:
    """Describe each handler's last change at a path; list handlers that changed nothing."""
    found, last = [x for x in rows if changes(x, path)], dict[tuple[str, str], list[Row]]()
    if ": " in path and found[1:]:  # handlers wrote later, so list the publisher last
        found = found[1:] + [x for x in found[:1] if x.by and x.after not in _EMPTY]
    for row in found:
        last[row.by, row.kind] = [*last.pop((row.by, row.kind), ()), row]
    for same in last.values():
        row = same[-1]
        before, after = (shorten(x, LONGEST) or "nothing" for x in (row.before, row.after))
        text = f"{row.after} {row.before or row.kind}".lstrip()
        if row.kind == "wrote":
            text = f"{before} → {after}" if before != after else "written"
            if ": " in path and not row.before and not path.startswith(f"{row.event}: "):
                text = f"published with {after}"
        by = f"{row.by} ({describe(row.priority)})" if row.priority else row.by or "no handler"
        by = f"{by} in {row.event}" if row.event else row.by or "code outside handlers"
        many = f" ({len(same)} times since turn {same[0].turn})" if same[1:] else ""
        yield f"turn {row.turn}: {text} by {by}{many}"
    left = [f"{row.by} in {row.event}" for row in runs_without_write(rows, path)]
    if left:
        yield f"left unchanged by {listed(left)}"
    if complete and not found and "." in path.partition("].")[2]:  # a field of a component
        yield "no handler or observer wrote it in the replay; debug mode finds writes by other code"


def runs_without_write(rows: Sequence[Row], path: str) -> list[Row]:
    """Return the last calls of handlers that could have written a field, but left it unchanged.

    For a component, its handlers in phase ``APPLY`` or later count; for an event, handlers that
    wrote the same field in other events of that type. Calls before the last write are left out.
    """
    event, _, field = path.partition(": ")
    found, same = [row for row in rows if changes(row, path)], _NUMBER.sub("", path)
    since = found[-1].turn if found else 0
    ran = [row for row in rows if row.kind == "ran" and row.turn >= since]
    if field:
        usual = {row.by for row in rows if _NUMBER.sub("", row.subject) == same}
        ran = [row for row in ran if row.event == event and row.by in usual]
    else:
        owned = (x for x in ran if x.subject.endswith(path) or path.startswith(f"{x.subject}."))
        ran = [row for row in owned if row.priority >= APPLY]
    wrote, last = {(row.by, row.event) for row in found}, {row.by: row for row in ran}
    return [row for row in last.values() if (row.by, row.event) not in wrote]


def offences(rows: Sequence[Row], names: Mapping[str, str]) -> Iterator[str]:
    """Describe the illegal writes to each field, and list the observers that keep events."""
    refused = {row.event for row in rows if row.subject == f"{row.event}: outcome"}
    writes = [row for row in rows if row.kind == "wrote" and row.by and "#" not in row.subject]
    # Observers (priority 0) must never write; `always` handlers may, even after a refusal.
    illegal = [x for x in writes if x.priority < COMMIT and not (x.priority and x.event in refused)]
    for path in dict.fromkeys(row.subject for row in illegal):
        yield f"{field_of(path, names)} was written by code that may not write it:"
        yield from (f"  {line}" for line in history(illegal, path))
    kept = [row.by for row in rows if row.kind == "kept"]
    if kept:
        yield f"events are kept by {listed(kept)}; no handler may read them"


def acts_of(rows: Sequence[Row]) -> dict[tuple[str, str], None]:
    """Return what handlers and observers did during an intent, in order and without duplicates.

    Each key is a pair: a handler or observer, and a description such as ``drew from luck``. Writes
    to components are not included, because they are visible only in the state.
    """
    found: dict[tuple[str, str], None] = {}
    active = {(row.by, row.event) for row in rows if row.kind not in ("ran", "answered")}
    for row in rows:
        by, kind = row.by or "no handler", f"{row.kind} {_NUMBER.sub('', row.subject)}"
        called = row.priority and row.kind in ("published", "answered")
        if row.kind == "ran":
            kind = _BUSY if (row.by, row.event) in active else _IDLE
        elif row.kind == "wrote" and row.subject.startswith(f"{row.event}: "):
            kind = f"set {_NUMBER.sub('', row.subject).replace(': ', '.')}"
        elif row.kind != "drew from" and not called:
            continue
        found[by, kind] = None
    return found


def unusual(
    earlier: Sequence[Sequence[Row]], rows: Sequence[Row], *, missing: bool = False
) -> list[str]:
    """Describe what handlers did for the first time during an intent, or else what they rarely do.

    ``earlier`` contains the rows of each earlier intent. If there are too few of these intents,
    describe what all handlers did, unless the list is long. If ``missing`` is true, the intent
    lacks an event, so a handler may have skipped its usual action.
    """
    acts = acts_of(rows)
    if len(earlier) < _FEW:
        done = [f"{by} {kind}" for by, kind in acts if kind not in (_BUSY, _IDLE)]
        return done if len(done) <= _MOST else []
    known = Counter(act for before in earlier for act in acts_of(before))
    streams = {kind for _, kind in known if kind.startswith("drew from")}
    found: list[tuple[int, int, str]] = []
    for by, kind in acts:
        often = rank = known[by, kind]
        # List additional draws first: each changes all later draws from its stream.
        order = 0 if not often and kind in streams else 1
        rare = often <= len(earlier) // _ONE_OF or (missing and kind.startswith("published"))
        if kind == _IDLE:
            rank, order = 0, 0 if missing else 2
            rare = known[by, _BUSY] >= _FEW * max(often, 1)
        if kind != _BUSY and rare:
            times = f"{often} times" if often > 1 else ("never", "once")[often]
            found.append((rank, order, f"{by} {kind} ({times} before)"))
    never = [item for item in found if not item[0]]
    return [text for *_, text in sorted(never or found, key=lambda item: item[:2])[:_MOST]]
