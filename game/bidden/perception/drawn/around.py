"""The creatures and things that a player sees or feels, as drawn on the map and described."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from typing import Final

import attrs

from bidden.ai.wits import is_asleep, is_fleeing
from bidden.components.body.limb import Limb
from bidden.components.movement.collision import Rooted
from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.components.tricks.disguise import is_disguised
from bidden.components.tricks.knack import Breath
from bidden.events.effects import what_is
from bidden.events.ground import Veil
from bidden.events.minds import are_foes
from bidden.events.queries import WhatIsAmong
from bidden.events.turns import NORMAL
from bidden.kinds import CREATURE, STAIRS, THING
from bidden.perception.drawn.sheet import Sheet, tile_of
from bidden.perception.foretold.peril import Fight, fight_with, peril_of
from bidden.perception.senses.noticing import (
    called_in_view,
    cannot_act,
    condition_of,
    is_ally,
    stance_of,
)
from bidden.perception.senses.sight import noticed_among
from bidden.state import Fighter, Item, Look, Side, Stair, is_secret
from bidden.view import Peril, Seen, Spot, Stance
from eventcore import Entity, World

_ALLY: Final = "ally"


class Around:
    """The surroundings of a player, empty until they are drawn.

    Attributes:
        foes_at: The tiles of foes in view.
        lying_at: The tiles of items in view that can be picked up.
        stances: The stances of creatures in view towards the player.
        breathing: The foes in view that have a breath.
        bodies: The foes in view, as whole bodies, each with the tile of a part.
        allies: The visible state of the player's allies in view.
    """

    def __init__(
        self, player: Entity, view: frozenset[Spot], world: World, *, weighs: bool = False
    ) -> None:
        self._player, self._view, self._world, self._weighs = player, view, world, weighs
        self.foes_at: list[Spot] = []
        self.lying_at: list[Spot] = []
        self.stances: dict[Spot, Stance] = {}
        self.breathing: list[Entity] = []
        self.bodies: dict[Entity, Spot] = {}
        self.allies: list[Seen] = []

    def draw(self, things: Iterable[Entity], sheet: Sheet, alight: Collection[Spot]) -> None:
        """Draw things that are seen or felt, higher ones over lower ones, and collect them."""
        for thing in sorted(things, key=lambda thing: thing[Look].height):
            there, look, is_creature = (
                thing[Position],
                thing[Look],
                Side in thing or Fighter in thing,
            )
            spot = there.x, there.y
            if is_secret(thing) or not _is_ground(thing, spot, sheet, alight):
                name = called_in_view(thing, self._player, self._world)
                colour = _ALLY if is_ally(thing, self._player, self._world) else look.look
                kind = look.kind or (CREATURE if is_creature else THING)
                sheet.draw(*spot, tile_of(look.glyph, colour, True, name, kind))
            if thing is self._player or spot not in self._view:
                continue
            if is_creature:
                self._note(thing, spot)
            if Item in thing:
                self.lying_at.append(spot)

    def foes_seen(self) -> tuple[Seen, ...]:
        """Return the foes in view."""
        return tuple(self._seen(foe, at) for foe, at in self.bodies.items())

    def peril(self) -> Peril:
        """Return the peril of a fight with all foes that are awake, can act, approach and stay."""
        quiet = {foe for foe in self._fights if is_asleep(foe) or is_fleeing(foe) or Rooted in foe}
        quiet |= {foe for foe in self._fights if cannot_act(foe, self._world)}
        return peril_of(fight for foe, fight in self._fights.items() if foe not in quiet)

    @cached_property
    def _fights(self) -> dict[Entity, Fight]:
        """The fights with the harmful foes in view, computed on demand."""
        if not (self._weighs and self._player.alive):
            return {}
        fights = {foe: fight_with(foe, self._player, self._world) for foe in self.bodies}
        return {foe: fight for foe, fight in fights.items() if fight is not None}

    def _note(self, thing: Entity, spot: Spot) -> None:
        stance = stance_of(thing, self._player, self._world)
        if stance is not None:
            self.stances[spot] = stance
        if stance is Stance.ALLY and Limb not in thing:
            self.allies.append(attrs.evolve(self._seen(thing, spot), look=_ALLY))
        if are_foes(self._world, self._player, thing) and not is_disguised(thing):
            self.foes_at.append(spot)
            if Breath in thing:
                self.breathing.append(thing)
            limb = thing.get(Limb)
            self.bodies.setdefault(thing if limb is None or limb.of is None else limb.of, spot)

    def _seen(self, foe: Entity, at: Spot) -> Seen:
        name, look = called_in_view(foe, self._player, self._world), foe[Look]
        speeds = (what_is(self._world, who, "speed", NORMAL) for who in (foe, self._player))
        flees = is_fleeing(foe)
        how = is_asleep(foe), Rooted in foe, flees, flees and next(speeds) > next(speeds)
        peril = self._fights[foe].peril if foe in self._fights else Peril.NONE
        health = condition_of(foe, self._world)
        return Seen(at, name, look.glyph, look.look, health, *how, peril, foe.id)


def seen_in_view(
    player: Entity, view: frozenset[Spot], veils: Collection[Veil], world: World
) -> list[Entity]:
    """Return the things that a living player notices on the tiles in view.

    ``veils`` hide creatures from the player.
    """
    found = world.ask(WhatIsAmong(world.root, view, player[Position].level)).found
    shown = [thing for thing in found if Look in thing and not is_secret(thing)]
    return noticed_among(shown, veils, player, world)


def seen_or_felt(
    player: Entity,
    view: frozenset[Spot],
    veils: Collection[Veil],
    world: World,
    *,
    all_seeing: bool,
    feels: bool,
) -> list[Entity]:
    """Return the things seen by a player, who may feel creatures, see everything, or be dead.

    ``view`` has the tiles in view, and ``veils`` hide creatures. Dead players see themselves,
    although they are not on a level.
    """
    level = player[Position].level
    seen = [
        thing
        for thing in world.having(Look, Position)
        if (there := thing[Position]).level == level
        and (all_seeing or (there.x, there.y) in view or (feels and Fighter in thing))
        and (all_seeing or not is_secret(thing))
    ]
    if not (all_seeing or feels):
        seen = noticed_among(seen, veils, player, world)
    return seen if player.alive else [*seen, player]


def _is_ground(thing: Entity, spot: Spot, sheet: Sheet, alight: Collection[Spot]) -> bool:
    if Door in thing or Stair in thing or (Item in thing and spot in alight):
        return True
    lies = Item in thing or not thing[Look].height  # engravings lie as well
    return lies and sheet.at(*spot).kind in STAIRS
