"""Kinds of noise: the tables of ``noises.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

import attrs
from msgspec import Meta

from bidden.content.datafiles import Faults, instead
from bidden.content.tables import NOISES
from bidden.events.combat import HARMS

MAKES_NOISE: Final = (*HARMS, "fall", "door", "break", "call", "cry", "hunt")
"""What makes a noise: harm of each kind, a fall, a door that opens, what breaks, calls, cries."""


@attrs.frozen
class NoiseKind:
    """A kind of noise, as its table in ``noises.toml`` has it.

    Attributes:
        loudness: How far it is heard, in tiles.
        sound: What it sounds like, as in "You hear ...".
        alarming: Whether it draws even the fellows of whoever makes it.
    """

    loudness: Annotated[int, Meta(ge=1)]
    sound: Annotated[str, Meta(min_length=1)]
    alarming: bool = False


def check_noises(noises: Mapping[str, NoiseKind], faults: Faults) -> None:
    """Check that there is something that makes each noise."""
    for name in noises:
        if name not in MAKES_NOISE:
            faults.add(NOISES, name, f"there is no such noise{instead(name, MAKES_NOISE)}")
