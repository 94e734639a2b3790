"""Spells: powers that cost mana, as the tables of ``spells.toml`` have them."""

from __future__ import annotations

from typing import Annotated

import attrs
from msgspec import Meta

from bidden.rules.magic.powers import Power


@attrs.frozen(kw_only=True)
class Spell(Power):
    """A kind of spell: its power, and what it costs.

    Attributes:
        mana: What it costs to cast it.
        colour: The colour of magic it is of, such as ``"white"``.
    """

    mana: Annotated[int, Meta(ge=0)]
    colour: str = ""
