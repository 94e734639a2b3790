"""Triumphs: killing a champion or a hunter closes a wound."""

from __future__ import annotations

from bidden.events.body import Mend, WhatWounds
from bidden.events.combat import Die
from bidden.state import Hunter, is_somebody, name_of
from eventcore import REACT, Component, World, component, handles


@component
class Triumphs(Component):
    """Closes the latest wound of the killer."""

    # Always, for a death that nobody dies is to fail. Before the fight is won, at REACT - 10.
    @handles(Die, REACT - 16, via="world", always=True)
    def close_a_wound(self, die: Die, world: World) -> None:
        if not die.done or not (Hunter in die.target or is_somebody(name_of(die.target))):
            return
        if die.enactor.alive and world.ask(WhatWounds(die.enactor)).kinds:
            world.publish(Mend(die.enactor, die.enactor, 1, source="victory"))
