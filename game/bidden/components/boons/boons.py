"""Carrying boons: which one is active, and how often each can be used."""

from __future__ import annotations

from typing import Annotated

import attrs
from msgspec import Meta

from bidden.events.boons import GainUses, SwitchBoon, UseBoon
from eventcore import AIM, APPLY, VALIDATE, Component, World, component, handles


@component
class Boons(Component):
    """Lets its entity use boons, one of which is active.

    Attributes:
        carried: Their names, two at the most; the first is the active one.
        uses: How often each can be used yet, in the same order.

    Raises:
        ValueError: There are more than two, or not as many uses as boons.
    """

    carried: list[str] = attrs.Factory(list)
    uses: list[Annotated[int, Meta(ge=0)]] = attrs.Factory(list)

    def __attrs_post_init__(self) -> None:
        if len(self.carried) > 2 or len(self.carried) != len(self.uses):
            raise ValueError("carry two boons at the most, and give the uses of each")

    @handles(UseBoon, AIM)
    def take_the_active_one(self, use: UseBoon, world: World) -> None:
        """Say which boon it is."""
        use.boon = self.carried[0] if self.carried else ""

    @handles(UseBoon, VALIDATE)
    def refuse_without_uses(self, use: UseBoon, world: World) -> None:
        """Refuse without a boon, without uses, and what is no direction."""
        if not self.carried:
            use.fail("no boon")
        elif not self.uses[0]:
            use.fail("no uses")
        elif max(abs(use.dx), abs(use.dy)) != 1:
            use.fail("no way")

    @handles(UseBoon, APPLY)
    def spend_a_use(self, use: UseBoon, world: World) -> None:
        """Have one use less."""
        self.uses = [self.uses[0] - 1, *self.uses[1:]]

    @handles(SwitchBoon, VALIDATE)
    def refuse_without_another(self, switch: SwitchBoon, world: World) -> None:
        """Refuse where there is no other boon."""
        if len(self.carried) < 2:
            switch.fail("no other boon")

    @handles(SwitchBoon, APPLY)
    def change_over(self, switch: SwitchBoon, world: World) -> None:
        """Let the other one be active, at no cost of time."""
        self.carried, self.uses = self.carried[::-1], self.uses[::-1]
        switch.cost = 0

    @handles(GainUses, VALIDATE, role="target")
    def refuse_without_boons(self, gain: GainUses, world: World) -> None:
        """Refuse to who carries none."""
        if not self.carried:
            gain.fail("no boon")

    @handles(GainUses, APPLY, role="target")
    def have_more(self, gain: GainUses, world: World) -> None:
        """Add to the uses of each."""
        self.uses = [uses + gain.uses for uses in self.uses]
