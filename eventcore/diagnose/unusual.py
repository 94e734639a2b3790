"""Find the acts of handlers in an intent that were rare in earlier intents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final, TypeAlias

from eventcore.diagnose.activity import Kind, Row
from eventcore.diagnose.rows import NO_HANDLER

Act: TypeAlias = tuple[str, str]
"""A handler or observer, and the kind of act, such as ``drew from luck``."""

IDLE: Final = "did nothing"
_BUSY: Final = "did something"
_FIELD: Final = re.compile(r" #\d+: ")
FEW: Final = 3
"""The minimum number of earlier intents needed to tell which acts are usual."""
_ONE_OF: Final = 10
"""An act is rare if it happened in at most 1 of 10 earlier intents."""
_MOST: Final = 8


def act_of(row: Row) -> Act | None:
    """Return the act of a row without numbers and values; None if such acts are not compared."""
    by = row.by or NO_HANDLER
    if row.kind == Kind.WROTE:  # a write to a component is visible only in the state
        own = row.subject.startswith(f"{row.event}: ")
        return (by, f"set {_FIELD.sub('.', row.subject)}") if own else None
    if row.kind in (Kind.SPAWNED, Kind.REMOVED):
        return by, f"{row.kind} an entity"
    called = row.kind in (Kind.PUBLISHED, Kind.ANSWERED) and row.call and row.by
    return (by, f"{row.kind} {row.subject}") if called or row.kind == Kind.DREW else None


def acts_of(rows: Sequence[Row]) -> dict[Act, None]:
    """Return the distinct acts of an intent, in order, and whether each handler did anything."""
    found: dict[Act, None] = {}
    active = {row.call for row in rows if row.kind not in (Kind.RAN, Kind.ANSWERED)}
    for row in rows:
        if row.kind == Kind.RAN:
            found[row.by, _BUSY if row.call in active else IDLE] = None
        elif (act := act_of(row)) is not None:
            found[act] = None
    return found


def unusual(
    earlier: Sequence[Sequence[Row]],
    rows: Sequence[Row],
    only: Collection[Act | None] | None = None,
    *,
    missing: bool = False,
) -> list[str]:
    """Describe the acts of an intent that never happened before; if there are none, rare acts.

    If there are too few earlier intents to compare, describe all acts if they are few.

    Args:
        earlier: The rows of each earlier intent.
        rows: The rows of the intent.
        only: If set, describe only acts in this collection that never happened before.
        missing: Whether the intent lacks an event, so that a handler has not done its usual act.
    """
    acts = acts_of(rows)
    if len(earlier) < FEW:
        done = [f"{by} {kind}" for by, kind in acts if kind not in (_BUSY, IDLE)]
        return done if only is None and len(done) <= _MOST else []
    known = Counter(act for before in earlier for act in acts_of(before))
    streams = {kind for _, kind in known if kind.startswith(Kind.DREW)}
    found: list[tuple[int, int, int, str]] = []
    for place, (by, kind) in enumerate(acts):
        often = rank = known[by, kind]
        # An additional draw from a stream changes all later draws.
        order = -1 if not often and kind in streams else 0
        rare = often <= len(earlier) // _ONE_OF or (missing and kind.startswith(Kind.PUBLISHED))
        if kind == IDLE:
            rank, order = 0, -1 if missing else 1
            rare = known[by, _BUSY] >= FEW * max(often, 1)
        if kind != _BUSY and rare and (only is None or (by, kind) in only):
            times = f"{often} times" if often > 1 else ("never", "once")[often]
            found.append((rank, order, place, f"{by} {kind} ({times} before)"))
    never = [item for item in found if not item[0]]
    found = never or (found if only is None else [])
    return [text for *_, text in sorted(found)[:_MOST]]
