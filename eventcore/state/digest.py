"""The digest: a running fingerprint of everything that has happened in a world.

The digest hashes the settled Actions, Changes and Broadcasts, the sequence number, the time, the
number of scheduled events and the number of draws from each stream.
"""

from __future__ import annotations

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
from eventcore.state.saving import time_of
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

    def tap_for(self, kind: type[Event]) -> Tap:
        """Return a tap that records events as they settle, before observers can change them."""
        if not issubclass(kind, Action | Change | Broadcast):
            return Tap()
        if kind not in self._hooks:
            source = _SETTLED.format(name=kind.__name__, values=recorded_values(kind))
            settled = make_function(source, {**_NAMES, "keep": self._settled.append})
            self._hooks[kind] = hook = _SettledHook()
            hook.override(settled=settled)
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
        """Undo the last seal, because the sealed intent was refused."""
        self.value, self._settled[:0] = self._before_seal


class _SettledHook(Tap):
    records = True


_NAMES: Final = {
    "DONE": DONE,
    "OLD_REASONS": {UNHANDLED: "nothing"},  # older digests use this reason
    "UNSAVED": UNSAVED,
    "encode": encode_unchecked,
    "refuse": refuse_unwritable,
}
_SETTLED: Final = """
def settled(event):
    try:
        if event._outcome is DONE:
            keep(encode(({name!r}, {values})))
        else:
            reason = OLD_REASONS.get(event.reason, event.reason)
            keep(encode(({name!r}, {values}, event._outcome._value_, reason)))
    except UNSAVED:
        for name in event._fields_:
            refuse(event, name)
        raise
"""
