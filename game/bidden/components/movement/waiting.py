"""Waiting: letting a turn pass."""

from __future__ import annotations

from bidden.events.movement import Wait
from eventcore import APPLY, Component, World, component, handles


@component
class Waiting(Component):
    """Lets its entity wait.

    Attributes:
        waited: The number of turns waited.
    """

    waited: int = 0

    @handles(Wait, APPLY)
    def let_time_pass(self, wait: Wait, world: World) -> None:
        self.waited += 1
