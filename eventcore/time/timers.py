"""Timers: what lasts for a while, and what it publishes as it starts, goes on and ends.

A rule of the world, attached to ``world.root``. A timer of duration 1 has its start,
one tick, and its end; turns are the world's. A turn costs what ends in it, and the
ticks of those timers that asked for them: the others lie in buckets by the turn
in which they are due, and nobody looks at them. Turns that went by without a Tick are
caught up with at the next: what was due in them is told then, one tick at most.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NoReturn

import attrs

from eventcore.component import Component, component
from eventcore.entity import Entity
from eventcore.errors import RegistrationError, TimerError
from eventcore.handler import handles
from eventcore.phase import APPLY, COMMIT, REACT, VALIDATE
from eventcore.schema.fixed import Fixed
from eventcore.text import short_number
from eventcore.time.clock import Tick
from eventcore.time.events import (
    ChangeTimer,
    ExtendTimer,
    Freeze,
    HoldTimer,
    ReleaseTimer,
    StartTimer,
    StopTimer,
    Thaw,
)
from eventcore.time.kinds import Maker, Makers, Stacking, TimerKind
from eventcore.time.units import MOST
from eventcore.time.wheel import Timer, Wheel

if TYPE_CHECKING:
    from eventcore.world import World

_FIRST: Final = 1


@component
class Timers(Component):
    """Keeps the timers of a world and publishes their events.

    Attributes:
        kinds: The kinds there are, by name.
        wheel: Those that run or are held.
        count: How many there ever were; the number of the latest.
    """

    kinds: Fixed[str, TimerKind] = attrs.field(factory=Fixed)
    wheel: Wheel = attrs.field(factory=Wheel)
    count: int = 0
    _makers: dict[str, Makers] = attrs.field(factory=dict, init=False, repr=False)

    def of(self, owner: Entity) -> tuple[Timer, ...]:
        """Give the timers of an owner, the oldest first."""
        wheel = self.wheel
        return wheel.of(owner) if owner in wheel.newest else ()  # as mostly, of those who act

    def find(self, owner: Entity, kind: str) -> Timer | None:
        """Give an owner's timer of a kind, or None."""
        return self.wheel.find(owner, kind)

    # Starting

    @handles(StartTimer, _FIRST, via="world")
    def refuse_nonsense(self, start: StartTimer, world: World) -> None:
        """Refuse what only a mistake in a program can ask for.

        Raises:
            TimerError: The kind is unknown, or the duration or level is below 1.
        """
        self._makers_of(start.kind, world)
        _refuse_less_than_one("duration", start.duration)
        _refuse_less_than_one("level", start.level)

    @handles(StartTimer, VALIDATE, via="world")
    def refuse_another(self, start: StartTimer, world: World) -> None:
        """Refuse a second one of a kind that ignores others."""
        ignores = self.kinds[start.kind].stacking is Stacking.IGNORE
        if ignores and self.find(start.target, start.kind) is not None:
            start.fail("already")

    @handles(StartTimer, COMMIT - 1, via="world")
    def refuse_what_is_left_of_nothing(self, start: StartTimer, world: World) -> None:
        """Refuse one of which handlers left nothing, and one that would change nothing.

        Raises:
            TimerError: Handlers left a duration or level that is no whole number.
        """
        if min(_whole("duration", start.duration), _whole("level", start.level)) < 1:
            start.fail("short")
            return
        running = self.find(start.target, start.kind)
        if running is not None and not self._changes(running, start):
            start.fail("already")

    def _changes(self, running: Timer, start: StartTimer) -> bool:
        """Say whether what runs already would be any other for being started again."""
        kind = self.kinds[start.kind]
        if kind.stacking is Stacking.EXTEND or start.duration > self._left(running):
            return True
        return self._level(kind, running, start) > running.level

    def _level(self, kind: TimerKind, running: Timer, start: StartTimer) -> int:
        """Give the level that what runs already gets by being started again."""
        more = running.level if kind.stacking is Stacking.INTENSIFY else 0
        return min(kind.most, max(running.level, more + start.level))

    @handles(StartTimer, APPLY, via="world")
    def arm(self, start: StartTimer, world: World) -> None:
        """Let it run, or what runs already go on in its place."""
        kind, running = self.kinds[start.kind], self.find(start.target, start.kind)
        if running is None:
            self._add(start, kind, world)
            start.began = True
            return
        if kind.stacking is Stacking.EXTEND:
            self._extend(running, start.duration, world)
            return
        level = self._level(kind, running, start)
        start._risen, running.level = level > running.level, level
        if start.duration >= self._left(running):
            running.waned = False
            running.duration, running.since = start.duration, world.turn
            self._last(running, start.duration, world)
        running.source, running.origin = start.enactor, start.sequence
        start.began = True

    @handles(StartTimer, REACT, via="world")
    def tell_the_start(self, start: StartTimer, world: World) -> None:
        """Publish what the timer says at its start."""
        timer, make = self.find(start.target, start.kind), self._makers[start.kind].start
        if start.began and timer is not None and make is not None:
            make(timer, self._left(timer), world, start._risen)

    # Going on

    @handles(Tick, APPLY)
    def let_time_pass(self, tick: Tick, world: World) -> None:
        """Let all timers that have something to do this turn do it, the oldest first."""
        turn, wheel = world.turn, self.wheel
        if not wheel.planned:
            for timer in wheel:
                self._put(timer, world)
            wheel.planned = True
        makers = self._makers
        for timer in wheel.due(turn):
            # What was published just before may have ended it, put it off, held it or killed,
            # and what was started in this turn lives from the next one on.
            if timer._over:
                continue
            of_kind = makers.get(timer.kind) or self._makers_of(timer.kind, world)
            if of_kind.only_ends:
                # Put off or held, it was taken from where it was due.
                if not 0 <= timer._end_at <= turn:
                    continue
                timer._over = True
                wheel.over += 1
                if not timer.owner._archetype.gone:
                    of_kind.end(timer, 0, world)  # type: ignore[misc]  # it is there
            elif not timer.held and timer.since < turn:
                self._go_through(timer, of_kind, world)

    def _go_through(self, timer: Timer, of_kind: Makers, world: World) -> None:
        """Let a timer that says more than its end say what it has to in this turn."""
        turn, wheel = world.turn, self.wheel
        if timer.owner._archetype.gone:
            wheel.lift(timer)
            wheel.end(timer)
            return
        if of_kind.tick is not None:
            of_kind.tick(timer, max(1, timer.ends - turn + 1), world)
        if of_kind.half is not None and timer.half <= turn and _runs(timer):
            self._wane(timer, of_kind.half, world)
        if timer.ends <= turn and _lasts(timer):
            if of_kind.tick is not None:
                wheel.lift(timer)
            wheel.end(timer)
            if of_kind.end is not None and timer.owner.alive:
                of_kind.end(timer, 0, world)

    def _wane(self, timer: Timer, tell: Maker, world: World) -> None:
        if not timer.waned:
            timer.waned = True
            try:
                tell(timer, timer.remaining(world.turn), world)
            except BaseException:
                # In its last turn it was taken from where it was due: end it in the next turn, as
                # a loaded world does.
                if timer.ends <= world.turn and _lasts(timer):
                    self._put(timer, world)
                raise

    # Ending, stretching, holding

    @handles(ChangeTimer, VALIDATE, via="world")
    def refuse_where_there_is_none(self, change: ChangeTimer, world: World) -> None:
        """Refuse to change a timer that does not run."""
        self._makers_of(change.kind, world)
        if self.find(change.target, change.kind) is None:
            change.fail("no timer")

    @handles(StopTimer, APPLY, via="world")
    def stop(self, stop: StopTimer, world: World) -> None:
        """End it, and tell so if asked."""
        timer, make = self.find(stop.target, stop.kind), self._makers[stop.kind].end
        if timer is not None:
            left = self._left(timer)
            self.wheel.lift(timer)
            self.wheel.end(timer)
            if make is not None and not stop.quiet:
                make(timer, left, world)

    @handles(ExtendTimer, _FIRST, via="world")
    def refuse_to_shorten(self, extend: ExtendTimer, world: World) -> None:
        """Refuse what only a mistake in a program can ask for.

        Raises:
            TimerError: The number of turns is below 1.
        """
        _refuse_less_than_one("turns", extend.turns)

    @handles(ExtendTimer, COMMIT - 1, via="world")
    def refuse_what_is_left_of_no_turn(self, extend: ExtendTimer, world: World) -> None:
        """Refuse one of which handlers left nothing.

        Raises:
            TimerError: Handlers left a duration or level that is no whole number.
        """
        if _whole("turns", extend.turns) < 1:
            extend.fail("short")

    @handles(ExtendTimer, APPLY, via="world")
    def extend(self, extend: ExtendTimer, world: World) -> None:
        """Let the timer last the turns longer."""
        timer = self.find(extend.target, extend.kind)
        if timer is not None:
            self._extend(timer, extend.turns, world)

    @handles(HoldTimer, VALIDATE + 1, via="world")
    def refuse_to_hold_twice(self, hold: HoldTimer, world: World) -> None:
        """Refuse to hold what is held."""
        timer = self.find(hold.target, hold.kind)
        if timer is not None and timer.paused:
            hold.fail("held")

    @handles(HoldTimer, APPLY, via="world")
    def hold(self, hold: HoldTimer, world: World) -> None:
        """Let no time pass for the timer."""
        timer = self.find(hold.target, hold.kind)
        if timer is not None:
            timer.paused = True
            self._stop(timer)

    @handles(ReleaseTimer, VALIDATE + 1, via="world")
    def refuse_to_release_what_runs(self, release: ReleaseTimer, world: World) -> None:
        """Refuse to release what is not held."""
        timer = self.find(release.target, release.kind)
        if timer is not None and not timer.paused:
            release.fail("not held")

    @handles(ReleaseTimer, APPLY, via="world")
    def release(self, release: ReleaseTimer, world: World) -> None:
        """Let its time go on where it stopped, unless its owner's stands still."""
        timer = self.find(release.target, release.kind)
        if timer is not None:
            timer.paused = False
            self._go_on(timer, world)

    # Being left behind

    @handles(Freeze, VALIDATE, via="world")
    def refuse_to_freeze_twice(self, freeze: Freeze, world: World) -> None:
        """Refuse to freeze the frozen."""
        if world.agenda.frozen(freeze.target):
            freeze.fail("frozen")

    @handles(Freeze, APPLY, via="world")
    def freeze(self, freeze: Freeze, world: World) -> None:
        """Stop the time of the one who is left behind and of all that lasts on it."""
        world.agenda.freeze(freeze.target)
        for timer in self.of(freeze.target):
            self._stop(timer)

    @handles(Thaw, VALIDATE, via="world")
    def refuse_to_thaw_who_is_not_frozen(self, thaw: Thaw, world: World) -> None:
        """Refuse to thaw those for whom time passes."""
        if not world.agenda.frozen(thaw.target):
            thaw.fail("not frozen")

    @handles(Thaw, APPLY, via="world")
    def thaw(self, thaw: Thaw, world: World) -> None:
        """Let time pass again, but for what is held for itself."""
        world.agenda.thaw(thaw.target)
        for timer in self.of(thaw.target):
            self._go_on(timer, world)

    # Bookkeeping

    def _makers_of(self, name: str, world: World) -> Makers:
        found = self._makers.get(name)
        if found is None:
            kind = self.kinds.get(name)
            if kind is None:
                there = ", ".join(self.kinds) or "none at all"
                raise TimerError(f"there is no kind of timer {name!r}, only {there}")
            found = self._makers[name] = Makers(name, kind, world.components)
        return found

    def _add(self, start: StartTimer, kind: TimerKind, world: World) -> None:
        self.count += 1
        timer = Timer(
            self.count,
            start.kind,
            start.target,
            start.enactor,
            start.sequence,
            start.duration,
            world.turn,
            world.turn + start.duration,
            level=min(kind.most, start.level),
        )
        self.wheel.add(timer)
        self._last(timer, timer.duration, world)

    def _put(self, timer: Timer, world: World) -> None:
        of_kind = self._makers_of(timer.kind, world)
        self.wheel.put(
            timer,
            ticks=of_kind.tick is not None,
            tells=of_kind.end is not None,
            wanes=of_kind.half is not None,
        )

    def _left(self, timer: Timer) -> int:
        """How many turns a timer has still to live through."""
        return timer.held or timer.ends - self.wheel.lived(timer)

    def _stop(self, timer: Timer) -> None:
        """Stop a timer's time, unless it stands still or has none left."""
        left = self._left(timer)
        if not timer.held and left > 0:
            self.wheel.lift(timer)
            timer.held = left

    def _go_on(self, timer: Timer, world: World) -> None:
        """Let a timer's time go on, unless there is another reason for it to stand still."""
        if timer.held:
            self._last(timer, timer.held, world)

    def _extend(self, timer: Timer, turns: int, world: World) -> None:
        left = self._left(timer)
        timer.duration += turns
        self._last(timer, left + turns, world)

    def _last(self, timer: Timer, left: int, world: World) -> None:
        """Let a timer last for a number of turns, or keep so many while its time stands still."""
        self.wheel.lift(timer)
        if timer.paused or world.agenda.frozen(timer.owner):
            timer.held = left
        else:
            timer.held, timer.ends = 0, self.wheel.lived(timer) + left
            self._put(timer, world)


