"""Own writes: which handlers write in their own components, and which observers in those.

That is nearly all writing there is, and cheap to see: of what a handler may write, only its own
component is looked at.
"""

from __future__ import annotations

from collections.abc import Collection

import attrs

from eventcore.blame.receivers import watch_receivers
from eventcore.blame.running import Running
from eventcore.blame.stretch import Stretch
from eventcore.blame.writes import Place, kind_of
from eventcore.component import Component
from eventcore.event import Event
from eventcore.handler import APPLY, REACT, Handler
from eventcore.state.codec import encode, fields_of
from eventcore.world import World


@attrs.frozen
class Count:
    """How often somebody did something, and in which turn last."""

    times: int = 0
    turn: int = 0

    def more(self, turn: int) -> Count:
        """Count once more."""
        return Count(self.times + 1, turn)

    def __str__(self) -> str:
        times = "once" if self.times == 1 else f"{self.times} times"
        return f"{times}, last on turn {self.turn}"


class OwnWrites(Running):
    """A tap that notes who last wrote each field, of what handlers write in their own component.

    It looks at all that a component holds before and after each of its handlers, so it is for
    short stretches.

    Attributes:
        wrote: By component class, who wrote such a component.
        ran: By component class, its handlers that ran and might have.
    """

    def __init__(self, world: World, kinds: Collection[str] | None = None) -> None:
        """Begin to look.

        Args:
            world: Where.
            kinds: The names of the component classes that are looked at, and then after each
                observer too; all by default, but not after observers.
        """
        super().__init__()
        self.wrote: dict[str, dict[str, Count]] = {}
        self.ran: dict[str, dict[str, Count]] = {}
        self._world = world
        self._kinds = kinds
        self._writers: dict[Place, Handler] = {}
        self._last: dict[tuple[int, str], Handler] = {}
        self._seen: dict[Component, dict[str, bytes]] = {}
        self._all: dict[str, bytes] = {}
        world.tap(self)
        if kinds is not None:
            watch_receivers(world, self._told)

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        """Look at what a component holds before its handler runs."""
        super().handling(event, handler, component)
        self._seen[component] = self._fields(component)
        entity, kind = component._entity, kind_of(component)
        if entity is not None and handler.priority >= APPLY:
            self._count(self.ran, kind, handler.label)
            if handler.priority < REACT:
                self._last[entity.id, kind] = handler

    def handled(self, event: Event, handler: Handler) -> None:
        """Note what the handler has written; what others did beneath it is noted already."""
        call = self.call
        super().handled(event, handler)
        if call is None or call.event is not event:
            return
        component = call.component
        kind, fields, before = kind_of(component), self._fields(component), self._seen[component]
        self._seen[component] = fields
        changed = [name for name, value in fields.items() if value != before.get(name)]
        if changed and component._entity is not None:
            number = component._entity.id
            self._writers |= {Place(number, kind, name): handler for name in changed}
            self._count(self.wrote, kind, handler.label)

    def settled(self, event: Event) -> None:
        """Look at all there is, before observers are told."""
        if self._kinds is not None and event.cause is None:
            self._all = self._contents()

    def writer(self, place: Place) -> Handler | None:
        """Name who wrote a field last; where nobody did, who ran last that might have."""
        return self._writers.get(place) or self._last.get((place.entity, place.component))

    def _told(self, observer: str, _event: Event) -> None:
        now = self._contents()
        for kind in [kind for kind, held in now.items() if held != self._all.get(kind, held)]:
            self._count(self.wrote, kind, f"the observer {observer}")
        self._all = now

    def _contents(self) -> dict[str, bytes]:
        held: dict[str, list[object]] = {kind: [] for kind in self._kinds or ()}
        for entity in self._world:
            for part in entity.components:
                if kind_of(part) in held:
                    held[kind_of(part)].append(fields_of(part))
        return {kind: encode(parts) for kind, parts in held.items()}

    def _count(self, counts: dict[str, dict[str, Count]], kind: str, who: str) -> None:
        of_kind = counts.setdefault(kind, {})
        of_kind[who] = of_kind.get(who, Count()).more(self._world.turn)

    def _fields(self, component: Component) -> dict[str, bytes]:
        if self._kinds is not None and kind_of(component) not in self._kinds:
            return {}
        return {name: encode(value) for name, value in fields_of(component).items()}


def own_writes(kinds: Collection[str], stretch: Stretch) -> OwnWrites:
    """Look at who writes components of some classes in a stretch, observers included.

    Raises:
        JournalError: A record cannot be played, as for ``Playback.step``.
        RaisedError: A handler raised.
    """
    watch, playback = stretch.played(lambda world: OwnWrites(world, kinds))
    while playback.position < stretch.end and playback.step():
        pass
    return watch
