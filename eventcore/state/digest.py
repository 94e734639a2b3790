"""The digest: a running fingerprint of everything that has happened in a world.

It hashes the settled Actions, Changes and Broadcasts, the sequence number, the time, the number of
scheduled events and the number of draws from each stream.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Final

from eventcore.codegen import make_function
from eventcore.event import Action, Broadcast, Change, Event
from eventcore.outcome import DONE, UNHANDLED
from eventcore.schema.encoding import (
    UNSAVED,
    encode,
    encode_unchecked,
    recorded_values,
    refuse_unwritable,
)
from eventcore.state.world_state import time_of
from eventcore.tap import Tap
from eventcore.world import World


class Digest(Tap):
    """A tap that keeps the running digest of a world. Equal digests mean equal runs.

    Attributes:
        value: The digest at the last seal: 16 hexadecimal digits, or ``""`` before the first seal.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self.value: str = ""
        self._settled: list[bytes] = []
        self._before_seal: tuple[str, list[bytes]] = "", []
        self._hooks: dict[type[Event], Tap] = {}
        world.tap(self)

    def __eq__(self, other: object) -> bool:
        return self.state() == other.state() if isinstance(other, Digest) else NotImplemented

    def __hash__(self) -> int:
        raise TypeError("a digest changes with each event, so it has no hash: use its value")

    def hears(self, kind: type[Event]) -> bool:
        """Return whether events of the given type can change the world."""
        return issubclass(kind, Action | Change | Broadcast)

    def tap_for(self, kind: type[Event]) -> Tap:
        """Return a tap that records events as they settle, before observers can change them."""
        if kind not in self._hooks:
            self._hooks[kind] = _SettledHook(kind, self._settled.append)
        return self._hooks[kind]

    def state(self) -> list[str]:
        """Return the digest's value, followed by the events settled since the last seal."""
        return [self.value, *(event.decode() for event in self._settled)]

    def restore(self, state: list[str]) -> None:
        """Restore the digest from a result of ``state``."""
        self.value, *settled = state
        self._settled[:] = [event.encode() for event in settled]

    def seal(self) -> str:
        """Add the events settled since the last seal to the digest, and return the new value.

        Each seal alters the digest, so a replay must seal at the same points as the recording.
        """
        world = self._world
        counts = [world.turn, time_of(world), world.sequence, world.draws()]
        if planned := world.agenda.planned:
            counts.append(planned)
        chained = b"\n".join([*self._settled, encode(counts)])
        self._before_seal = self.value, self._settled.copy()
        self._settled.clear()
        self.value = blake2b(self.value.encode() + chained, digest_size=8).hexdigest()
        return self.value

    def unseal(self) -> None:
        """Undo the last seal. This is used if the sealed intent was refused."""
        self.value, self._settled[:0] = self._before_seal


class _SettledHook(Tap):
    records = True

    def __init__(self, kind: type[Event], keep: Callable[[bytes], None]) -> None:
        source = _SETTLED.format(name=kind.__name__, values=recorded_values(kind))
        self.override(settled=make_function(source, {**_NAMES, "keep": keep}))


def _recorded_reason(event: Event) -> str | None:
    # Older digests use "nothing" as the reason of an unhandled event.
    return "nothing" if event.reason == UNHANDLED else event.reason


_NAMES: Final = {
    "DONE": DONE,
    "UNSAVED": UNSAVED,
    "encode": encode_unchecked,
    "reason": _recorded_reason,
    "refuse": refuse_unwritable,
}
_SETTLED: Final = """
def settled(event):
    try:
        if event._outcome is DONE:
            keep(encode(({name!r}, {values})))
        else:
            keep(encode(({name!r}, {values}, event._outcome._value_, reason(event))))
    except UNSAVED:
        for name in event._fields_:
            refuse(event, name)
        raise
"""
