"""Gas: it drifts, thins out, affects creatures that breathe it, and burns."""

from __future__ import annotations

from typing import Final

from bidden.components.body.health import Health
from bidden.events.combat import TakeDamage
from bidden.events.effects import Affect
from bidden.events.ground import Danger, Drift, Tile, WhatHarms
from bidden.events.queries import WhatIsAmong
from bidden.rules.ground.fire import burst_at
from bidden.rules.ground.ground import Ground, by_tile, here_and_now, resists
from eventcore import MODIFY, REACT, RESOLVE, Component, World, component, handles
from eventcore.time import Tick

_POISON: Final = "poison"


@component
class Gas(Component):
    """Lets gas drift, turn by turn, on the player's level."""

    @handles(Tick, REACT - 6, via="world")
    def drift_for_a_turn(self, tick: Tick, world: World) -> None:
        """Publish that gas drifts, if there is any, or if some seeps out of the ground."""
        level, ground = here_and_now(world), world.root[Ground]
        if ground.on("gases", level) or ground.covers_that("seeps", level):
            world.publish(Drift(world.root, level))

    @handles(Drift, RESOLVE, via="world")
    def let_them_breathe(self, drift: Drift, world: World) -> None:
        """Apply the effects of the gas to the creatures that breathe it."""
        ground = world.root[Ground]
        gases = ground.on("gases", drift.level)
        question = WhatIsAmong(world.root, frozenset(gases), drift.level)
        for tile, who in by_tile(world.ask(question).found) if gases else ():
            name = gases[tile].kind
            kind = ground.kinds[name]
            if kind.breathed and Health in who and who.alive:
                harm = TakeDamage(world.root, who, kind.breathed, source=name, kind=_POISON)
                world.publish(harm)
            if kind.effect and Health in who and who.alive:
                world.publish(Affect(world.root, who, kind.effect))

    @handles(Drift, REACT, via="world")
    def burst_where_it_burns(self, drift: Drift, world: World) -> None:
        """Burst explosive gas that has drifted to a fire."""
        for tile, fire in [*world.root[Ground].on("fires", drift.level).items()]:
            by = world.root if fire.by is None else fire.by
            burst_at(by, drift.level, tile, world)

    @handles(WhatHarms, MODIFY + 20, via="world")
    def tell_where_it_hangs(self, question: WhatHarms, world: World) -> None:
        """Add the tiles with harmful gas, for creatures that it harms."""
        ground, found = world.root[Ground], dict[str, list[Tile]]()
        for tile, gas in ground.on("gases", question.level).items():
            if ground.kinds[gas.kind].breathed:
                found.setdefault(gas.kind, []).append(tile)
        if not found or resists(question.enactor, _POISON, world):
            return
        for name, tiles in found.items():
            strength = ground.kinds[name].breathed
            question.found.append(Danger(name, _POISON, strength, frozenset(tiles)))
