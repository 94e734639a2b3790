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
"""The causes of noises: each kind of harm, falls, doors, breaking things, calls and cries."""


@attrs.frozen
class NoiseKind:
    """A kind of noise.

    Attributes:
        loudness: How far it is heard, in tiles.
        sound: Its sound, as in "You hear ...".
        alarming: Whether it attracts even allies of its source.
    """

    loudness: Annotated[int, Meta(ge=1)]
    sound: Annotated[str, Meta(min_length=1)]
    alarming: bool = False


def check_noises(noises: Mapping[str, NoiseKind], faults: Faults) -> None:
    """Check that each noise has a cause."""
    for name in noises:
        if name not in MAKES_NOISE:
            faults.add(NOISES, name, f"there is no such noise{instead(name, MAKES_NOISE)}")
