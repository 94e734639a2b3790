"""Deeds: count what the player does in a run, award achievements, and add up the score.

These rules only count, and only a run has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

import attrs

from bidden.components.run.campaign import Campaign
from bidden.components.things.gear import Quality
from bidden.content.kinds.achievements import Achievement, Merit
from bidden.events.bodies import Sever
from bidden.events.body import Mend
from bidden.events.combat import Attack, Die, Hit, Impact, Wound
from bidden.events.effects import Affect
from bidden.events.ground import Burst
from bidden.events.magic import Summon
from bidden.events.minds import are_foes_by_nature, serves
from bidden.events.movement import Displace
from bidden.events.places import Climb, Disarm, Fall, Follow, MakeLevel
from bidden.events.run import Achieve, BurnTheBound, Fulfil
from bidden.events.things import Eat, PickUp, Quaff, Read
from bidden.events.turns import Win
from bidden.rules.magic.effects import Effects
from bidden.state import Fighter, Hunter, hero_of, is_somebody, name_of
from eventcore import (
    AIM,
    APPLY,
    REACT,
    VALIDATE,
    Component,
    Entity,
    Event,
    World,
    component,
    handles,
)

_ACTIONS: Final[Mapping[type[Event], str]] = MappingProxyType(
    {Attack: "blow", Quaff: "quaff", Read: "read", Eat: "eat"}
)


@component
class Deeds(Component):
    """Counts the player's deeds, and stores achievements.

    Attributes:
        tally: The count of each deed, by name.
        earned: The names of earned achievements in ``achievements.toml``, in order.
    """

    tally: dict[str, int] = attrs.Factory(dict)
    earned: list[str] = attrs.Factory(list)
    _achievements: Mapping[str, Achievement] = attrs.field(factory=dict, init=False, repr=False)
    _merits: Mapping[str, Merit] = attrs.field(factory=dict, init=False, repr=False)

    def made_of(self, achievements: Mapping[str, Achievement], merits: Mapping[str, Merit]) -> None:
        self._achievements, self._merits = achievements, merits

    @property
    def achieved(self) -> list[Achievement]:
        """The earned achievements, in order, without those that no longer exist."""
        kinds = self._achievements
        return [kinds[name] for name in self.earned if name in kinds]

    @property
    def points(self) -> list[tuple[str, int]]:
        """The parts of the score: the reason and the points of each."""
        return points_of(self.tally, self.achieved, self._merits.values())

    @handles(Achieve, AIM, via="world")
    def look_what_it_is(self, achieving: Achieve, world: World) -> None:
        kind = self._achievements.get(achieving.what)
        if kind is not None:
            achieving.name, achieving.about = kind.name, kind.about

    @handles(Achieve, VALIDATE, via="world")
    def achieve_once(self, achieving: Achieve, world: World) -> None:
        if achieving.what in self.earned:
            achieving.fail("earned")

    @handles(Achieve, APPLY, via="world")
    def keep_it(self, achieving: Achieve, world: World) -> None:
        self.earned = [*self.earned, achieving.what]

    # Before the way back opens, or the run is won.
    @handles(Fulfil, REACT - 3, via="world")
    def count_a_binding(self, fulfil: Fulfil, world: World) -> None:
        """Count the binding, its task and danger, and the turns left of its term."""
        campaign, binding = world.root[Campaign], fulfil.binding
        if binding is None:
            return
        left = max(0, campaign.due - world.turn)
        before = campaign.served[:-1]
        self._count(world, "danger", binding.danger)
        self._count(world, "turn left", left)
        self._count(world, "again" if binding.faction in before else "faction")
        self._count(world, binding.task)
        if fulfil.burns:
            self._count(world, "late")
        self._count(world, "binding")

    @handles(BurnTheBound, REACT - 3, via="world")
    def count_a_burn(self, burning: BurnTheBound, world: World) -> None:
        self._count(world, "burn")

    @handles(Win, REACT, via="world")
    def count_the_end(self, win: Win, world: World) -> None:
        ending = world.root[Campaign].ending
        if ending:
            self._count(world, ending)
        self._count(world, "win")

    @handles(MakeLevel, REACT - 2, via="world")
    def count_a_level(self, make: MakeLevel, world: World) -> None:
        self._count(world, "level")

    # Before wounds close for it, and a hunt is settled. Always, because a death without a component
    # to apply it must fail.
    @handles(Die, REACT - 17, via="world", always=True)
    def count_a_death(self, die: Die, world: World) -> None:
        """Count the kills of the player, by how they came about, and kills by followers."""
        hero = hero_of(world)
        if hero is None or not die.done or die.target is hero or isinstance(die, Sever):
            return
        if die.enactor is hero:
            self._count_kill(die, world)
        elif _is_of_ones_own(die.enactor, hero, world) and are_foes_by_nature(hero, die.target):
            self._count(world, "ally's kill")

    # Before the next fall, and before time passes on the new level.
    @handles(Fall, REACT - 7, via="world")
    def count_who_is_pushed(self, fall: Fall, world: World) -> None:
        """Count the enemies that fall because they were pushed."""
        hero, who = hero_of(world), fall.enactor
        if hero is None or not are_foes_by_nature(hero, who) or fall.to_level == fall.from_level:
            return
        pushes = (cause for cause in _causes(fall) if isinstance(cause, Displace))
        if any(push.enactor is hero and push.target is who for push in pushes):
            self._count(world, "push")

    @handles(Affect, REACT - 3, via="world")
    def count_who_is_charmed(self, affect: Affect, world: World) -> None:
        hero, kind = hero_of(world), world.root[Effects].kinds.get(affect.effect)
        if hero is None or affect.enactor is not hero or kind is None or not affect.applied:
            return
        summoned = any(isinstance(cause, Summon) for cause in _causes(affect))
        if kind.side and not summoned and are_foes_by_nature(hero, affect.target):
            self._count(world, "charm")

    @handles(Follow, REACT, via="world")
    def count_who_is_led(self, follow: Follow, world: World) -> None:
        climb = follow.cause
        down = isinstance(climb, Climb) and climb.to_level > climb.from_level
        if down and serves(world, follow.target, follow.enactor):
            self._count_ones_own("led", follow, world)

    # Before the last wound kills.
    @handles(Wound, REACT - 3, via="world")
    def count_a_wound(self, wound: Wound, world: World) -> None:
        if wound.target is hero_of(world):
            self._count(world, "wound")

    @handles(Mend, REACT - 3, via="world")
    def count_what_closes(self, mend: Mend, world: World) -> None:
        if mend.target is hero_of(world):
            for kind in mend.closed:
                self._count(world, "closed")
                self._count(world, f"closed {kind}")

    @handles(Attack, REACT - 3, via="world")
    @handles(Quaff, REACT - 3, via="world")
    @handles(Read, REACT - 3, via="world")
    @handles(Eat, REACT - 3, via="world")
    def count_an_action(self, action: Attack | Quaff | Read | Eat, world: World) -> None:
        self._count_ones_own(_ACTIONS[type(action)], action, world)

    @handles(Disarm, REACT - 3, via="world")
    def count_a_trap(self, disarm: Disarm, world: World) -> None:
        if disarm.worked:
            self._count_ones_own("trap", disarm, world)

    # Before a relic settles its task.
    @handles(PickUp, REACT - 3, via="world")
    def count_a_masterwork(self, picking: PickUp, world: World) -> None:
        quality = None if picking.item is None else picking.item.get(Quality)
        if quality is not None and quality.better:
            self._count_ones_own("masterwork", picking, world)

    def _count_kill(self, die: Die, world: World) -> None:
        self._count(world, "kill")
        if Fighter in die.target and is_somebody(name_of(die.target)):
            self._count(world, "champion")
        if Hunter in die.target:
            self._count(world, "hunter")
        if die.harm != "fire":
            return
        causes = [*_causes(die)]
        if any(isinstance(cause, Burst) for cause in causes):
            self._count(world, "blast")
        elif die.source == "fire" and not any(isinstance(cause, Hit | Impact) for cause in causes):
            self._count(world, "burning")

    def _count_ones_own(self, deed: str, event: Event, world: World) -> None:
        if event.enactor is hero_of(world):
            self._count(world, deed)

    def _count(self, world: World, deed: str, times: int = 1) -> None:
        self.tally = {**self.tally, deed: self.tally.get(deed, 0) + times}
        hero = hero_of(world)
        if hero is None or not hero.alive:
            return
        for name, kind in self._achievements.items():
            if name in self.earned or deed not in kind.of:
                continue
            if kind.is_earned_by(self.tally, world.turn):
                world.publish(Achieve(hero, name))


def _is_of_ones_own(who: Entity, hero: Entity, world: World) -> bool:
    return who is not world.root and who.alive and serves(world, who, hero)


def _causes(event: Event) -> Iterator[Event]:
    cause = event.cause
    while cause is not None:
        yield cause
        cause = cause.cause


def points_of(
    tally: Mapping[str, int], achieved: Iterable[Achievement], merits: Iterable[Merit]
) -> list[tuple[str, int]]:
    """Return the reason and the points of each part of a score, in the order of the merits.

    Achievements come last. Parts without points are left out. The tally counts each deed.
    """
    parts = []
    for merit in merits:
        count = tally.get(merit.of, 0) // merit.each
        parts.append((f"{merit.about}: {count}", count * merit.points))
    kinds = [*achieved]
    parts.append((f"achievements: {len(kinds)}", sum(kind.points for kind in kinds)))
    return [(about, points) for about, points in parts if points]


def score_of(points: Iterable[tuple[str, int]]) -> int:
    """Return a score, which is never below 0."""
    return max(0, sum(n for _, n in points))
