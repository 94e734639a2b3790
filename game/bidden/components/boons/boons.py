"""Carrying boons: the active one, warps and uses."""

from __future__ import annotations

from typing import Annotated

import attrs
from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.boons import GainUses, SwitchBoon, UseBoon, Warp, WhatWarp
from eventcore import AIM, APPLY, MODIFY, VALIDATE, Component, World, component, handles


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
            raise ValueError("carry at most two boons, and give uses and warp of each")

    @property
    def active(self) -> str:
        """The active boon, or an empty string."""
        return self.carried[0] if self.carried else ""

    @handles(UseBoon, AIM)
    def take_the_active_one(self, use: UseBoon, world: World) -> None:
        """Store the boon and its warp."""
        use.boon, use.warp = self.active, self.warps[0] if self.warps else ""

    @handles(UseBoon, VALIDATE)
    def refuse_without_uses(self, use: UseBoon, world: World) -> None:
        """Fail without a boon and without uses."""
        if not self.carried:
            use.fail("no boon")
        elif not self.uses[0]:
            use.fail("no uses")

    @handles(UseBoon, APPLY)
    def spend_a_use(self, use: UseBoon, world: World) -> None:
        """Spend a use, and store the user's place."""
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
        """Fail without boons."""
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
        """Answer with the warp of the active boon."""
        question.warp = self.warps[0] if self.warps else None
