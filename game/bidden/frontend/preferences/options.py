"""The options: the table behind the options screen, the player's file and docs/options.md."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from bidden.going.commands.fighting import FromAfar
from bidden.going.commands.taking import LEFT
from bidden.patterns import fault_of

Pickable: TypeAlias = Literal["missiles", "potions", "scrolls", "food", "books", "shards", "gear"]
"""A kind of item that can be picked up automatically."""

News: TypeAlias = Literal[
    "items", "tasks", "hunger", "deadlines", "effects", "upgrades", "stairs", "altars", "locks"
]
"""A kind of event at which automatic movement can stop."""

Percentage: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
"""Of hit points, say; 0 often means never."""

PATTERNS: Final = ("pick_up_names", "stop_at", "pass_over", "mute")
"""The options that hold patterns."""
_OF_MESSAGES: Final = ("stop_at", "pass_over", "mute")


def pattern_fault(option: str, pattern: str) -> str:
    """Return why an option cannot hold a pattern, or ""."""
    words = pattern.removeprefix(LEFT) if option == "pick_up_names" else pattern
    return fault_of(words, of_messages=option in _OF_MESSAGES)


WIDTH, HEIGHT = 80, 24
"""The smallest console, on which every screen is complete."""
MOST: Final = (200, 60)
"""The largest console of a window. In larger windows the cells grow."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player's options. Their groups, titles and explanations are in ``words/options.toml``."""

    pick_up: tuple[Pickable, ...] = ("missiles", "potions", "scrolls", "food", "books", "shards")
    explore_goes_to: Literal["everything", "wanted", "nothing"] = "everything"
    stops_for: tuple[News, ...] = ("items", "tasks", "hunger", "deadlines", "effects", "upgrades")
    rest_before_exploring: Percentage = 0
    hurt_below: Percentage = 50
    warn_below: Percentage = 25
    fight_from_afar: FromAfar = "step"
    ask_before_harm: Literal["any", "death"] = "any"
    background: Literal["dark", "light", "terminal"] = "dark"
    motion: Literal["full", "reduced"] = "full"
    mouse: Literal["on", "clicks", "off"] = "on"
    view: Literal["map", "prose", "log"] = "map"
    pick_up_names: tuple[str, ...] = ()
    rest_until: Annotated[int, Meta(ge=1, le=100)] = 100
    stop_at: tuple[str, ...] = ()
    pass_over: tuple[str, ...] = ()
    typed_ahead: Literal["dropped", "kept"] = "dropped"
    step_time: Annotated[int, Meta(ge=0, le=1000)] = 0
    colours: Literal["auto", "full", "256", "16", "none"] = "auto"
    glyphs: Literal["all", "ascii"] = "all"
    side_bar: Literal["right", "left", "none"] = "right"
    bell: Literal["off", "on"] = "off"
    mute: tuple[str, ...] = ()
    cursor: Literal["hidden", "shown"] = "hidden"
    way_told: Literal["none", "told"] = "none"
    window_size: str = "80x24"
    window_font: str = ""
    full_screen: Literal["off", "on"] = "off"

    def __post_init__(self) -> None:
        """Check the size of the window and the patterns.

        Raises:
            ValueError: One of them is invalid; the message names the option and the value.
        """
        columns, rows = self.window_cells
        if not (WIDTH <= columns <= MOST[0] and HEIGHT <= rows <= MOST[1]):
            sizes = f"{WIDTH}x{HEIGHT} and {MOST[0]}x{MOST[1]}"
            raise ValueError(f"window_size: {self.window_size!r} is not between {sizes}")
        for name in PATTERNS:
            for pattern in getattr(self, name):
                fault = pattern_fault(name, pattern)
                if fault:
                    raise ValueError(f"{name}: {pattern!r} is not a valid pattern: {fault}")

    @property
    def window_cells(self) -> tuple[int, int]:
        """The initial columns and rows of the window; (0, 0) if ``window_size`` is invalid."""
        sides = self.window_size.split("x")
        if len(sides) != 2 or not all(side.isascii() and side.isdigit() for side in sides):
            return 0, 0
        return int(sides[0][:4]), int(sides[1][:4])


USUAL: Final = Options()
"""The default options."""