def _lasts(timer: Timer) -> bool:
    """Say whether a timer has neither ended nor is held."""
    return not (timer._over or timer.held)


def _runs(timer: Timer) -> bool:
    """Say whether a timer still has something to do; the events of the gone are left out."""
    return _lasts(timer) and timer.owner.alive


def _refuse_less_than_one(name: str, value: object) -> None:
    if _whole(name, value) < 1:
        _refuse_number(name, value)


def _whole(name: str, value: object) -> int:
    if type(value) is not int or abs(value) >= MOST:
        _refuse_number(name, value)
    return value


def _refuse_number(name: str, value: object) -> NoReturn:
    shown = short_number(value) if type(value) is int else repr(value)
    raise TimerError(
        f"{name}={shown}: a timer takes a whole number, from 1, and less than 2 to the 53rd"
    )


def add_timers(world: World, kinds: Mapping[str, TimerKind]) -> Timers:
    """Give a world timers of these kinds.

    Raises:
        TimerError: A kind is none, or does not fit the events that the world's components hear.
        RegistrationError: The world has timers already, or ``Timers`` is not among its components.
    """
    if Timers in world.root:
        raise RegistrationError(
            "this world has timers already: their kinds are saved with them, so a world that was "
            "loaded gets none anew"
        )
    try:
        table = kinds if isinstance(kinds, Fixed) else Fixed(kinds)
    except TypeError:  # no kind can change, so one of them is none, or has what is no Packet
        for name, kind in dict(kinds).items():
            Makers(name, kind, world.components)
        raise
    _check(table, world.components)
    return world.attach(world.root, Timers(table))


@lru_cache(maxsize=8)  # worlds of a game have the same
def _check(kinds: Fixed[str, TimerKind], components: tuple[type[Component], ...]) -> None:
    for name, kind in kinds.items():
        Makers(name, kind, components)
