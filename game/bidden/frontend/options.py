"""The options: what a player would have otherwise, and nothing a rule hangs on; a field each.

Of this one table are made the options screen, what the player's file may hold, and the page that
tells of it: docs/options.md.
"""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from bidden.going.patterns import fault_of
from bidden.going.taking import LEFT
from bidden.recording.waymarks import FARTHEST

Group = StrEnum("Group", {"GOING": "Moving on", "SCREEN": "On the screen"})
"""What an option is about; they stand in this order."""

Pickable: TypeAlias = Literal["missiles", "potions", "scrolls", "food", "books", "shards", "gear"]
"""A kind of things that can be taken up by itself."""

News: TypeAlias = Literal["things", "goals", "hunger", "term", "effects", "learning"]
"""What can be told that one stops for."""

PATTERNS: Final = ("pick_up_names", "stop_at", "pass_over", "pass_over_foes")
"""The options that hold patterns."""
_OF_MESSAGES: Final = ("stop_at", "pass_over")

GROUP: Final = "group"
"""Under what in its extra an option's meta has what it is about."""


def _told(group: Group, title: str, about: str, *, least: int = 0, most: int = 0) -> Meta:
    """Say what an option is.

    Args:
        group: What it is about.
        title: What it is called on the screen.
        about: What it is, in a line or two.
        least: Of a number, the least it can be.
        most: Of a number, the most; 0 for what is no number.
    """
    ge, le = (least, most) if most else (None, None)
    return Meta(title=title, description=about, extra={GROUP: group}, ge=ge, le=le)


_going = partial(_told, Group.GOING)
_screen = partial(_told, Group.SCREEN)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player would have otherwise; what each is stands beside it."""

    pick_up: Annotated[
        tuple[Pickable, ...],
        _going(
            "Take up by itself",
            "The kinds of things that are taken up by themselves. Each piece of gear takes one of "
            "the 26 slots of the pack.",
        ),
    ] = ("missiles", "potions", "scrolls", "food", "books", "shards")
    pick_up_names: Annotated[
        tuple[str, ...],
        _going(
            "Take up by name",
            "Patterns of names: the first that fits a thing decides before its kind does. With a - "
            "before it the thing is left.",
        ),
    ] = ()
    doors: Annotated[
        Literal["open", "ask"],
        _going("Shut doors", "Whether a step into a shut door opens it, or asks first."),
    ] = "open"
    stops_for: Annotated[
        tuple[News, ...],
        _going(
            "Stop for",
            "News that moving on stops for: things and wells where you stand, what you are after, "
            "hunger, how much of a term is left, effects, what you can learn.",
        ),
    ] = ("things", "goals", "hunger", "term", "effects", "learning")
    stop_at: Annotated[
        tuple[str, ...],
        _going("Stop at messages", "Patterns of messages at which moving on stops."),
    ] = ()
    pass_over: Annotated[
        tuple[str, ...],
        _going(
            "Pass over messages",
            "Patterns of messages that moving on does not stop for, unless harm leaves you few hit "
            "points, as below.",
        ),
    ] = ()
    pass_over_foes: Annotated[
        tuple[str, ...],
        _going(
            "Pass over foes",
            "Patterns of names: foes called so neither bar moving on nor stop it, until they are "
            "within two tiles.",
        ),
    ] = ()
    harmless_after: Annotated[
        int,
        _going(
            "Harmless after",
            "After how many turns in view without harm a foe that you were told of and that keeps "
            "away bars moving on no more; 0 for never.",
            most=1000,
        ),
    ] = 10
    stop_below: Annotated[
        int,
        _going(
            "Stop when hurt below",
            "At how many hundredths of your hit points moving on stops for harm that lasts or is "
            "passed over, and keys typed ahead count no more.",
            most=100,
        ),
    ] = 50
    exclusion_radius: Annotated[
        int,
        _going(
            "Exclude as far as",
            "How many tiles around a tile that you exclude are excluded with it, where they can be "
            "seen from there; 0 for that tile alone.",
            most=FARTHEST,
        ),
    ] = 8
    background: Annotated[
        Literal["dark", "light"],
        _screen("Background", "Whether the screen is dark or light."),
    ] = "dark"
    colours: Annotated[
        Literal["auto", "full", "256", "16", "none"],
        _screen("Colours", "How many; auto takes as many as the terminal has."),
    ] = "auto"
    glyphs: Annotated[
        Literal["all", "ascii"],
        _screen("Characters", "All, or none beyond ASCII."),
    ] = "all"
    motion: Annotated[
        Literal["full", "reduced"],
        _screen("Motion", "Whether frames between turns are shown, and water and light move."),
    ] = "full"

    def __post_init__(self) -> None:
        """Refuse what is no pattern.

        Raises:
            ValueError: A pattern is none; the option and the pattern are named.
        """
        for name in PATTERNS:
            for pattern in getattr(self, name):
                words = pattern.removeprefix(LEFT) if name == "pick_up_names" else pattern
                fault = fault_of(words, of_messages=name in _OF_MESSAGES)
                if fault:
                    raise ValueError(f"{name}: {pattern!r} is no pattern: {fault}")
