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

from bidden.going.commands.fighting import FromAfar
from bidden.going.commands.taking import LEFT
from bidden.going.written.patterns import fault_of
from bidden.recording.marking.waymarks import FARTHEST

Group = StrEnum(
    "Group", {"GOING": "Moving on", "ASKING": "What is asked first", "SCREEN": "On the screen"}
)
"""What an option is about; they stand in this order."""

Pickable: TypeAlias = Literal["missiles", "potions", "scrolls", "food", "books", "shards", "gear"]
"""A kind of things that can be taken up by itself."""

News: TypeAlias = Literal[
    "things", "goals", "hunger", "term", "effects", "learning", "ways", "altars", "locks"
]
"""What can be told that one stops for."""

Store: TypeAlias = Literal["hit points", "mana", "effects"]
"""What a rest goes on for."""

Order: TypeAlias = Literal["kind", "letter"]
"""In which order lists of what is held are."""

Told: TypeAlias = Literal["task", "boons", "gear", "here", "allies"]
"""What the side bar tells besides how one is and who is a foe."""

PATTERNS: Final = (
    "pick_up_names",
    "stop_at",
    "pass_over",
    "pass_over_foes",
    "halt_at",
    "halt_for_foes",
    "keep_off",
    "exclude_around",
    "ask_before",
    "find_also",
    "mute",
    "tell_of",
)
"""The options that hold patterns."""
_OF_MESSAGES: Final = ("stop_at", "pass_over", "mute", "halt_at", "tell_of")


def pattern_fault(option: str, pattern: str) -> str:
    """Say why an option cannot hold a pattern, in words; empty where it can."""
    words = pattern.removeprefix(LEFT) if option == "pick_up_names" else pattern
    told, far = option in _OF_MESSAGES, option == "pass_over_foes"
    return fault_of(words, of_messages=told, with_distance=far)


