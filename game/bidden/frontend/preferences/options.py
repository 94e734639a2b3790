"""The options: the table behind the options screen, the player's file and docs/options.md."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from bidden.going.commands.fighting import FromAfar
from bidden.going.commands.taking import LEFT
from bidden.patterns import fault_of

Group = StrEnum(
    "Group", {"COMMON": "Most used", "AUTOPLAY": "Automatic movement", "SCREEN": "Display"}
)
"""The headings of the options, in their order."""

Pickable: TypeAlias = Literal["missiles", "potions", "scrolls", "food", "books", "shards", "gear"]
"""A kind of item that can be picked up automatically."""

News: TypeAlias = Literal[
    "items", "tasks", "hunger", "deadlines", "effects", "upgrades", "stairs", "altars", "locks"
]
"""A kind of event at which automatic movement can stop."""

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

GROUP: Final = "group"
"""The key of an option's group in the ``extra`` of its ``Meta``."""


def _described(group: Group, title: str, about: str, *, least: int = 0, most: int = 0) -> Meta:
    ge, le = (least, most) if most else (None, None)
    return Meta(title=title, description=about, extra={GROUP: group}, ge=ge, le=le)


_common = partial(_described, Group.COMMON)
_autoplay = partial(_described, Group.AUTOPLAY)
_screen = partial(_described, Group.SCREEN)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player's options, in the order of the options screen."""

    pick_up: Annotated[
        tuple[Pickable, ...],
        _common("Pick up automatically", "Kinds of items to pick up when you walk over them."),
    ] = ("missiles", "potions", "scrolls", "food", "books", "shards")
    explore_goes_to: Annotated[
        Literal["everything", "wanted", "nothing"],
        _common(
            "Explore visits",
            "Items to go to: everything, wanted (what you pick up automatically) or nothing.",
        ),
    ] = "everything"
    stops_for: Annotated[
        tuple[News, ...],
        _common("Stop for", "Events, besides danger, that stop automatic movement."),
    ] = ("items", "tasks", "hunger", "deadlines", "effects", "upgrades")
    rest_before_exploring: Annotated[
        int,
        _common(
            "Rest before exploring",
            "Below this percentage of HP, exploring rests first. 0: never.",
            most=100,
        ),
    ] = 0
    hurt_below: Annotated[
        int,
        _common(
            "Ask first below (% HP)",
            "Below this percentage of HP, fighting and automatic movement ask first.",
            most=100,
        ),
    ] = 50
    warn_below: Annotated[
        int,
        _common(
            "Warn below (% HP)",
            "Turn the HP bar red and warn below this percentage. 0: never.",
            most=100,
        ),
    ] = 25
    fight_from_afar: Annotated[
        FromAfar,
        _common(
            "Tab with a bow",
            "Ranged weapon, no adjacent enemy: Tab steps closer, shoots or does nothing.",
        ),
    ] = "step"
    ask_before_harm: Annotated[
        Literal["any", "death"],
        _common("Confirm harm", "Confirm every action that would hurt you, or only deadly ones."),
    ] = "any"
    background: Annotated[
        Literal["dark", "light", "terminal"],
        _common("Background", "A dark or light theme, or your terminal's own colours."),
    ] = "dark"
    motion: Annotated[
        Literal["full", "reduced"],
        _common("Motion", "Animate attacks, water and light, or show only the result."),
    ] = "full"
    mouse: Annotated[
        Literal["on", "clicks", "off"],
        _common("Mouse", "Point and click, clicks only, or no mouse (lets you select text)."),
    ] = "on"
    view: Annotated[
        Literal["map", "prose", "log"],
        _common(
            "View", "A map; prose, for screen readers; or only the log. --view overrides this."
        ),
    ] = "map"
    pick_up_names: Annotated[
        tuple[str, ...],
        _autoplay(
            "Pick up by name",
            "Items to pick up by name, whatever their kind. Put - before a name to skip it.",
        ),
    ] = ()
    rest_until: Annotated[
        int,
        _autoplay(
            "Rest until (%)", "Rest until HP and mana reach this percentage.", least=1, most=100
        ),
    ] = 100
    stop_at: Annotated[
        tuple[str, ...],
        _autoplay("Stop at messages", "Messages matching these patterns stop automatic movement."),
    ] = ()
    pass_over: Annotated[
        tuple[str, ...],
        _autoplay("Ignore messages", "Automatic movement ignores messages with these patterns."),
    ] = ()
    typed_ahead: Annotated[
        Literal["dropped", "kept"],
        _autoplay("Keys typed ahead", "Whether keys typed ahead are dropped when danger appears."),
    ] = "dropped"
    step_time: Annotated[
        int,
        _autoplay(
            "Step delay (ms)",
            "Milliseconds to show each automatic step. 0: as fast as possible.",
            most=1_000,
        ),
    ] = 0
    colours: Annotated[
        Literal["auto", "full", "256", "16", "none"],
        _screen("Colours", "Number of colours. auto: as many as the terminal supports."),
    ] = "auto"
    glyphs: Annotated[
        Literal["all", "ascii"], _screen("Characters", "Use all characters, or only ASCII.")
    ] = "all"
    side_bar: Annotated[
        Literal["right", "left", "none"],
        _screen("Side bar", "Position of the side bar, on screens of at least 104 columns."),
    ] = "right"
    bell: Annotated[
        Literal["off", "on"], _screen("Bell", "Ring the terminal's bell when danger appears.")
    ] = "off"
    mute: Annotated[
        tuple[str, ...],
        _screen("Mute messages", "Messages matching these patterns appear only in the history."),
    ] = ()
    cursor: Annotated[
        Literal["hidden", "shown"],
        _screen(
            "Terminal cursor", "Move the terminal's cursor to the selection, for screen readers."
        ),
    ] = "hidden"
    way_told: Annotated[
        Literal["none", "told"],
        _screen("Distances", "Also say where the cursor is, as in 3 tiles east and 2 north."),
    ] = "none"
    window_size: Annotated[
        str,
        _screen(
            "Window size",
            "Size of the game's own window, 80x24 to 200x60. Takes effect on restart.",
        ),
    ] = "80x24"
    window_font: Annotated[
        str,
        _screen("Window font", "Path to a monospaced .ttf or .otf file. Takes effect on restart."),
    ] = ""
    full_screen: Annotated[
        Literal["off", "on"],
        _screen("Full screen", "Play in full screen. Takes effect on restart."),
    ] = "off"

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
REMOVED: Final = frozenset(
    (
        "ask_before", "ask_before_throwing", "ask_to_quit", "cursor_step", "doors",
        "exclude_around", "exclusion_radius", "explore_by", "fight_outmatched", "find_also",
        "frame_time", "go_back_turns", "halt_at", "halt_for_foes", "harmless_after", "keep_off",
        "inscribe", "last_messages", "long_rest", "long_rest_of_term", "macros", "mana_warn_below",
        "message_rows", "messages_stand", "old_messages", "one_door", "opening", "pack_order",
        "pass_over_foes", "peril_shown", "reach_shown", "replay_speed", "rest_for", "search_times",
        "shortcuts", "side_bar_tells", "stirring", "tell_of", "term_shown", "with_foes_in_view",
        "yes_to_harm",
    )
)  # fmt: skip
"""Options and tables of earlier versions, which have no effect."""
RENAMED: Final = {"fight_below": "hurt_below", "stop_below": "hurt_below"}
"""Options of earlier versions, with the option that has their value now."""
RENAMED_NEWS: Final = {
    "things": "items", "goals": "tasks", "term": "deadlines",
    "learning": "upgrades", "ways": "stairs",
}  # fmt: skip
"""Values of ``stops_for`` of earlier versions, with their names now."""
