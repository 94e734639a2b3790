"""Kinds of wound."""

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
        changes: The changes of stats while it is open.
        about: Its effect, in at most 55 characters: "each step takes 25% longer".
        told: The message when it happens: "Your leg gives way!"
        closed: The message when it closes.
        of: Its weight for each kind of harm.
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
