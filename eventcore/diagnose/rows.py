"""Describe rows of activity, find the writes to a field, and find unusual actions of handlers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from eventcore.diagnose.activity import Row
from eventcore.phase import APPLY, COMMIT, describe
from eventcore.replay.comparison import field_of, parse_path
from eventcore.text import listed, shorten
from eventcore.trace.values import LONGEST

_NUMBER: Final = re.compile(r" #\d+")
_EMPTY: Final = ("0", "0.0", "null", "false", '""', "[]", "{}")
_IDLE: Final = "did nothing"
_BUSY: Final = "did something"
_MOST: Final = 8  # the maximum number of items in a list
_FEW: Final = 3  # the minimum number of earlier intents that show which acts are usual
_ONE_OF: Final = 10  # an action is rare if it occurred in at most 1 of 10 earlier intents


def changes(row: Row, path: str) -> bool:
    """Return whether a row records a change to the field, entity or event at a path.

    ``].Purse`` selects all purses, and ``]`` selects all entities. ``event #7`` selects the event
    with this number, and ``event Hurt`` selects all events of this type.
    """
    if row.kind == "wrote":
        return path[-1] != "]" and f"{path}." in f"{row.subject}."
    if row.kind == "published":
        return path.startswith("event ") and path[6:] in row.subject.split()
    if row.kind == "drew from":
        return path == f"streams.{row.subject}[0]"
    return row.kind not in ("ran", "answered", "kept") and row.subject.endswith(path)


def history(
    rows: Sequence[Row], path: str, every: Sequence[Row] = (), owner: int = 0
) -> Iterator[str]:
    """Describe each handler's last change at a path. Then list handlers that left it unchanged."""
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
    if left := [f"{x.by} in {x.event}" for x in runs_without_write(rows, path, every, owner)]:
        yield f"{'not removed' if path[-1] == ']' else 'left unchanged'} by {listed(left)}"


def runs_without_write(
    rows: Sequence[Row], path: str, every: Sequence[Row] = (), owner: int = 0
) -> list[Row]:
    """Return the last calls of handlers that could have changed the value at a path but did not.

    If the path is a field of an event, they wrote it in other events of the same type. Otherwise,
    they ran for the entity, or for the ``owner`` of a scheduled event. Handlers that changed the
    same field of any entity in ``every`` row come first. Calls before the last change are left out.
    If a scheduled event was published, return earlier calls that could have cancelled the event.
    """
    event, _, field = path.partition(": ")
    found, same = [row for row in rows if changes(row, path)], _NUMBER.sub("", path)
    since, wrote = found[-1].turn if found else 0, {(row.by, row.event) for row in found}
    usual = {row.by for row in rows if field and _NUMBER.sub("", row.subject) == same}
    ran = [x for x in rows if x.kind == "ran" and x.event == event and x.by in usual]
    if "#" in event and not ran:
        number = event.rpartition(" ")[2]
        published = (at for at, row in enumerate(rows) if changes(row, f"event {number}"))
        planned = (at for at in published if "schedule" in f"{rows[at].by} {rows[at].before}")
        roles = {x.after for x in rows if f" {number}: " in x.subject and '"entity ' in x.after}
        since, ran = 0, _runs_for(rows[: next(planned, 0)], path, roles)
    elif not field and not (found and found[-1].kind in ("removed", "cancelled")):
        # A path such as ``].Purse`` selects the components of several entities. If a field was
        # written, leave out other components' handlers that never write it; there may be many.
        places = [x.subject for x in rows if f"{path}." in f"{x.subject}."] + [path]
        entities = {f'"entity {owner or parse_path(x)[1]}"' for x in places}
        usual, is_field = changers(every, path), path[0] == "]" or path.count(".") > 1
        ran = _runs_for(rows, path, entities)
        others = _runs_for(rows, path, ()) if found and is_field else ran
        ran = [row for row in ran if row.by in usual] + others
    last = {row.by: row for row in ran if row.turn >= since}
    return [row for row in last.values() if (row.by, row.event) not in wrote]


def changers(rows: Sequence[Row], path: str) -> set[str]:
    """Return the handlers that changed the field at a path, or the same field of another entity."""
    last = f"]{path.partition(']')[2]}"
    found = (x for x in rows if x.kind in ("wrote", "removed", "cancelled") and changes(x, last))
    # A handler that adds a component to an entity changes the component, but not its fields.
    return {x.by for x in found if x.before or x.kind != "wrote" or path.count(".") == 1}


def _runs_for(rows: Sequence[Row], path: str, entities: Collection[str]) -> list[Row]:
    """Return handler calls in phase ``APPLY`` or later. The component's own handlers come first."""
    calls = [row for row in rows if row.kind == "ran" and row.priority >= APPLY]
    often = Counter(row.by for row in calls)
    calls.sort(key=lambda row: often[row.by])
    own = [x for x in calls if x.subject.endswith(path) or path.startswith(f"{x.subject}.")]
    near = {row.subject.partition(": ")[0] for row in rows if row.after in entities}  # events
    near |= {x.subject for x in calls if f'"entity {parse_path(x.subject)[1]}"' in entities}
    return own + [row for row in calls if near & {row.event, row.subject}]


def offences(rows: Sequence[Row], names: Mapping[str, str]) -> Iterator[str]:
    """Describe the illegal writes to each field, and list the observers that keep events."""
    refused = {row.event for row in rows if row.subject == f"{row.event}: outcome"}
    writes = [row for row in rows if row.kind == "wrote" and row.by and "#" not in row.subject]
    # Observers (priority 0) must never write. `always` handlers may write even after a refusal.
    illegal = [x for x in writes if x.priority < COMMIT and not (x.priority and x.event in refused)]
    for path in dict.fromkeys(row.subject for row in illegal):
        yield f"{field_of(path, names)} was written by code that may not write it:"
        yield from (f"  {line}" for line in history(illegal, path))
    if kept := [row.by for row in rows if row.kind == "kept"]:
        yield f"events are kept by {listed(kept)}; no handler may read them"


def acts_of(rows: Sequence[Row]) -> dict[tuple[str, str], None]:
    """Return what each handler did, in order, such as ``("Wagon.roll_on", "drew from luck")``."""
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
            continue  # writes to components are visible only in the state
        found[by, kind] = None
    return found


def unusual(
    earlier: Sequence[Sequence[Row]], rows: Sequence[Row], *, missing: bool = False
) -> list[str]:
    """Describe what handlers had never done before an intent, or else what they had rarely done.

    ``earlier`` contains the rows of each earlier intent. With fewer than 3 such intents, describe
    all acts, or none if there are more than 8. If ``missing`` is true, an event of the intent is
    missing, so a handler may have skipped its usual action.
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
        # List additional draws first, because each changes all later draws from its stream.
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
