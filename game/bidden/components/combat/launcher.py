"""Launchers: bows, slings and crossbows, which shoot one kind of missile."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.combat import Shoot
from bidden.events.queries import WhichMissile
from eventcore import APPLY, MODIFY, Component, World, component, handles


@component
class Launcher(Component):
    """Lets its item shoot missiles of a kind.

    Attributes:
        missile: The kind, by the name of an item; a creature with the launcher also gets missiles.
        slow: The percentage by which a shot takes longer than another action.
    """

    missile: Annotated[str, Meta(min_length=1)]
    slow: Annotated[int, Meta(ge=0)] = 0

    @handles(WhichMissile, MODIFY, via="owner")
    def tell_what_it_shoots(self, question: WhichMissile, world: World) -> None:
        question.kind = self.missile

    @handles(Shoot, APPLY, via="owner")
    def take_long_to_load(self, shot: Shoot, world: World) -> None:
        """Make the shot slower by a percentage."""
        shot.cost += shot.cost * self.slow // 100
