"""Kinds of wound, as the tables of ``wounds.toml`` have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import attrs
from msgspec import Meta

from bidden.events.combat import check_harms
from eventcore import freeze


@attrs.frozen
class WoundKind:
    """A kind of wound.

    Attributes:
        changes: Added to stats, by their names, while it is open.
        about: What it takes, in 55 characters at the most: "each step takes 25% longer".
        told: The sentence that tells of it as it is taken: "Your leg gives way!"
        closed: What is told as it closes.
        of: How likely it is where the harm is of some kind, against the others, by kind of harm.
    """

    changes: Mapping[str, int]
    about: Annotated[str, Meta(min_length=1, max_length=55)]
    told: Annotated[str, Meta(min_length=1)]
    closed: Annotated[str, Meta(min_length=1)]
    of: Mapping[str, Annotated[int, Meta(ge=1)]] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for field in ("changes", "of"):
            object.__setattr__(self, field, freeze(getattr(self, field)))
        check_harms(self.of)
