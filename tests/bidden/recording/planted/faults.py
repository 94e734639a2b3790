"""Realistic faults, each planted in a handler of the game by name."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final, TypeAlias

import attrs
import pytest

from bidden.components.body.experience import Experience
from bidden.components.body.frail import Frail
from bidden.components.body.health import Health
from bidden.components.body.metabolism import Recovery, Stomach
from bidden.components.combat.blows import Strike
from bidden.components.combat.guard import Guard
from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Position
from bidden.components.things.pack import SLOTS, Pack
from bidden.events.body import ChangeMana, Feed, Heal
from bidden.events.combat import TakeDamage
from bidden.narration.conduct import Conduct
from eventcore import Component, World
from eventcore.dispatch import order
from eventcore.handler import Handler
from eventcore.time import Timers

Plant: TypeAlias = Callable[[pytest.MonkeyPatch], None]
Method: TypeAlias = Callable[[Any, Any, World], None]

_HELD: Final[list[Any]] = []
"""Keeps objects alive, so that no other object can reuse their addresses."""
_READ: Final[list[Any]] = []
"""A module-level list that one handler fills and another reads."""
_SOON: Final = 20
_LONG: Final = 200
"""A length that is exceeded only after the first game of a process."""
_WEIGHTS: Final = {"fog": 1e16, "hail": 1.0, "drizzle": -1e16, "storm": 1.0}
"""Their sum is 2, 1 or 0, depending on the order of addition."""


@attrs.frozen
class Fault:
    """A fault and its place.

    Attributes:
        culprit: The handler or observer that the tools must name.
        plant: Installs the fault until the patches are undone.
        flickers: Whether the same intents diverge in another process.
        twice: Whether they diverge only on the second run.
    """

    culprit: str
    plant: Plant
    flickers: bool = False
    twice: bool = False


def _instead(cls: type, name: str, fault: Callable[[Method], Method]) -> Plant:
    """Return a plant that replaces a method with a faulty version of it."""
    return lambda patches: patches.setattr(cls, name, fault(getattr(cls, name)))


def _after(then: Method) -> Callable[[Method], Method]:
    """Return a decorator that runs another method after the original."""

    def more(plain: Method) -> Method:
        def both(self: Any, event: Any, world: World) -> None:
            plain(self, event, world)
            then(self, event, world)

        return both

    return more


def _hurt_by_chance(plain: Method) -> Method:
    def lose_hit_points(self: Health, damage: TakeDamage, world: World) -> None:
        damage.dealt = min(self.hp, random.randint(1, max(1, damage.strength)))
        self.hp -= damage.dealt

    return lose_hit_points


def _mark_in_any_order(self: Memory, _event: Any, world: World) -> None:
    seen = {f"{mark.x},{mark.y} on turn {world.turn}": mark for mark in self.marked}
    self._mark([seen[where] for where in {*seen}])


def _bleed_early(_self: Frail, attack: Any, _world: World) -> None:
    health = attack.target[Health]
    health.hp = max(1, health.hp - 1)


def _recover_at_nothing(self: Recovery, live: Any, world: World) -> None:
    who = live.enactor
    while self.until_health <= 0:
        self.until_health += 1000
        if world.publish(Heal(who, who, 1)).done:
            world.publish(Feed(who, who, -1))
    while self.until_mana < 0:
        self.until_mana += 1000
        world.publish(ChangeMana(who, who, 1))


def _miss_one(self: Health, refill: Any, _world: World) -> None:
    refill.amount -= 1


def _take_the_last_slot(self: Pack, picking: Any, _world: World) -> None:
    picking.slot = SLOTS[len(SLOTS)]


def _draw_once_more(self: Stomach, _attack: Any, world: World) -> None:
    world.stream("combat").below(2)


def _tell_no_end(plain: Method) -> Method:
    def publish_events(self: Timers, tick: Any, world: World) -> None:
        makers = {**self._makers}
        kinds = {timer.kind for timer in self.wheel}
        self._makers = {kind: self._makers_of(kind, world)._replace(end=None) for kind in kinds}
        plain(self, tick, world)
        self._makers = makers

    return publish_events


def _count_by_the_clock(self: Recovery, _live: Any, _world: World) -> None:
    self.until_health -= time.perf_counter_ns() % 1009


def _keep_what_is_gone(plain: Method) -> Method:
    return lambda self, using, world: None


def _step_astray(self: Position, move: Any, _world: World) -> None:
    if (move.dx, move.dy) == (-1, 1):
        self.x = move.from_x - move.dx


def _digest_while_counting(plain: Any) -> Any:
    @wraps(plain)
    def count(self: Conduct, event: Any) -> None:
        plain(self, event)
        self._player[Stomach].food -= 1

    return count


def _unhandle(cls: type[Component], name: str) -> Plant:
    """Return a plant that removes ``@handles`` from a method."""
    rest = tuple(handler for handler in cls._handlers_ if handler.name != name)
    return lambda patches: _replace_handlers(patches, {cls: rest})


def _replace_handlers(
    patches: pytest.MonkeyPatch, tables: Mapping[type[Component], tuple[Handler, ...]]
) -> None:
    for cls, table in tables.items():
        patches.setattr(cls, "_handlers_", table)
        patches.setattr(cls, "_heard_", {})
    for kept in ("_plan_of", "_world_rules"):  # forget results computed from the old tables
        patches.setattr(order, kept, getattr(order, kept).__wrapped__)


def _swap_priorities(patches: pytest.MonkeyPatch) -> None:
    one, other = (
        next(handler for handler in cls._handlers_ if handler.name == name)
        for cls, name in ((Strike, "put_weight_behind_it"), (Guard, "turn_aside"))
    )
    tables = {}
    for mine, theirs in ((one, other), (other, one)):
        cls: type[Component] = mine.component
        moved = attrs.evolve(mine, priority=theirs.priority)
        tables[cls] = tuple(moved if handler is mine else handler for handler in cls._handlers_)
    _replace_handlers(patches, tables)


def _add_a_ninth(self: Experience, question: Any, _world: World) -> None:
    if question.stat == "attack":
        question.add(round(question.value / 9), "experience")


def _round(self: Strike, attack: Any, _world: World) -> None:
    attack.strength = round(attack.strength * 1.1)


def _count_by_address(plain: Method) -> Method:
    def gain_experience(self: Experience, learn: Any, world: World) -> None:
        before = self.kills
        plain(self, learn, world)
        _HELD.append(learn)
        self.kills = {**before, f"{id(learn)}": 1}

    return gain_experience


def _lengthen(_self: Recovery, _live: Any, _world: World) -> None:
    _READ.append(1)


def _read_the_length(_self: Strike, attack: Any, _world: World) -> None:
    attack.strength += len(_READ) > _LONG


def _share_a_list(patches: pytest.MonkeyPatch) -> None:
    _READ.clear()
    _instead(Recovery, "count", _after(_lengthen))(patches)
    _instead(Strike, "put_weight_behind_it", _after(_read_the_length))(patches)


def _feed_in_any_order(_self: Stomach, attack: Any, world: World) -> None:
    for name, _ in sorted(_any_order(world), key=lambda pair: pair[0][:0]):
        world.publish(Feed(attack.enactor, attack.enactor, len(name.split()[0])))


def _keep(plain: Any) -> Any:
    @wraps(plain)
    def count(self: Conduct, event: Any) -> None:
        plain(self, event)
        _READ.append(event)

    return count


def _keep_events(patches: pytest.MonkeyPatch) -> None:
    _READ.clear()
    _instead(Conduct, "_count", _keep)(patches)
    _instead(Strike, "put_weight_behind_it", _after(_strike_as_before))(patches)


def _strike_as_before(_self: Strike, attack: Any, _world: World) -> None:
    if _READ:
        attack.strength += _READ[-1].enactor is attack.enactor


def _sum_in_any_order(_self: Strike, attack: Any, world: World) -> None:
    attack.strength += round(sum(weight for _, weight in _any_order(world)))


def _any_order(world: World) -> list[tuple[str, float]]:
    """Return the weights in an order that varies by turn and by process."""
    weights = {f"{name} on turn {world.turn}": weight for name, weight in _WEIGHTS.items()}
    return [(name, weights[name]) for name in {*weights}]


def _copy_without_the_rest(self: Experience, learn: Any, _world: World) -> None:
    self.kills = {learn.source: self.kills[learn.source]}


def _count_every_other_turn(plain: Method) -> Method:
    def count(self: Recovery, live: Any, world: World) -> None:
        if world.turn % 2 or world.turn < _SOON:
            plain(self, live, world)

    return count


def _draw_from_another_stream(plain: Method) -> Method:
    def lose_hit_points(self: Health, damage: TakeDamage, world: World) -> None:
        plain(self, damage, world if world.turn < _SOON else _Elsewhere(world))  # type: ignore[arg-type]

    return lose_hit_points


class _Elsewhere:
    """A world in which every random stream is replaced by another."""

    def __init__(self, world: World) -> None:
        self._world = world

    def __getattr__(self, name: str) -> Any:
        return getattr(self._world, name)

    def stream(self, name: str) -> Any:
        return self._world.stream(f"{name} elsewhere")


FAULTS: Final[Mapping[str, Fault]] = {
    "`random.random()` in a handler": Fault(
        "Health.lose_hit_points",
        _instead(Health, "lose_hit_points", _hurt_by_chance),
        flickers=True,
    ),
    "a loop over a set": Fault(
        "Memory.look_again",
        _instead(Memory, "look_again", _after(_mark_in_any_order)),
        flickers=True,
    ),
    "a write in MODIFY": Fault(
        "Frail.strike_weakly", _instead(Frail, "strike_weakly", _after(_bleed_early))
    ),
    "`<= 0` instead of `< 0`": Fault(
        "Recovery.recover", _instead(Recovery, "recover", lambda plain: _recover_at_nothing)
    ),
    "an off-by-one in a refill": Fault(
        "Health.tell_what_refills", _instead(Health, "tell_what_refills", _after(_miss_one))
    ),
    "an IndexError": Fault("Pack.pick_up", _instead(Pack, "pick_up", _after(_take_the_last_slot))),
    "an extra draw": Fault(
        "Stomach.tire_of_striking", _instead(Stomach, "tire_of_striking", _after(_draw_once_more))
    ),
    "a skipped end of a timer": Fault(
        "Timers.publish_events", _instead(Timers, "publish_events", _tell_no_end)
    ),
    "a wall clock": Fault(
        "Recovery.count", _instead(Recovery, "count", _after(_count_by_the_clock)), flickers=True
    ),
    "a missing removal": Fault(
        "Pack.forget_what_is_gone", _instead(Pack, "forget_what_is_gone", _keep_what_is_gone)
    ),
    "a wrong direction": Fault("Position.step", _instead(Position, "step", _after(_step_astray))),
    "an observer that writes": Fault(
        "Conduct._count", _instead(Conduct, "_count", _digest_while_counting)
    ),
    "a swapped priority": Fault("Strike.put_weight_behind_it", _swap_priorities),
    "a rounded float": Fault(
        "Strike.put_weight_behind_it", _instead(Strike, "put_weight_behind_it", _after(_round))
    ),
    "a wrong answer to a query": Fault(
        "Experience.tell", _instead(Experience, "tell", _after(_add_a_ninth))
    ),
    "a dict keyed by id": Fault(
        "Experience.gain_experience",
        _instead(Experience, "gain_experience", _count_by_address),
        flickers=True,
    ),
    "a global list": Fault("Strike.put_weight_behind_it", _share_a_list, twice=True),
    "a set sorted by names that are equal": Fault(
        "Stomach.tire_of_striking",
        _instead(Stomach, "tire_of_striking", _after(_feed_in_any_order)),
        flickers=True,
    ),
    "an observer that keeps an event": Fault("Conduct._count", _keep_events),
    "a sum of floats over a set": Fault(
        "Strike.put_weight_behind_it",
        _instead(Strike, "put_weight_behind_it", _after(_sum_in_any_order)),
        flickers=True,
    ),
    "a copy that leaves out a field": Fault(
        "Experience.gain_experience",
        _instead(Experience, "gain_experience", _after(_copy_without_the_rest)),
    ),
    "a value kept for two turns": Fault(
        "Recovery.count", _instead(Recovery, "count", _count_every_other_turn)
    ),
    "a draw from another stream": Fault(
        "Health.lose_hit_points",
        _instead(Health, "lose_hit_points", _draw_from_another_stream),
    ),
    "a handler that no longer runs": Fault(
        "Strike.put_weight_behind_it", _unhandle(Strike, "put_weight_behind_it")
    ),
}
