"""Run timers, which are effects that last for some turns and publish events.

Events start, stop, freeze and thaw timers. Handlers may modify or refuse these events.

Do not rename the handlers. Journals contain a hash of the handler names, so after a rename, the
tools would report that the rules have changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Final

import attrs

from eventcore.component import Component, component
from eventcore.entity import Entity
from eventcore.errors import RegistrationError, TimerError
from eventcore.event import Change, event, role
from eventcore.handler import handles
from eventcore.phase import APPLY, COMMIT, REACT, VALIDATE
from eventcore.schema.fixed import Fixed
from eventcore.time.clock import Tick
from eventcore.time.kinds import Makers, Stacking, TimerKind, makers_of
from eventcore.time.scheduling import LIMIT, check_units
from eventcore.time.wheel import Timer, Wheel

if TYPE_CHECKING:
    from eventcore.world import World

_FIRST: Final = 1


@event
class StartTimer(Change):
    """Start a timer.

    The event fails with ``"short"`` if handlers have reduced the duration or level below 1, and
    with ``"already"`` if it would not change the running timer of the same kind.

    Attributes:
        target: The owner of the timer.
        kind: The name of the kind of timer.
        duration: The duration in turns. Handlers at MODIFY may change the duration.
        level: The level of the timer, at least 1.
        began: Whether the timer was started or restarted, rather than extended. Set at APPLY.
    """

    _setup_: ClassVar[str] = "call add_timers(world, {…}) when you set up the world"

    target: Entity = role()
    kind: str = ""
    duration: int = 0
    level: int = 1
    began: bool = False
    # Whether this event has raised the level of a running timer. Recordings omit this field.
    _risen: bool = attrs.field(default=False, init=False, repr=False)


@event
class StopTimer(Change):
    """End a timer early. The event fails with ``"no timer"`` if the target has no such timer.

    If ``quiet`` is True, the timer does not publish its end event.
    """

    target: Entity = role()
    kind: str = ""
    quiet: bool = False


@event
class Freeze(Change):
    """Freeze an entity and its timers, or fail with ``"frozen"`` if it is already frozen."""

    target: Entity = role()


@event
class Thaw(Change):
    """Thaw an entity and its timers, or fail with ``"not frozen"`` if it is not frozen."""

    target: Entity = role()


@component
class Timers(Component):
    """The world rule that runs timers. ``add_timers`` attaches this rule to ``world.root``.

    Attributes:
        kinds: The kinds of timers, keyed by name.
        wheel: The timers that are running, or held because their owner is frozen.
        count: The number of timers ever started.
    """

    kinds: Fixed[str, TimerKind] = attrs.field(factory=Fixed)
    wheel: Wheel = attrs.field(factory=Wheel)
    count: int = 0
    _makers: Mapping[str, Makers] = attrs.field(factory=dict, init=False, repr=False)

    def of(self, owner: Entity) -> tuple[Timer, ...]:
        """Return the timers of an owner, oldest first."""
        return self.wheel.of(owner)

    def find(self, owner: Entity, kind: str) -> Timer | None:
        for timer in self.wheel.of(owner):  # faster than next() with a generator
            if timer.kind == kind:
                return timer
        return None

    # Starting

    @handles(StartTimer, _FIRST, via="world")
    def check_start(self, start: StartTimer, world: World) -> None:
        """Raise TimerError if the kind or a number is invalid, or if the clock was not started."""
        self._makers_of(start.kind, world)
        check_units("duration", start.duration, 1, TimerError)
        check_units("level", start.level, 1, TimerError)
        if world.root not in world.agenda:
            raise TimerError(
                f"timer {start.kind!r} would never tick or end, because the clock was not started: "
                "call start_clock(world) when you set up the world"
            )

    @handles(StartTimer, VALIDATE, via="world")
    def refuse_ignored(self, start: StartTimer, world: World) -> None:
        kind = self.kinds[start.kind]
        if kind.stacking is Stacking.IGNORE and self.find(start.target, start.kind) is not None:
            start.fail("already")

    @handles(StartTimer, COMMIT - 1, via="world")
    def refuse_without_effect(self, start: StartTimer, world: World) -> None:
        """Refuse the event if its duration or level is below 1, or if it would change nothing."""
        check_units("duration", start.duration, 1 - LIMIT, TimerError)
        check_units("level", start.level, 1 - LIMIT, TimerError)
        if start.duration < 1 or start.level < 1:
            start.fail("short")
            return
        kind, running = self.kinds[start.kind], self.find(start.target, start.kind)
        if running is None or kind.stacking is Stacking.EXTEND:
            return
        longer = start.duration > self._left(running)
        if not longer and self._level(kind, running, start) <= running.level:
            start.fail("already")

    def _level(self, kind: TimerKind, running: Timer, start: StartTimer) -> int:
        more = running.level if kind.stacking is Stacking.INTENSIFY else 0
        return min(kind.most, max(running.level, more + start.level))

    @handles(StartTimer, APPLY, via="world")
    def start(self, start: StartTimer, world: World) -> None:
        kind, running = self.kinds[start.kind], self.find(start.target, start.kind)
        if running is None:
            self.count += 1
            fields = start.kind, start.target, start.enactor, start.sequence, start.duration
            timer = Timer(self.count, *fields, world.turn, world.turn + start.duration)
            timer.level = min(kind.most, start.level)
            self.wheel.add(timer)
            self._set_left(timer, timer.duration, world)
            start.began = True
            return
        if kind.stacking is Stacking.EXTEND:
            left = self._left(running)
            running.duration += start.duration
            self._set_left(running, left + start.duration, world)
            return
        level = self._level(kind, running, start)
        start._risen, running.level = level > running.level, level
        if start.duration >= self._left(running):
            running.waned = False
            running.duration, running.since = start.duration, world.turn
            self._set_left(running, start.duration, world)
        running.source, running.origin = start.enactor, start.sequence
        start.began = True

    @handles(StartTimer, REACT, via="world")
    def publish_start(self, start: StartTimer, world: World) -> None:
        timer, make = self.find(start.target, start.kind), self._makers[start.kind].start
        if start.began and timer is not None and make is not None:
            make(timer, self._left(timer), world, start._risen)

    # Turns

    @handles(Tick, APPLY)
    def publish_events(self, tick: Tick, world: World) -> None:
        """Publish the events that are due in this turn, starting with the oldest timer.

        Even if turns have passed without a ``Tick``, each timer ticks only once.
        """
        turn, wheel = world.turn, self.wheel
        if not wheel.planned:
            wheel.clear()
            for timer in wheel:
                if timer.held:
                    self._set_left(timer, timer.held, world)
                else:
                    wheel.put(timer, self._makers_of(timer.kind, world))
        try:
            for timer in wheel.due(turn):
                # Events of other timers may have ended, frozen or restarted this timer.
                # A timer that was started in this turn has its first tick in the next turn.
                if timer.over or timer.held or timer.since >= turn:
                    continue
                makers = self._makers.get(timer.kind) or self._makers_of(timer.kind, world)
                if timer.owner._archetype.gone:
                    wheel.lift(timer)
                    timer.over = True
                    continue
                if makers.tick is not None:
                    makers.tick(timer, max(1, timer.ends - turn + 1), world)
                half = makers.half if timer.half <= turn and not timer.waned else None
                if half is not None and _runs(timer) and timer.owner.alive:
                    timer.waned = True
                    half(timer, timer.remaining(turn), world)
                    if timer.ends > turn and _runs(timer):
                        wheel.put(timer, makers)  # move the timer to the bucket of its last turn
                if timer.ends <= turn and _runs(timer):
                    if makers.tick is not None:
                        wheel.lift(timer)
                    timer.over = True
                    if makers.end is not None and timer.owner._archetype.alive:
                        makers.end(timer, 0, world)
        except BaseException:
            wheel.planned = False  # make the next turn fill the buckets again, as after loading
            raise

    # Stopping

    @handles(StopTimer, VALIDATE, via="world")
    def refuse_missing(self, stop: StopTimer, world: World) -> None:
        self._makers_of(stop.kind, world)
        if self.find(stop.target, stop.kind) is None:
            stop.fail("no timer")

    @handles(StopTimer, APPLY, via="world")
    def stop(self, stop: StopTimer, world: World) -> None:
        timer, make = self.find(stop.target, stop.kind), self._makers[stop.kind].end
        if timer is not None:
            left = self._left(timer)
            self.wheel.lift(timer)
            timer.over = True
            if make is not None and not stop.quiet:
                make(timer, left, world)

    # Freezing

    @handles(Freeze, VALIDATE, via="world")
    def refuse_frozen(self, freeze: Freeze, world: World) -> None:
        if world.agenda.frozen(freeze.target):
            freeze.fail("frozen")

    @handles(Freeze, APPLY, via="world")
    def freeze(self, freeze: Freeze, world: World) -> None:
        world.agenda.freeze(freeze.target)
        for timer in self.of(freeze.target):
            left = self._left(timer)
            if left > 0:
                self.wheel.lift(timer)
                timer.held = left

    @handles(Thaw, VALIDATE, via="world")
    def refuse_not_frozen(self, thaw: Thaw, world: World) -> None:
        if not world.agenda.frozen(thaw.target):
            thaw.fail("not frozen")

    @handles(Thaw, APPLY, via="world")
    def thaw(self, thaw: Thaw, world: World) -> None:
        world.agenda.thaw(thaw.target)
        for timer in self.of(thaw.target):
            if timer.held:
                self._set_left(timer, timer.held, world)

    # Bookkeeping

    def _makers_of(self, name: str, world: World) -> Makers:
        if not self._makers:
            self._makers = _all_makers(self.kinds, world.components)
        if name not in self._makers:
            known = ", ".join(self.kinds) or "none"
            raise TimerError(f"unknown kind of timer {name!r}; known kinds: {known}")
        return self._makers[name]

    def _left(self, timer: Timer) -> int:
        return timer.held or timer.ends - self.wheel.lived(timer)

    def _set_left(self, timer: Timer, left: int, world: World) -> None:
        self.wheel.lift(timer)
        if world.agenda.frozen(timer.owner):
            timer.held = left
        else:
            timer.held, timer.ends = 0, self.wheel.lived(timer) + left
            self.wheel.put(timer, self._makers_of(timer.kind, world))


def _runs(timer: Timer) -> bool:
    return not (timer.over or timer.held)


def add_timers(world: World, kinds: Mapping[str, TimerKind]) -> Timers:
    """Add kinds of timers to a world. Timers run only after ``start_clock`` has started the clock.

    Raises:
        TimerError: A kind is not a TimerKind, or does not match the event types that the world's
            components handle.
        RegistrationError: The world already has timers, or lacks the ``Timers`` component class.
    """
    if Timers in world.root:
        raise RegistrationError(
            "this world already has timers: a save contains timers and their kinds, so do not call "
            "add_timers again after loading"
        )
    table = kinds if isinstance(kinds, Fixed) else Fixed(kinds)
    _all_makers(table, world.components)
    return world.attach(world.root, Timers(table))


@lru_cache(maxsize=8)  # all worlds of a game have the same kinds of timers
def _all_makers(
    kinds: Fixed[str, TimerKind], components: tuple[type[Component], ...]
) -> Mapping[str, Makers]:
    return {name: makers_of(name, kind, components) for name, kind in kinds.items()}
