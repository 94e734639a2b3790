"""Shards: items that warp the active boon of their reader."""

from __future__ import annotations

from typing import Literal

from bidden.events.boons import Warp, WhatWarp
from bidden.events.things import Read, UseUp
from eventcore import REACT, RESOLVE, VALIDATE, Component, World, component, handles


@component
class Shard(Component):
    """Lets its item be read, which uses it up.

    Attributes:
        warp: The warp of the boon.
    """

    warp: Literal["ember", "hollow"]

    @handles(Read, VALIDATE + 20, role="item")
    def refuse_in_vain(self, reading: Read, world: World) -> None:
        """Fail if it would change nothing."""
        warps = world.ask(WhatWarp(reading.enactor)).warp
        if warps is None:
            reading.fail("no boon")
        elif warps == self.warp:
            reading.fail("warped")

    @handles(Read, RESOLVE, role="item")
    def warp_the_boon(self, reading: Read, world: World) -> None:
        who = reading.enactor
        reading.worked = world.publish(Warp(who, who, self.warp)).done

    @handles(Read, REACT, role="item")
    def be_used_up(self, reading: Read, world: World) -> None:
        if reading.worked:
            world.publish(UseUp(reading.enactor, self.entity))
