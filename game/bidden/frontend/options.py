"""The options: what a player may have otherwise, and nothing a rule hangs on."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Pickable: TypeAlias = Literal["missiles", "potions", "scrolls", "food", "books", "shards", "gear"]
"""A kind of things that can be taken up by itself."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player may have otherwise.

    Attributes:
        pick_up: What is taken up by itself as one moves on.
        pick_up_names: Parts of names: the first that fits a thing has it taken up, or with a ``-``
            before it left, whatever its kind; ``*`` stands for anything.
        doors: Whether a step opens a door that is shut, or asks first.
        background: Whether the screen is dark or light.
        colours: How many colours there are; ``"auto"`` for as many as the terminal has.
        glyphs: Whether characters beyond ASCII are drawn.
        motion: Whether what happens between two turns is shown, and what moves by itself moves.
        stop_below: At how many hundredths of all hit points moving on stops when hurt.
    """

    pick_up: tuple[Pickable, ...] = ("missiles", "potions", "scrolls", "food", "books", "shards")
    pick_up_names: tuple[str, ...] = ()
    doors: Literal["open", "ask"] = "open"
    background: Literal["dark", "light"] = "dark"
    colours: Literal["auto", "full", "256", "16", "none"] = "auto"
    glyphs: Literal["all", "ascii"] = "all"
    motion: Literal["full", "reduced"] = "full"
    stop_below: Annotated[int, Meta(ge=0, le=100)] = 50

    def __post_init__(self) -> None:
        """Refuse a part of a name that says nothing, or that could not be typed.

        Raises:
            ValueError: A part has neither a letter nor ``*``, or has a comma.
        """
        for part in self.pick_up_names:
            if not part.strip(" -") or "," in part:
                needs = "it needs a letter or *, and no comma"
                raise ValueError(f"pick_up_names: {part!r} is no part of a name: {needs}")
