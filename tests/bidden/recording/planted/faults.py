"""Sixteen faults as people make them, each planted in a handler of the game by its name."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from copy import copy
from functools import wraps
from typing import Any, Final, TypeAlias

import attrs
import pytest

from bidden.components.body.experience import Experience
from bidden.components.body.frail import Frail
from bidden.components.body.health import Health
from bidden.components.body.recovery import Recovery
from bidden.components.body.stomach import Stomach
from bidden.components.combat.guard import Guard
from bidden.components.combat.strike import Strike
from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Position
from bidden.components.things.pack import SLOTS, Pack
from bidden.events.body import ChangeMana, Feed, Heal
from bidden.events.combat import TakeDamage
from bidden.messages.conduct import Conduct
from eventcore import Component, World
from eventcore.dispatch import order
from eventcore.time import Timers
from eventcore.time.kinds import Makers

Plant: TypeAlias = Callable[[pytest.MonkeyPatch], None]
Method: TypeAlias = Callable[[Any, Any, World], None]

_HELD: Final[list[Any]] = []
"""What is known by its address: as long as it is held, nothing else has the same."""


@attrs.frozen
class Fault:
    """A fault, and where it is.

    Attributes:
        culprit: The handler, or the observer, that is to be named.
        plant: Puts it in for as long as the patches last.
        flickers: Whether the same intents go another way each time they are performed.
    """

    culprit: str
    plant: Plant
    flickers: bool = False


def _instead(cls: type, name: str, fault: Callable[[Method], Method]) -> Plant:
    """Give what puts a method in the place of another, of which it is made."""
    return lambda patches: patches.setattr(cls, name, fault(getattr(cls, name)))


def _after(then: Method) -> Callable[[Method], Method]:
    """Give what makes a method that does something more."""

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
        self._makers = {kind: _without_end(self._makers_of(kind, world)) for kind in kinds}
        plain(self, tick, world)
        self._makers = makers

    return publish_events


def _without_end(makers: Makers) -> Makers:
    silent = copy(makers)
    silent.end = None
    return silent


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


def _swap_priorities(patches: pytest.MonkeyPatch) -> None:
    one, other = (
        next(handler for handler in cls._handlers_ if handler.name == name)
        for cls, name in ((Strike, "put_weight_behind_it"), (Guard, "turn_aside"))
    )
    for mine, theirs in ((one, other), (other, one)):
        cls: type[Component] = mine.component
        moved = attrs.evolve(mine, priority=theirs.priority)
        table = tuple(moved if handler is mine else handler for handler in cls._handlers_)
        patches.setattr(cls, "_handlers_", table)
        patches.setattr(cls, "_heard_", {})
    for kept in ("_plan_of", "_rules"):  # what was worked out by the tables as they were
        patches.setattr(order, kept, getattr(order, kept).__wrapped__)


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


FAULTS: Final[Mapping[str, Fault]] = {
    "`random.random()` in a handler": Fault(
        "Health.lose_hit_points",
        _instead(Health, "lose_hit_points", _hurt_by_chance),
        flickers=True,
    ),
    "set order in a loop": Fault(
        "Memory.look_again",
        _instead(Memory, "look_again", _after(_mark_in_any_order)),
        flickers=True,
    ),
    "a write in MODIFY": Fault(
        "Frail.strike_weakly", _instead(Frail, "strike_weakly", _after(_bleed_early))
    ),
    "`<= 0` for `< 0`": Fault(
        "Recovery.recover", _instead(Recovery, "recover", lambda plain: _recover_at_nothing)
    ),
    "an off-by-one in a refill": Fault(
        "Health.tell_what_refills", _instead(Health, "tell_what_refills", _after(_miss_one))
    ),
    "an IndexError": Fault("Pack.pick_up", _instead(Pack, "pick_up", _after(_take_the_last_slot))),
    "a draw too many": Fault(
        "Stomach.tire_of_striking", _instead(Stomach, "tire_of_striking", _after(_draw_once_more))
    ),
    "a timer's end skipped": Fault(
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
    "a float that rounds": Fault(
        "Strike.put_weight_behind_it", _instead(Strike, "put_weight_behind_it", _after(_round))
    ),
    "a query answered wrongly": Fault(
        "Experience.tell", _instead(Experience, "tell", _after(_add_a_ninth))
    ),
    "a dict keyed by id": Fault(
        "Experience.gain_experience",
        _instead(Experience, "gain_experience", _count_by_address),
        flickers=True,
    ),
}
