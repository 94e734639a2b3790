"""What changed between two recordings of the same intents, event by event, in lines.

The events that follow the same intent are aligned: first those that are the same, then, of what
is left, those of the same type. That numbers or turns move along with what came before is no
change of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, Final

import attrs
import msgspec

from eventcore.journal import Header, Journal, Record, Settled
from eventcore.replay.event_log import divergences
from eventcore.state.state_digest import states_differ, whole_of
from eventcore.text import short_repr

_MOST: Final = 60
"""So many characters of a value are shown."""

Pair = tuple[Settled | None, Settled | None]


def changes(old: Journal, new: Journal) -> Iterator[str]:
    """Say in a line each what is another in the second recording, in order.

    Args:
        old: What was recorded.
        new: The same intents, recorded again; both are read with their events.
    """
    yield from _of_headers(old.header, new.header)
    aligning = _Aligning()
    with_events = bool(old.header.events and new.header.events)
    for place, (mine, theirs) in enumerate(zip(old.records, new.records, strict=True)):
        if with_events:
            yield from aligning.events(old.events[place], new.events[place])
        yield from aligning.records(mine, theirs, old.lines[place], with_events)


def _of_headers(old: Header, new: Header) -> Iterator[str]:
    for field in attrs.fields(Header):
        mine, theirs = getattr(old, field.name), getattr(new, field.name)
        if mine != theirs:
            yield f"header: {field.name} {short_repr(mine, _MOST)} -> {short_repr(theirs, _MOST)}"


class _Aligning:
    """What two recordings have come to so far: which events are the same, how far turns moved."""

    def __init__(self) -> None:
        self._twins: dict[int | None, int | None] = {}
        self._turns = 0
        self._sequences = 0
        self._diverged = False

    def events(self, old: Sequence[Settled], new: Sequence[Settled]) -> Iterator[str]:
        """Compare what the same intent led to."""
        pairs = list(_aligned(old, new))
        self._twins.update((one.seq, other.seq) for one, other in pairs if one and other)
        for one, other in pairs:
            line = self._of_pair(one, other)
            if line:
                self._diverged = True
                yield line

    def _of_pair(self, old: Settled | None, new: Settled | None) -> str:
        if old is None or new is None:
            event = old or new
            assert event is not None
            sign, outcome = "-" if new is None else "+", event.reason or event.outcome
            data = [f"{name} {short_repr(one, _MOST)}" for name, one in event.data.items()]
            return (
                f"{sign} turn {event.turn}  {event.type} #{event.seq}  {outcome}  {', '.join(data)}"
            )
        found = [
            f"{name} {short_repr(mine, _MOST)} -> {short_repr(theirs, _MOST)}"
            for name, mine, theirs in divergences(old, new)
            if not self._follows(name, mine, theirs)
        ]
        self._turns = new.turn - old.turn
        said = f"  turn {old.turn}  {old.type} #{old.seq}  {', '.join(found)}"
        return said if found else ""

    def _follows(self, name: str, mine: Any, theirs: Any) -> bool:
        """Whether a difference only follows from others before it."""
        if name == "parent":
            return bool(self._twins.get(mine, mine) == theirs)
        return name == "seq" or (name == "turn" and theirs - mine == self._turns)

    def records(self, old: Record, new: Record, line: int, with_events: bool) -> Iterator[str]:
        """Compare an intent, and where no events tell more, the state it meets."""
        found = [
            f"{name} {short_repr(mine, _MOST)} -> {short_repr(theirs, _MOST)}"
            for name, mine, theirs in (
                ("v", old.v, new.v),
                ("data", _decoded(old.data), _decoded(new.data)),
            )
            if mine != theirs
        ]
        if old.digest != new.digest and not self._diverged:  # a digest holds all those before
            self._diverged = True
            found.append(f"digest {old.digest} -> {new.digest}")
        if states_differ(old.state, new.state) and not self._diverged:
            self._diverged = True  # no event has told of it, and what comes after follows from it
            found.append(f"state {whole_of(old.state)} -> {whole_of(new.state)}")
        if not with_events:
            if new.turn - old.turn != self._turns:
                found.append(f"turn {old.turn} -> {new.turn}")
            if new.seq - old.seq != self._sequences:
                found.append(f"seq {old.seq} -> {new.seq}")
            self._turns, self._sequences = new.turn - old.turn, new.seq - old.seq
        if found:
            yield f"  turn {old.turn}  before {old.type} (line {line})  {', '.join(found)}"


def _aligned(old: Sequence[Settled], new: Sequence[Settled]) -> Iterator[Pair]:
    """Pair events that are the same, and between those the ones of the same type."""
    same = SequenceMatcher(None, [_whole(e) for e in old], [_whole(e) for e in new], autojunk=False)
    for tag, start, end, begin, stop in same.get_opcodes():
        if tag == "equal":
            yield from zip(old[start:end], new[begin:stop], strict=True)
        else:
            yield from _aligned_by_type(old[start:end], new[begin:stop])


def _aligned_by_type(old: Sequence[Settled], new: Sequence[Settled]) -> Iterator[Pair]:
    alike = SequenceMatcher(None, [e.type for e in old], [e.type for e in new], autojunk=False)
    for tag, start, end, begin, stop in alike.get_opcodes():
        if tag == "equal":
            yield from zip(old[start:end], new[begin:stop], strict=True)
        else:
            yield from ((event, None) for event in old[start:end])
            yield from ((None, event) for event in new[begin:stop])


def _whole(event: Settled) -> tuple[str, str, str | None, bytes]:
    return event.type, event.outcome, event.reason, msgspec.json.encode(event.data)


def _decoded(data: msgspec.Raw) -> Any:
    return msgspec.json.decode(data)
