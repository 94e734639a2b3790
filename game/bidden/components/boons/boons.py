"""Carrying boons: the active one, warps and uses, and the shards and sources that warp it."""

from __future__ import annotations

from typing import Annotated, Literal

import attrs
from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.boons import DrawFrom, GainUses, SwitchBoon, UseBoon, Warp, WhatWarp
from bidden.events.places import Spawn
from bidden.events.things import Read, UseUp
from eventcore import (
    AIM,
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Component,
    World,
    component,
    handles,
)


@component
class Boons(Component):
    """Lets its entity use boons, one of which is active.

    Attributes:
        carried: The names of at most two boons; the first is active.
        uses: The charges left of each, in the same order.
        warps: The warp of each, in the same order: "ember", "hollow", or empty.

    Raises:
        ValueError: There are more than two, or not as many uses and warps as boons.
    """

    carried: list[str] = attrs.Factory(list)
    uses: list[Annotated[int, Meta(ge=0)]] = attrs.Factory(list)
    warps: list[str] = attrs.Factory(list)

    def __attrs_post_init__(self) -> None:
        self.warps = self.warps or [""] * len(self.carried)
        if len(self.carried) > 2 or not len(self.carried) == len(self.uses) == len(self.warps):
            raise ValueError("`carried` takes 2 boons at most, each with `uses` and `warps`")

    @property
    def active(self) -> str:
        """The active boon, or an empty string."""
        return self.carried[0] if self.carried else ""

    @handles(UseBoon, AIM)
    def take_the_active_one(self, use: UseBoon, world: World) -> None:
        use.boon, use.warp = self.active, self.warps[0] if self.warps else ""

    @handles(UseBoon, VALIDATE)
    def refuse_without_uses(self, use: UseBoon, world: World) -> None:
        if not self.carried:
            use.fail("no boon")
        elif not self.uses[0]:
            use.fail("no uses")

    @handles(UseBoon, APPLY)
    def spend_a_use(self, use: UseBoon, world: World) -> None:
        here = use.enactor[Position]
        use.from_x, use.from_y = here.x, here.y
        self.uses = [self.uses[0] - 1, *self.uses[1:]]

    @handles(SwitchBoon, VALIDATE)
    def refuse_without_another(self, switch: SwitchBoon, world: World) -> None:
        if len(self.carried) < 2:
            switch.fail("no other boon")

    @handles(SwitchBoon, APPLY)
    def change_over(self, switch: SwitchBoon, world: World) -> None:
        """Make the other boon active. This takes no time."""
        self.carried, self.uses = self.carried[::-1], self.uses[::-1]
        self.warps = self.warps[::-1]
        switch.cost = 0

    @handles(GainUses, VALIDATE, role="target")
    def refuse_without_boons(self, gain: GainUses, world: World) -> None:
        if not self.carried:
            gain.fail("no boon")

    @handles(GainUses, APPLY, role="target")
    def have_more(self, gain: GainUses, world: World) -> None:
        """Add to the uses of each boon."""
        self.uses = [uses + gain.uses for uses in self.uses]

    @handles(Warp, VALIDATE, role="target")
    def refuse_what_changes_nothing(self, warp: Warp, world: World) -> None:
        """Fail without a boon, and if it already has this warp."""
        if not self.carried:
            warp.fail("no boon")
        elif warp.warp == self.warps[0]:
            warp.fail("nothing")

    @handles(Warp, APPLY, role="target")
    def be_warped(self, warp: Warp, world: World) -> None:
        """Warp the active boon, whatever warped it before."""
        warp.boon = self.active
        self.warps = [warp.warp, *self.warps[1:]]

    @handles(WhatWarp, MODIFY)
    def tell_the_warp(self, question: WhatWarp, world: World) -> None:
        question.warp = self.warps[0] if self.warps else None


@component
class Shard(Component):
    """Lets its item be read, which uses it up.

    Attributes:
        warp: The warp of the boon.
    """

    warp: Literal["ember", "hollow"]

    @handles(Read, VALIDATE + 20, role="item")
    def refuse_in_vain(self, reading: Read, world: World) -> None:
        _check(reading, self.warp, world)

    @handles(Read, RESOLVE, role="item")
    def warp_the_boon(self, reading: Read, world: World) -> None:
        _warp(reading, self.warp, world)

    @handles(Read, REACT, role="item")
    def be_used_up(self, reading: Read, world: World) -> None:
        if reading.worked:
            world.publish(UseUp(reading.enactor, self.entity))


@component
class Source(Component):
    """Lets a creature that stands on it draw from it once.

    Attributes:
        warp: The warp of the boon.
        leaves: The name of its remains in creatures.toml.
    """

    warp: Literal["ember", "hollow"]
    leaves: Annotated[str, Meta(min_length=1)]

    @handles(DrawFrom, VALIDATE, role="source")
    def refuse_in_vain(self, drawing: DrawFrom, world: World) -> None:
        _check(drawing, self.warp, world)

    @handles(DrawFrom, RESOLVE, role="source")
    def warp_the_boon(self, drawing: DrawFrom, world: World) -> None:
        _warp(drawing, self.warp, world)

    @handles(DrawFrom, REACT, role="source")
    def be_spent(self, drawing: DrawFrom, world: World) -> None:
        """Disappear, and leave the remains."""
        if drawing.worked:
            here = self.entity[Position]
            world.publish(UseUp(drawing.enactor, self.entity))
            world.publish(Spawn(world.root, None, self.leaves, *here.spot))


def _check(action: Read | DrawFrom, warp: str, world: World) -> None:
    present = world.ask(WhatWarp(action.enactor)).warp
    if present is None:
        action.fail("no boon")
    elif present == warp:
        action.fail("warped")


def _warp(action: Read | DrawFrom, warp: str, world: World) -> None:
    action.worked = world.publish(Warp(action.enactor, action.enactor, warp)).done
