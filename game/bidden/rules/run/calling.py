"""Calling: at the circle, summoners offer bindings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from bidden.bindings import TREASURE_FROM, Binding, Task
from bidden.components.movement.collision import Collision
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Campaign, Offer
from bidden.content.kinds.factions import Faction
from bidden.content.kinds.level_kinds import LevelKind, Step
from bidden.events.places import Climb, MakeLevel, Spawn
from bidden.events.run import Call
from bidden.grid.tiles import is_free
from bidden.kinds import CREATURE
from bidden.rules.tricks.champions import title_for
from bidden.state import Look, Title, hero_of
from eventcore import (
    APPLY,
    REACT,
    VALIDATE,
    Component,
    Entity,
    Fixed,
    Stream,
    World,
    component,
    handles,
)

CIRCLE: Final = 1
"""The level of the circle."""
_LANDS: Final = ("valley", "mountain", "desert", "cave")
_TASKS: Final[tuple[Task, ...]] = ("hunt", "seek", "bear")
_RIVALS: Final = 3
"""The number of summoners who offer at once."""
_SPOTS: Final = ((-4, -2), (4, -2), (0, -3), (0, 3))
"""The places of summoners, relative to the player."""
_SUMMONER: Final = "summoner"
_GIFT_FROM: Final = 2
"""From this danger on, an item is paid besides boon uses."""


@component
class Calling(Component):
    """Calls the player, and draws the offers."""

    _factions: Mapping[str, Faction] = attrs.field(factory=Fixed, init=False, repr=False)
    _run: LevelKind | None = attrs.field(default=None, init=False, repr=False)

    def made_of(self, factions: Mapping[str, Faction], run: LevelKind) -> None:
        """Set the factions, by name, and the steps of the run."""
        self._factions, self._run = Fixed(factions), run

    @property
    def run(self) -> LevelKind:
        """The kind of level that has the steps of the run."""
        if self._run is None:
            raise AssertionError("call made_of() first")
        return self._run

    @property
    def factions(self) -> Mapping[str, Faction]:
        return self._factions

    def is_over(self, campaign: Campaign) -> bool:
        """Return whether the task of the last binding is done."""
        return len(campaign.served) == len(self.run.run)

    # After the player was spawned, at REACT - 10.
    @handles(MakeLevel, REACT - 4, via="world")
    def call_at_first(self, make: MakeLevel, world: World) -> None:
        hero = hero_of(world)
        if make.level == CIRCLE and Campaign in world.root and hero is not None:
            world.publish(Call(world.root, hero))

    # After followers have come along.
    @handles(Climb, REACT - 2, via="world")
    def call_again(self, climb: Climb, world: World) -> None:
        """Call a player who returns to the circle with the task done."""
        campaign = world.root.get(Campaign)
        if campaign is None or climb.enactor is not hero_of(world):
            return
        came = climb.to_level == CIRCLE != climb.from_level
        is_free = campaign.is_called and not self.is_over(campaign)
        if came and is_free and not summoners(world):
            world.publish(Call(world.root, climb.enactor))

    @handles(Call, VALIDATE, via="world")
    def leave_the_bound_alone(self, call: Call, world: World) -> None:
        if not world.root[Campaign].is_called:
            call.fail("bound")

    @handles(Call, APPLY, via="world")
    def draw_the_offers(self, call: Call, world: World) -> None:
        campaign = world.root[Campaign]
        step = self.run.run[len(campaign.served)]
        stream, names = world.stream("offers"), list(self._factions)
        stream.shuffle(names)
        names.sort(key=lambda name: name != self._friend(campaign))  # a friend always offers
        dangers, lands, tasks = list(step.dangers), list(_LANDS), list(_TASKS)
        stream.shuffle(dangers)
        stream.shuffle(lands)
        stream.shuffle(tasks)
        against = list(self._factions)
        stream.shuffle(against)
        if campaign.bound is not None:  # never send the player back to the same places
            lands.remove(campaign.bound.land)
            against = [
                name for name in against if self._factions[name].place != campaign.bound.place
            ]
        for n, name in enumerate(names[:_RIVALS]):
            whose = self._against(name, against, stream)
            against.remove(whose)
            danger = dangers[n % len(dangers)]
            offer = self._offer(name, whose, step, danger, lands[n], tasks[n], stream)
            if offer.task == "hunt":
                title = title_for(offer.what, stream, world)
                offer = attrs.evolve(offer, called=title)
            if self._is_last(campaign):
                offer = attrs.evolve(offer, uses=0, gift="")
            call.offers.append(offer)
        if self._may_go_free(campaign):
            call.offers.append(self._freedom(campaign, step, stream))

    @handles(Call, REACT, via="world")
    def let_them_come(self, call: Call, world: World) -> None:
        """Spawn the summoners around the player."""
        here = call.target[Position]
        for binding, (dx, dy) in zip(call.offers, _SPOTS, strict=False):
            x, y = here.x + dx, here.y + dy
            if not is_free(x, y, here.level, world):
                x, y = here.x + dx + 1, here.y + dy
            parts = [
                Title(binding.summoner),
                Look("S", _SUMMONER, 2, CREATURE),
                Collision(),
                Offer(binding),
            ]
            world.publish(Spawn(world.root, None, _SUMMONER, x, y, here.level, parts=parts))

    def _friend(self, campaign: Campaign) -> str:
        """Return the first of the factions with the best standing, or an empty string."""
        best = max(self._factions, key=campaign.stands_with)
        return best if campaign.stands_with(best) > 0 else ""

    def _is_last(self, campaign: Campaign) -> bool:
        """Return whether the next binding is the last. It is paid with the ending."""
        return len(campaign.served) == len(self.run.run) - 1

    def _may_go_free(self, campaign: Campaign) -> bool:
        """Return whether the player carries tokens of as many factions as there were bindings."""
        return self._is_last(campaign) and len(set(campaign.served)) == len(campaign.served)

    def _freedom(self, campaign: Campaign, step: Step, stream: Stream) -> Binding:
        """Draw up the last hunt, for the summoner who bound the player."""
        bound = campaign.bound
        if bound is None:
            raise AssertionError("the last hunt needs an earlier binding")
        faction = self._factions[bound.faction]
        return Binding(
            bound.summoner,
            bound.faction,
            "hunt",
            faction.quarry[-1],
            stream.pick(_LANDS),
            faction.place,
            5,
            step.levels,
            step.term,
            free=True,
            called=bound.summoner,
        )

    def _against(self, name: str, left: list[str], stream: Stream) -> str:
        """Draw the faction against which a task is directed: its rival in half of the cases."""
        rival = self._factions[name].rival
        if rival in left and stream.chance(1, 2):
            return rival
        return next(other for other in left if other != name)

    def _offer(
        self,
        name: str,
        against: str,
        step: Step,
        danger: int,
        land: str,
        task: Task,
        stream: Stream,
    ) -> Binding:
        faction, whose = self._factions[name], self._factions[against]
        what = {
            "hunt": whose.quarry[danger - 1],
            "seek": stream.pick(faction.relics),
            "bear": "altar",
        }[task]
        term = step.term * (5 if task == "hunt" else 4) // 4
        gifts = faction.treasures if danger >= TREASURE_FROM else faction.gifts
        gift = stream.pick(gifts) if danger >= _GIFT_FROM else ""
        summoner = f"{stream.pick(faction.names)}, {stream.pick(faction.offices)}"
        uses = (1 + danger) // 2
        return Binding(
            summoner, name, task, what, land, whose.place, danger, step.levels, term, uses, gift
        )


def summoners(world: World) -> list[Entity]:
    """Return the summoners who make offers, in order of arrival."""
    return [*world.having(Offer)]
