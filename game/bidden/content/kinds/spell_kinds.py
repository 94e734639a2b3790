"""Spells: powers that cost mana."""

from __future__ import annotations

from typing import Annotated

import attrs
from msgspec import Meta

from bidden.rules.magic.powers import Power


@attrs.frozen(kw_only=True)
class Spell(Power):
    """A kind of spell.

    Attributes:
        mana: Its cost.
        colour: The colour of its magic, such as ``"white"``.
    """

    mana: Annotated[int, Meta(ge=0)]
    colour: str = ""
