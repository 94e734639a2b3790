"""Shards and sources: they warp the active boon of a creature, once."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.boons import DrawFrom, Warp, WhatWarp
from bidden.events.places import Spawn
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
    """Fail if the warp would change nothing."""
    present = world.ask(WhatWarp(action.enactor)).warp
    if present is None:
        action.fail("no boon")
    elif present == warp:
        action.fail("warped")


def _warp(action: Read | DrawFrom, warp: str, world: World) -> None:
    action.worked = world.publish(Warp(action.enactor, action.enactor, warp)).done
