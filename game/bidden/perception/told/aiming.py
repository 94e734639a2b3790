"""How to aim a power."""

from __future__ import annotations

from typing import Final

from bidden.rules.magic.powers import Aim, Power
from bidden.view import Aiming, Shape

_SHAPES: Final = {Aim.CHOSEN: Shape.CREATURE, Aim.AREA: Shape.TILE, Aim.SPOT: Shape.TILE}


def aiming_of(power: Power) -> Aiming | None:
    """Return how to aim a power, or None if it needs no aim."""
    shape = _SHAPES.get(power.aim)
    return None if shape is None else Aiming(shape, power.range, power.radius)
