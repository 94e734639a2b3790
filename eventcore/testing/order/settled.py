"""Settled events: what Actions and Changes have said, of which the state may know nothing.

An Action that is refused for another reason leaves the same world behind, and yet it is
another one to whoever hears of it: a player, a digest, a journal.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import wraps
from hashlib import blake2b
from typing import Any

from eventcore.event import Action, Broadcast, Change, Event
from eventcore.schema.encoding import encode, encode_event
from eventcore.tap import Tap
from eventcore.testing.order.patches import Patches
from eventcore.world import World

_SIZE = 8


class SettledLog(ExitStack):
    """A context in which it is taken down what the Actions and Changes of worlds say.

    From the first event on in worlds that are made inside, in others from the first time
    that they are asked for.
    """

    def __enter__(self) -> SettledLog:
        self._taps: dict[World, _SettledHash] = {}
        patches = self.enter_context(Patches())
        plain: Callable[..., None] = World.__init__

        @wraps(plain)
        def __init__(world: World, *args: Any, **how: Any) -> None:
            plain(world, *args, **how)
            self._listen(world)

        patches.put(World, "__init__", __init__)
        return super().__enter__()

    def take(self, world: World) -> str:
        """Give the fingerprint of what was said in a world since this was last asked."""
        tap = self._taps.get(world) or self._listen(world)
        return tap.take()

    def _listen(self, world: World) -> _SettledHash:
        tap = self._taps[world] = _SettledHash()
        world.tap(tap)
        self.callback(world.untap, tap)
        return tap


class _SettledHash(Tap):
    """Keeps what has settled, in its order, with what it costs."""

    def __init__(self) -> None:
        self._said = blake2b(digest_size=_SIZE)

    def hears(self, kind: type[Event]) -> bool:
        return issubclass(kind, Action | Change | Broadcast)

    def settled(self, event: Event) -> None:
        self._said.update(_said_by(event))
        if isinstance(event, Action):
            self._said.update(encode(event.cost))

    def take(self) -> str:
        said, self._said = self._said, blake2b(digest_size=_SIZE)
        return said.hexdigest()


def _said_by(event: Event) -> bytes:
    try:
        return encode_event(event)
    except TypeError:  # no digest could chain it, but a world without one takes it
        fields = [_written(getattr(event, name)) for name in type(event)._fields_]
        return encode((type(event).__name__, event.outcome.value, event.reason, fields))


def _written(value: Any) -> str:
    try:
        return encode(value).decode()
    except TypeError:
        return type(value).__name__