WIDTH, HEIGHT = 80, 24
"""Columns and rows of the smallest console; every screen is complete on it."""
MOST: Final = (200, 60)
"""Columns and rows of a window at the most: beyond these it is the cells that grow with it."""

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
_asking = partial(_told, Group.ASKING)
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
        _asking("Shut doors", "Whether a step into a shut door opens it, or asks first."),
    ] = "open"
    explore_goes_to: Annotated[
        Literal["everything", "wanted", "nothing"],
        _going(
            "Explore goes to",
            "Which things that lie about exploring goes to: everything, what would be taken up by "
            "itself, or nothing.",
        ),
    ] = "everything"
    explore_by: Annotated[
        Literal["pull", "nearest"],
        _going(
            "Explore by",
            "Whether exploring leans to where the bond pulls, or goes to the nearest always.",
        ),
    ] = "pull"
    search_times: Annotated[
        int,
        _going("Search so often", "How often exploring searches a spot.", least=1, most=20),
    ] = 3
    rest_for: Annotated[
        tuple[Store, ...],
        _going("Rest for", "What a rest goes on for: what comes back, and effects that pass."),
    ] = ("hit points", "mana", "effects")
    rest_until: Annotated[
        int,
        _going(
            "Rest until",
            "At how many hundredths of your hit points and mana a rest ends.",
            least=1,
            most=100,
        ),
    ] = 100
    long_rest: Annotated[
        int,
        _going(
            "Long rest, turns",
            "A rest of more turns says so first, where no term runs; 0 for never.",
            most=10_000,
        ),
    ] = 200
    long_rest_of_term: Annotated[
        int,
        _going(
            "Long rest, of a term",
            "So does one of more hundredths of what is left of your term; 0 for never.",
            most=100,
        ),
    ] = 20
    rest_before_exploring: Annotated[
        int,
        _going(
            "Rest before exploring",
            "Below how many hundredths of your hit points exploring rests first, with nobody in "
            "view, unless a rest is long for your term; 0 for never.",
            most=100,
        ),
    ] = 0
    stops_for: Annotated[
        tuple[News, ...],
        _going(
            "Stop for",
            "News to stop for. Goals are what you are after; ways (stairs and gates), altars (and "
            "wells) and locks count as they come into view.",
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
            "Patterns of names and perils: such foes neither bar moving on nor stop it until "
            "within two tiles, or as many as a pattern ends in, as in bat:3.",
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
    with_foes_in_view: Annotated[
        Literal["refuse", "one step"],
        _going(
            "Travel past foes",
            "Whether travelling, by _, G, a click, < and > or from a list, refuses with a foe in "
            "view that bars it, or goes a step each time.",
        ),
    ] = "refuse"
    stop_below: Annotated[
        int,
        _going(
            "Stop when hurt below",
            "At how many hundredths of your hit points moving on stops for harm that lasts or is "
            "passed over, and keys typed ahead count no more.",
            most=100,
        ),
    ] = 50
    keep_off: Annotated[
        tuple[str, ...],
        _going(
            "Keep off",
            "Patterns of names of ground that exploring and travelling go around, as around deep "
            "water, where there is another way.",
        ),
    ] = ()
    find_also: Annotated[
        tuple[str, ...],
        _going(
            "Find as well",
            "Patterns of names of ground and traps that are among what is found by / as well.",
        ),
    ] = ()
    exclusion_radius: Annotated[
        int,
        _going(
            "Exclude as far as",
            "How many tiles around a tile that you exclude are excluded with it, where they can be "
            "seen from there; 0 for that tile alone.",
            most=FARTHEST,
        ),
    ] = 8
    exclude_around: Annotated[
        tuple[str, ...],
        _going(
            "Exclude around foes",
            "Patterns of names of foes around whom, asleep or rooted, ground is excluded by itself "
            "until they are seen to be awake or gone.",
        ),
    ] = ()
    fight_below: Annotated[
        int,
        _asking(
            "Ask when hurt below",
            "Below this percentage of your HP, the keys that fight, explore, travel and run ask to "
            "be pressed again. 0: never.",
            most=100,
        ),
    ] = 50
    fight_outmatched: Annotated[
        Literal["ask", "fight on"],
        _asking(
            "Fight when outclassed",
            "Whether the key that fights asks to be pressed again if the enemies in view, or one "
            "of them, outclass you.",
        ),
    ] = "ask"
    fight_from_afar: Annotated[
        FromAfar,
        _asking(
            "Fight from afar",
            "What that key does if no enemy is beside you and you can shoot or throw: step up to "
            "the nearest enemy, shoot or throw, or stay.",
        ),
    ] = "step"
    ask_before_harm: Annotated[
        Literal["any", "death"],
        _asking(
            "Ask before harm",
            "Whether all that is known to harm you is asked about, or only what may kill you. "
            "Traps are in any case.",
        ),
    ] = "any"
    yes_to_harm: Annotated[
        Literal["any key", "capital"],
        _asking(
            "Yes to harm",
            "Whether any key that says yes does where what is asked about may harm or kill you, or "
            "a capital letter alone, Y.",
        ),
    ] = "any key"
    ask_before: Annotated[
        tuple[str, ...],
        _asking(
            "Ask before using",
            "Patterns of names of spells, boons and things that are asked about before they are "
            "used, with what would come of it.",
        ),
    ] = ()
    ask_before_throwing: Annotated[
        tuple[Pickable, ...],
        _asking("Ask before throwing", "The kinds of things that are asked about before a throw."),
    ] = ()
    one_door: Annotated[
        Literal["ask", "at once"],
        _asking(
            "One door beside you",
            "Whether closing a door and disarming a trap ask in which direction where there is "
            "one alone beside you, or do it at once.",
        ),
    ] = "ask"
    ask_to_quit: Annotated[
        Literal["ask", "leave"],
        _asking("Quit", "Whether quitting asks first, or leaves at once; the game is kept."),
    ] = "ask"
    typed_ahead: Annotated[
        Literal["dropped", "kept"],
        _asking(
            "Keys typed ahead",
            "Drop buffered keys and repeats of a held key when danger appears, or keep them.",
        ),
    ] = "dropped"
    halt_at: Annotated[
        tuple[str, ...],
        _asking(
            "Halt at messages",
            "Patterns of messages at which no key counts until Enter or Esc says that they were "
            "read; what moves on stops there too.",
        ),
    ] = ()
    halt_for_foes: Annotated[
        tuple[str, ...],
        _asking(
            "Halt for foes",
            "Patterns of names and perils, as in more than a match, of foes for whom no key counts "
            "so as they come into view.",
        ),
    ] = ()
    go_back_turns: Annotated[
        int,
        _asking(
            "Go back, turns",
            "How many turns one goes back where no number is typed; by words it is 20.",
            least=1,
            most=9_999,
        ),
    ] = 20
    background: Annotated[
        Literal["dark", "light", "terminal"],
        _screen(
            "Background",
            "Whether the screen is dark or light, or has the terminal's own two colours, light on "
            "dark; a window is dark then.",
        ),
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
    stirring: Annotated[
        Literal["on", "off"],
        _screen("Water and light", "Whether they move while no key comes, with full motion."),
    ] = "on"
    frame_time: Annotated[
        int,
        _screen(
            "Frame, milliseconds",
            "How long each frame between two turns is shown, to the next 50.",
            least=50,
            most=1_000,
        ),
    ] = 50
    step_time: Annotated[
        int,
        _screen(
            "Step, milliseconds",
            "How long each step of what moves on by itself is shown, to the next 50; 0 for as "
            "fast as it goes. Any key stops it in between.",
            most=1_000,
        ),
    ] = 0
    side_bar: Annotated[
        Literal["right", "left", "none"],
        _screen("Side bar", "Where it stands, from 110 columns on; or that there is none."),
    ] = "right"
    side_bar_tells: Annotated[
        tuple[Told, ...],
        _screen(
            "Side bar tells",
            "What it tells of besides how you are and of foes: your task, your boons, what you "
            "wear and wield, what is here, and who is on your side.",
        ),
    ] = ("task", "boons", "here", "allies")
    message_rows: Annotated[
        int,
        _screen("Rows of messages", "How many there are at the most.", least=2, most=60),
    ] = 60
    old_messages: Annotated[
        Literal["faint", "none"],
        _screen("Old messages", "Whether those of earlier turns are shown, fainter, or not."),
    ] = "faint"
    mute: Annotated[
        tuple[str, ...],
        _screen(
            "Mute messages",
            "Patterns of messages that are not shown beneath the map; the list of all has them.",
        ),
    ] = ()
    term_shown: Annotated[
        Literal["turns", "percent"],
        _screen("Your term", "Whether the top tells it in turns, or in hundredths that are left."),
    ] = "turns"
    peril_shown: Annotated[
        Literal["in words", "on the map"],
        _screen(
            "Peril",
            "Whether ! and !!, for who is a match for you and who more than that, stand on bare "
            "ground beside them as well.",
        ),
    ] = "in words"
    hurt_below: Annotated[
        int,
        _screen(
            "Hurt below",
            "At how many hundredths of your hit points their bar has the colour of being hurt.",
            most=100,
        ),
    ] = 50
    warn_below: Annotated[
        int,
        _screen(
            "Warn below",
            "At how many it has that of danger, and a line warns you; 0 for never.",
            most=100,
        ),
    ] = 25
    mouse: Annotated[
        Literal["on", "clicks", "off"],
        _screen(
            "Mouse",
            "Whether it points and clicks, clicks alone, or is left to the terminal, to select "
            "text; that from the next start on.",
        ),
    ] = "on"
    cursor_step: Annotated[
        int,
        _screen(
            "Cursor leaps",
            "How many tiles the cursor goes by Shift and a direction, as one aims, looks about or "
            "chooses where to travel.",
            least=2,
            most=20,
        ),
    ] = 8
    cursor: Annotated[
        Literal["hidden", "shown"],
        _screen(
            "Terminal's cursor",
            "Whether it is shown, on you, on what you aim at or on the marked line, for screen "
            "readers and magnifiers to follow.",
        ),
    ] = "hidden"
    way_told: Annotated[
        Literal["none", "told"],
        _screen(
            "Tell the way",
            "Whether looking about, travelling and aiming tell how far off the tile is, as in 3 "
            "tiles east and 2 north.",
        ),
    ] = "none"
    reach_shown: Annotated[
        Literal["in words", "on the map"],
        _screen(
            "How far it reaches",
            "Whether what one aims beyond its reach is told so alone, or all ground in view that "
            "it does not reach is fainter as well.",
        ),
    ] = "in words"
    messages_stand: Annotated[
        Literal["below", "above"],
        _screen("Messages stand", "Whether they stand below the map, or above it."),
    ] = "below"
    mana_warn_below: Annotated[
        int,
        _screen(
            "Warn of mana below",
            "At how many hundredths of your mana it has the colour of danger, and a line warns "
            "you; 0 for never.",
            most=100,
        ),
    ] = 0
    pack_order: Annotated[
        Order,
        _screen("Order of the pack", "Whether lists of things go by kind and name, or by letter."),
    ] = "kind"
    opening: Annotated[
        Literal["shown", "passed over"],
        _screen("Opening", "Whether a run begun from the title begins with it."),
    ] = "shown"
    replay_speed: Annotated[
        Literal["1", "2", "4", "8", "16", "32", "64", "128", "256"],
        _screen("Speed of replays", "How many records a second one begins with."),
    ] = "4"
    window_size: Annotated[
        str,
        _screen(
            "Size of the window",
            "How many columns and rows it has at first, 80x24 to 200x60; from the next start on.",
        ),
    ] = "80x24"
    window_font: Annotated[
        str,
        _screen(
            "Font of the window",
            "A file of a font whose characters are all as wide, .ttf or .otf; with none it has "
            "its own; from the next start on.",
        ),
    ] = ""
    full_screen: Annotated[
        Literal["off", "on"],
        _screen("Full screen", "Whether the window fills the screen; from the next start on."),
    ] = "off"
    last_messages: Annotated[
        int,
        _screen(
            "Messages of an end",
            "How many of the last messages stand in the text that is kept of a game that is over.",
            least=5,
            most=200,
        ),
    ] = 25
    tell_of: Annotated[
        tuple[str, ...],
        _screen(
            "Tell of messages",
            "Patterns of messages that stand in that text whenever they were told; it takes a "
            "moment more then, after a long game some seconds.",
        ),
    ] = ()
    view: Annotated[
        Literal["map", "prose", "log"],
        _screen("View", "How bidden play shows a game where it is not said: drawn, or told."),
    ] = "map"

    def __post_init__(self) -> None:
        """Refuse what is no pattern, and no size.

        Raises:
            ValueError: A pattern is none, or a size; the option and that are named.
        """
        columns, rows = self.window_cells
        if not (WIDTH <= columns <= MOST[0] and HEIGHT <= rows <= MOST[1]):
            there = f"{WIDTH}x{HEIGHT} to {MOST[0]}x{MOST[1]}"
            raise ValueError(f"window_size: {self.window_size!r} is no size from {there}")
        for name in PATTERNS:
            for pattern in getattr(self, name):
                fault = pattern_fault(name, pattern)
                if fault:
                    raise ValueError(f"{name}: {pattern!r} is no pattern: {fault}")

    @property
    def window_cells(self) -> tuple[int, int]:
        """How many columns and rows the window has at first; none where that is not said so."""
        sides = self.window_size.split("x")
        if len(sides) != 2 or not all(side.isascii() and side.isdigit() for side in sides):
            return 0, 0
        return int(sides[0][:4]), int(sides[1][:4])


USUAL: Final = Options()
"""What there is where a player would have nothing otherwise."""
