"""Making levels: the ground, what covers it, and its inhabitants."""

from __future__ import annotations

import attrs

from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Campaign
from bidden.content.kinds.level_kinds import LevelKind
from bidden.events.ground import Pour
from bidden.events.places import HowDeep, MakeLevel, Spawn
from bidden.rules.ground.beginning import lay
from bidden.state import Home, Levels, Side, Stair
from bidden.worldgen.level_builder import LevelBuilder
from bidden.worldgen.shaping.covers import counts_of, draw_covers
from bidden.worldgen.stretches import stretch_of
from eventcore import APPLY, MODIFY, REACT, VALIDATE, Component, World, component, handles


@component
class LevelMaking(Component):
    """Makes the levels of a game, each from its own streams."""

    _builder: LevelBuilder | None = attrs.field(default=None, init=False, repr=False)

    def built_by(self, builder: LevelBuilder) -> None:
        """Set the builder that draws the levels."""
        self._builder = builder

    @property
    def builder(self) -> LevelBuilder:
        """The builder that draws the levels.

        Raises:
            AssertionError: ``built_by`` was not called.
        """
        if self._builder is None:
            raise AssertionError("nobody said what draws levels up")
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
        """Draw the ground of the level, and what will be on it."""
        levels = world.root[Levels]
        above = levels.dug[-1] if levels.dug else None
        landing = _stair_down(make.level, world)
        builder = self.builder_of(make.level, world)
        level, make.things = builder.draw(make.level, world.stream, above, landing)
        levels.dug = [*levels.dug, level]

    # Before anything comes to be there.
    @handles(MakeLevel, REACT - 12, via="world")
    def lay_what_covers_it(self, make: MakeLevel, world: World) -> None:
        """Cover the ground as the kind of level or the place says."""
        kinds, level = self.builder.catalogue.ground, world.root[Levels].at(make.level)
        counts = self.builder_of(make.level, world).kind.ground or counts_of(kinds, level.place)
        covers = draw_covers(kinds, counts, level, make.things, make.level, world.stream)
        for kind, tiles in covers.items():
            lay(world.root, make.level, kind, tiles, kinds, world)

    @handles(Pour, APPLY, via="world")
    def let_it_lie_there(self, pour: Pour, world: World) -> None:
        """Lay what is poured out, on ground that is active from now on."""
        kinds = self.builder.catalogue.ground
        lay(pour.enactor, pour.level, pour.kind, pour.tiles, kinds, world, pour.amount)

    # Before anyone asks who is there.
    @handles(MakeLevel, REACT - 10, via="world")
    def fill_the_level(self, make: MakeLevel, world: World) -> None:
        """Spawn everything on the level."""
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
    """Return the tile of the stair to a level on the level above."""
    for stair in world.having(Stair, Position):
        place = stair[Position]
        if stair[Stair].to == to and place.level == to - 1:
            return place.x, place.y
    return None
