"""The creatures and things that a player sees or feels, as drawn on the map and described."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property, lru_cache
from typing import Final

from bidden.ai.wits import is_asleep, is_fleeing
from bidden.components.body.limb import Limb
from bidden.components.combat.breath import Breath
from bidden.components.movement.collision import Rooted
from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.components.tricks.disguise import is_disguised
from bidden.events.ground import Veil
from bidden.events.minds import are_opposed, side_of
from bidden.events.queries import WhatIsAmong
from bidden.kinds import CREATURE, STAIRS, THING
from bidden.perception.drawn.sheet import Sheet
from bidden.perception.foretold.peril import Fight, fight_with, peril_of
from bidden.perception.senses.condition import condition_of
from bidden.perception.senses.noticing import serves_side, with_what_shows
from bidden.perception.senses.sight import noticed_among
from bidden.perception.senses.stances import stance_of
from bidden.perception.senses.wording import Wording
from bidden.state import Fighter, Item, Look, Side, Stair, is_secret
from bidden.view import Peril, Seen, Spot, Stance, Tile
from eventcore import Entity, World

_ALLY: Final = "ally"
"""The look of the player's allies."""
_tile: Final = lru_cache(maxsize=1024)(Tile)  # from one view to the next most things stay the same


class Around:
    """What is around a player.

    Attributes:
        foes_at: The tiles of foes in view.
        lying_at: The tiles of items in view that can be picked up.
        stances: The stances of creatures in view towards the player.
        breathing: The foes in view that have a breath.
        bodies: The foes in view, as whole bodies, each with the tile of a part.
    """

    def __init__(
        self,
        player: Entity,
        view: frozenset[Spot],
        world: World,
        wording: Wording,
        *,
        weighs: bool = False,
    ) -> None:
        """Create an empty collection.

        Args:
            player: The observer.
            view: The tiles in view.
            world: The world.
            wording: The player's names for things, up to date.
            weighs: Whether to compute the peril of each foe.
        """
        self._player, self._view, self._world, self._wording = player, view, world, wording
        self._weighs = weighs
        self._side = side_of(world, player)
        self.foes_at: list[Spot] = []
        self.lying_at: list[Spot] = []
        self.stances: dict[Spot, Stance] = {}
        self.breathing: list[Entity] = []
        self.bodies: dict[Entity, Spot] = {}

    def draw(self, things: Iterable[Entity], sheet: Sheet, alight: Collection[Spot]) -> None:
        """Draw things on the map, higher ones over lower ones, and collect them.

        Args:
            things: What is seen or felt.
            sheet: The map.
            alight: The burning tiles.
        """
        for thing in sorted(things, key=_height):
            there = thing[Position]
            spot = there.x, there.y
            theirs = side_of(self._world, thing) if Side in thing else ""
            if is_secret(thing) or not _is_ground(thing, spot, sheet, alight):
                serves = bool(theirs) and serves_side(thing, self._player, self._side, theirs)
                look, name = thing[Look], self._called(thing, theirs, serves=serves)
                kind = _kind_of(thing, is_creature=bool(theirs) or Fighter in thing)
                drawn = look.glyph, _ALLY if serves else look.look
                sheet.draw(*spot, _tile(*drawn, True, name, kind))
            if thing is self._player or spot not in self._view:
                continue
            if theirs or Side in thing or Fighter in thing:
                self._note(thing, spot, theirs)
            if Item in thing:
                self.lying_at.append(spot)

    def foes_seen(self) -> tuple[Seen, ...]:
        """Return the foes in view."""
        return tuple(self._seen(foe, at) for foe, at in self.bodies.items())

    def peril(self) -> Peril:
        """Return the peril of a fight with all foes that are awake, approach and do not flee."""
        quiet = {foe for foe in self._fights if is_asleep(foe) or is_fleeing(foe) or Rooted in foe}
        return peril_of(fight for foe, fight in self._fights.items() if foe not in quiet)

    @cached_property
    def _fights(self) -> dict[Entity, Fight]:
        """The fights with the harmful foes in view, computed on demand."""
        if not (self._weighs and self._player.alive):
            return {}
        found = {foe: fight_with(foe, self._player, self._world) for foe in self.bodies}
        return {foe: fight for foe, fight in found.items() if fight is not None}

    def _note(self, thing: Entity, spot: Spot, theirs: str) -> None:
        """Collect a creature."""
        stance = stance_of(thing, self._player, self._side, theirs)
        if stance is not None:
            self.stances[spot] = stance
        if are_opposed(self._side, theirs) and not is_disguised(thing):
            self.foes_at.append(spot)
            if Breath in thing:
                self.breathing.append(thing)
            limb = thing.get(Limb)
            self.bodies.setdefault(thing if limb is None or limb.of is None else limb.of, spot)

    def _seen(self, foe: Entity, at: Spot) -> Seen:
        theirs, look = side_of(self._world, foe), foe[Look]
        serves = serves_side(foe, self._player, self._side, theirs)
        name = self._called(foe, theirs, serves=serves)
        health = condition_of(foe, self._world)
        how = is_asleep(foe), Rooted in foe, is_fleeing(foe)
        fight = self._fights.get(foe)
        peril = Peril.NONE if fight is None else fight.peril
        return Seen(at, name, look.glyph, look.look, health, *how, peril)

    def _called(self, thing: Entity, theirs: str, *, serves: bool) -> str:
        """Return a name with the visible state, as in ``called_in_view``."""
        own = thing is self._player
        name = "you" if own else self._wording.counted(thing, self._player, self._world)
        return with_what_shows(name, thing, theirs, serves=serves)


def seen_in_view(
    player: Entity, view: frozenset[Spot], veils: Collection[Veil], world: World
) -> list[Entity]:
    """Return what a living player notices on the tiles in view.

    Args:
        player: The observer.
        view: The tiles in view.
        veils: What hides creatures from the player.
        world: The world.
    """
    found = world.ask(WhatIsAmong(world.root, view, player[Position].level)).found
    shown = [one for one in found if Look in one and not is_secret(one)]
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
    """Return what a player sees who may feel creatures, see everything, or be dead.

    Args:
        player: The observer. Dead players see themselves, although they are nowhere.
        view: The tiles in view.
        veils: What hides creatures from the player.
        world: The world.
        all_seeing: Whether everything on the level is seen.
        feels: Whether creatures are felt, anywhere on the level.
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
    """Return whether the ground shows a thing, or what is drawn there hides it."""
    if Door in thing or Stair in thing or (Item in thing and spot in alight):
        return True
    lies = Item in thing or not thing[Look].height  # as what is engraved does
    return lies and sheet.at(*spot).kind in STAIRS


def _kind_of(thing: Entity, *, is_creature: bool) -> str:
    """Return the kind of a thing; a look without one was made by code that names no kind."""
    return thing[Look].kind or (CREATURE if is_creature else THING)


def _height(thing: Entity) -> int:
    return thing[Look].height
