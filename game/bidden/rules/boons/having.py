"""The rule of having boons: who carries none uses none."""

from __future__ import annotations

from bidden.components.boons.boons import Boons
from bidden.events.boons import GainUses, SwitchBoon, UseBoon
from eventcore import VALIDATE, Component, World, component, handles


@component
class HavingBoons(Component):
    """Refuses to who is made without boons, as in games saved before there were any."""

    @handles(UseBoon, VALIDATE - 5, via="world")
    def refuse_to_use_none(self, use: UseBoon, world: World) -> None:
        """Refuse to use what is not carried."""
        if Boons not in use.enactor:
            use.fail("no boon")

    @handles(SwitchBoon, VALIDATE - 5, via="world")
    def refuse_to_switch_none(self, switch: SwitchBoon, world: World) -> None:
        """Refuse to change over to what is not carried."""
        if Boons not in switch.enactor:
            switch.fail("no other boon")

    @handles(GainUses, VALIDATE - 5, via="world")
    def refuse_to_add_to_none(self, gain: GainUses, world: World) -> None:
        """Refuse to add to the uses of what is not carried."""
        if Boons not in gain.target:
            gain.fail("no boon")
