"""Making levels: the ground, what covers it, and its inhabitants."""

from __future__ import annotations

from typing import Final

import attrs

from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Campaign
from bidden.content.kinds.level_kinds import LevelKind
from bidden.events.ground import Lay, Pour
from bidden.events.places import HowDeep, MakeLevel, Spawn
from bidden.rules.ground.dangers import GettingOut
from bidden.rules.ground.darkness import Darkness
from bidden.rules.ground.fire import Doors, Fire
from bidden.rules.ground.gas import Gas
from bidden.rules.ground.ground import Ground
from bidden.rules.ground.hiding import Hiding
from bidden.rules.ground.kindling import Embers, Kindling
from bidden.rules.ground.torches import Torches
from bidden.rules.ground.water import Water
from bidden.state import Home, Levels, Side, Stair
from bidden.worldgen.level_builder import LevelBuilder
from bidden.worldgen.shaping.covers import counts_of, draw_covers
from bidden.worldgen.stretches import stretch_of
from eventcore import APPLY, MODIFY, REACT, VALIDATE, Component, Fixed, World, component, handles

ACTIVE_GROUND: Final[tuple[type[Component], ...]] = (
    Fire,
    Water,
    Gas,
    Kindling,
    GettingOut,
    Darkness,
    Torches,
    Hiding,
    Doors,
    Embers,
)
"""The rules that join a world when something first lies on its ground."""


@component
class LevelMaking(Component):
    """Makes the levels of a game, each from its own streams."""

    _builder: LevelBuilder | None = attrs.field(default=None, init=False, repr=False)

    def built_by(self, builder: LevelBuilder) -> None:
        self._builder = builder

    @property
    def builder(self) -> LevelBuilder:
        if self._builder is None:
            raise AssertionError("call built_by() first")
        return self._builder

    @property
    def kind(self) -> LevelKind:
        """The kind of levels that are drawn."""
        return self.builder.kind

    def builder_of(self, level: int, world: World) -> LevelBuilder:
        """Return the builder of a level. In a run, the binding decides it."""
        campaign = world.root.get(Campaign)
        if campaign is None or campaign.bound is None or level < campaign.first:
            return self.builder
        stretch = stretch_of(campaign.bound, self.kind)
        return LevelBuilder(self.builder.catalogue, stretch, campaign.first - 1, campaign.bound)

    @handles(MakeLevel, VALIDATE, via="world")
    def make_each_once(self, make: MakeLevel, world: World) -> None:
        """Fail if the level exists, would leave a gap, or is below the deepest level."""
        if make.level != len(world.root[Levels].dug) + 1:
            make.fail("made")
        elif make.level > self._last(world):
            make.fail("bottom")

    @handles(MakeLevel, APPLY, via="world")
    def draw_the_level(self, make: MakeLevel, world: World) -> None:
        levels = world.root[Levels]
        above = levels.dug[-1] if levels.dug else None
        landing = _stair_down(make.level, world)
        builder = self.builder_of(make.level, world)
        level, make.things = builder.draw(make.level, world.stream, above, landing)
        levels.dug = [*levels.dug, level]

    # Before anything is spawned there.
    @handles(MakeLevel, REACT - 12, via="world")
    def lay_what_covers_it(self, make: MakeLevel, world: World) -> None:
        """Cover the ground as the kind of level or the place says."""
        kinds, level = self.builder.catalogue.ground, world.root[Levels].at(make.level)
        counts = self.builder_of(make.level, world).kind.ground or counts_of(kinds, level.place)
        covers = draw_covers(kinds, counts, level, make.things, make.level, world.stream)
        for kind, tiles in covers.items():
            self._lay(Lay(world.root, make.level, kind, [*tiles]), world)

    @handles(Pour, APPLY, via="world")
    def let_it_lie_there(self, pour: Pour, world: World) -> None:
        """Lay what is poured out, on ground that is active from now on."""
        kind, tiles = pour.kind, [*pour.tiles]
        self._lay(Lay(pour.enactor, pour.level, kind, tiles, pour.amount), world)

    def _lay(self, lay: Lay, world: World) -> None:
        """Publish the event, in a world that has the rules of active ground from now on."""
        if Ground not in world.root:
            # Descriptions are content, not state of the world.
            kinds = self.builder.catalogue.ground.items()
            plain = {name: attrs.evolve(kind, about="") for name, kind in kinds}
            world.attach(world.root, Ground(Fixed(plain)))
            for rule in ACTIVE_GROUND:
                world.attach(world.root, rule())
        world.publish(lay)

    # Before other rules ask what is there.
    @handles(MakeLevel, REACT - 10, via="world")
    def fill_the_level(self, make: MakeLevel, world: World) -> None:
        builder = self.builder_of(make.level, world)
        for put in make.things:
            parts = builder.parts_of(put)
            world.publish(
                Spawn(make.enactor, None, put.what, put.x, put.y, make.level, parts=parts)
            )

    @handles(HowDeep, MODIFY, via="world")
    def tell_how_deep_it_counts(self, question: HowDeep, world: World) -> None:
        """Answer with the depth that the danger of the binding adds."""
        question.rank = self.builder_of(question.level, world).rank(question.level)

    def _last(self, world: World) -> int:
        """Return the deepest possible level; in a run, the last level of the binding."""
        campaign = world.root.get(Campaign)
        if campaign is None:
            return self.kind.levels
        bound = campaign.bound
        return 1 if bound is None else campaign.first + bound.levels - 1

    @handles(Spawn, MODIFY, via="world")
    def be_at_home(self, spawn: Spawn, world: World) -> None:
        """Store the home of a creature that was there from the beginning."""
        if isinstance(spawn.cause, MakeLevel) and _is_of_a_creature(spawn.parts):
            spawn.parts = [*spawn.parts, Home(spawn.level)]


def _is_of_a_creature(parts: list[Component]) -> bool:
    """Return whether components belong to an inhabitant, and not to the player."""
    has_side = any(isinstance(part, Side) for part in parts)
    return has_side and not any(isinstance(part, Memory) for part in parts)


def _stair_down(to: int, world: World) -> tuple[int, int] | None:
    for stair in world.having(Stair, Position):
        place = stair[Position]
        if stair[Stair].to == to and place.level == to - 1:
            return place.x, place.y
    return None
