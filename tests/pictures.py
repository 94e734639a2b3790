"""Draw a picture of every screen for docs/screens.md:

    python -m tests.pictures

The scenes are moments of recorded games, so that all screens show the same run. To add a screen,
add a line to the table. After changing a screen, run this, as `make snapshots` does, and check the
result.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Final, TypeAlias

import attrs
import numpy as np
import tcod.console
from PIL import Image

from bidden.content.catalogue import load_catalogue
from bidden.frontend.drawing.canvas import HEIGHT, WIDTH, fill, new_console, put
from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.drawing.pictures.render import pixels_of
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import Theme, load_theme
from bidden.kinds import TRAPS
from bidden.order import COMPONENTS
from bidden.recording.folder.records import RunRecord, standing
from bidden.recording.folder.scores import standings_of
from bidden.recording.player import JournalPlayer
from bidden.recording.playing import load
from bidden.shown.games import KeptGame, Standing
from bidden.view import Glimpse, View
from tests.frontend.fakes import FakeLobby
from tests.frontend.screen import stack_for

PICTURES: Final = Path("docs/pictures")
PAGE: Final = Path("docs/screens.md")
JOURNALS: Final = Path("tests/golden/journals")
_COLOURS: Final = 200
"""The number of colours in a picture, the most frequent ones: this keeps the file small."""

Keys: TypeAlias = Sequence[str] | Callable[[View], Sequence[str]]


@attrs.frozen
class Scene:
    """A moment of a recorded game: the first view of a journal that meets a condition."""

    journal: str
    fits: Callable[[View], bool]


@attrs.frozen
class Picture:
    """A screen that is drawn.

    Attributes:
        name: The name of its file.
        title: Its title on the page.
        about: Its description on the page.
        scene: The name of its scene.
        keys: The keys to press then.
        width: Columns.
        height: Rows.
        replayed: Whether the journal is played back.
        titled: Whether it is opened from the title screen.
        clicked: Whether the player is right-clicked before.
    """

    name: str
    title: str
    about: str
    scene: str
    keys: Keys = ()
    width: int = WIDTH
    height: int = HEIGHT
    replayed: bool = False
    titled: bool = False
    clicked: bool = False


def _throwing(view: View) -> Sequence[str]:
    """Throw everything that must be aimed and harms many."""
    thrown = [held.slot for held in view.pack if "fire pot" in held.name or "flask" in held.name]
    return ("t", *thrown[:1])


def _straight_ahead(spot: tuple[int, int], here: tuple[int, int]) -> bool:
    """Return whether most boons would reach a foe: straight ahead, neither adjacent nor far."""
    dx, dy = abs(spot[0] - here[0]), abs(spot[1] - here[1])
    return max(dx, dy) in (2, 3, 4) and (dx == dy or not dx or not dy)


def _is_beside_traps(view: View) -> bool:
    (x, y), around = view.here, (-1, 0, 1)
    kinds = [view.tiles[y + dy][x + dx].kind for dx in around for dy in around]
    return sum(kind in TRAPS for kind in kinds) > 1 and not view.foes


def _holds(slot: str, view: View) -> bool:
    return any(held.slot == slot for held in view.pack)


SCENES: Final[Mapping[str, Scene]] = {
    "beginning": Scene("run_won", lambda view: bool(view.offers)),
    "midway": Scene("run_won", lambda view: view.level == 3 and view.turn > 520),
    "fight": Scene(
        "run_won", lambda view: view.foes > 1 and not view.wounds and len(_throwing(view)) > 1
    ),
    "heap": Scene("run_won", lambda view: len(view.underfoot) > 1 and not view.foes),
    "learned": Scene("run_won", lambda view: bool(view.improvements and view.improvements_due)),
    "boon": Scene(
        "run_won",
        lambda view: bool(
            view.foes > 1
            and view.boons
            and view.boons[0].aimed
            and view.boons[0].uses
            and any(_straight_ahead(spot, view.here) for spot in view.foes_at)
        ),
    ),
    "traps": Scene("run_won", _is_beside_traps),
    "hard pressed": Scene(
        "run_won",
        lambda view: bool(view.wounds and view.foes > 1 and view.lasting) and _holds("p", view),
    ),
    "death": Scene("run_late", lambda view: view.ending is not None),
    "victory": Scene("run_won", lambda view: view.ending is not None),
}
"""The moments at which pictures are taken."""

SCREENS: Final = (
    Picture("title", "Title", "A game in progress comes first.", "beginning",
            titled=True),
    Picture("replays", "Replays", "Recorded games to watch.", "beginning", ("w",),
            titled=True),
    Picture("records", "Records", "Finished runs, best first.", "beginning", ("r",),
            titled=True),
    Picture("practice", "Practice", "Scenarios and their lessons.", "beginning", ("p",),
            titled=True),
    Picture("seed", "Number", "A prompt for a number, here a seed.", "beginning",
            ("p", "s", *"837760"), titled=True),
    Picture("opening", "Opening", "Shown once, when a run begins.", "beginning", ("n",),
            titled=True),
    Picture("offers", "Offers", "Compare them side by side in the circle.", "beginning"),
    Picture("map", "Map view", "The whole game on 80 columns and 24 rows.", "hard pressed"),
    Picture(
        "wide", "Wide terminal", "From 104 columns on there is a side bar, and the log is below "
        "the map.", "hard pressed", width=130, height=36,
    ),
    Picture(
        "large", "Large terminal", "From 112 columns and 34 rows on, screens such as the offers "
        "explain more.", "beginning", width=120, height=40,
    ),
    Picture("pack", "Pack", "Items by kind, each with its letter.", "midway", ("i",)),
    Picture("look", "Look", "Look at any tile, with keys or the mouse.", "fight", (";",)),
    Picture(
        "card", "Card", "All you know about a creature, item or spell.", "fight", (";", "enter")
    ),
    Picture("thing", "Card of an item", "Opened from the pack.", "hard pressed", ("i", ";", "p")),
    Picture("travel", "Travel", "Choose stairs, items or any tile.", "midway", ("_", "<")),
    Picture("aiming", "Aim", "The outcome is shown before you throw.", "fight", _throwing),
    Picture("boon", "Boon", "The effect of the boon in each direction.", "boon",
            ("x",)),
    Picture("direction", "Direction", "A prompt for a direction.", "traps", ("D",)),
    Picture("repeat", "Repeat", "A number, then the command to repeat.", "hard pressed",
            ("#", "2", "0")),
    Picture("find", "Find", "Everything seen on any level, nearest first.", "midway",
            ("/",)),
    Picture("taking", "Pick up", "Choose one of several items.", "heap", ("g",)),
    Picture("improving", "Level up", "The upgrades to choose from.", "learned", ("I",)),
    Picture("name", "Name", "For one item, or for all that look like it.", "hard pressed",
            ("N", "p", *"for later")),
    Picture("commands", "Commands", "Opened by a right click on yourself.",
            "hard pressed", clicked=True),
    Picture("messages", "Messages", "The message history.", "hard pressed", ("m",)),
    Picture(
        "search", "Search", "Matches are shown while you type.", "hard pressed", ("m", "/", *"you")
    ),
    Picture("casting", "Cast", "The spells that you know.", "hard pressed", ("z",)),
    Picture("quit", "Quit", "The game asks before it quits.", "hard pressed", ("Q",)),
    Picture("discoveries", "Knowledge",
            "Kinds of potions and scrolls, and their auto-pickup.", "hard pressed", ("\\",)),
    Picture("character", "Character", "Your stats and their sources.", "hard pressed",
            ("C",)),
    Picture("bond", "Binding", "Your task and its term.", "hard pressed", ("O",)),
    Picture("levels", "Level map", "Your memory of each level.", "hard pressed", ("M",)),
    Picture("help", "Help", "Five pages, one for each subject.", "hard pressed", ("?",)),
    Picture("keys", "Keys", "Most screens list their keys under `?`.", "hard pressed", (";", "?")),
    Picture(
        "why", "Why", "The causes of the latest message.",
        "hard pressed", ("w",),
    ),
    Picture("events", "Why, event by event", "Each event with its handlers.", "hard pressed",
            ("w", "w")),
    Picture("options", "Options and keys", "Saved in `options.toml`.", "hard pressed", ("=",)),
    Picture("key", "Key", "A prompt for the key of a command.", "hard pressed",
            ("=", "end", "up", "up", "enter")),
    Picture("death", "Death", "With its causes.", "death"),
    Picture("back", "Rewind", "Go back twenty turns, or another number.", "death", ("b",)),
    Picture("victory", "Victory", "With your ending.", "victory"),
    Picture("conduct", "Deeds", "Shown at the end.", "victory", ("i",)),
    Picture("replay", "Replay", "A recorded game.", "midway", replayed=True),
    Picture("small", "Too small", "Shown until the terminal is large enough.", "hard pressed",
            width=64, height=16),
)  # fmt: skip
"""All pictures, in the order of the page; add a line to add a screen."""


_UNDER_WAY: Final = KeptGame(Path("run.jsonl"), 5, 812, "23 Nov 22:10", place="level 3, labyrinth")
_FOLDER: Final = Path.home() / ".local/share/bidden/games"
_KEPT: Final = (
    KeptGame(_FOLDER / "seed-837760.jsonl", 837760, 1170, "23 Nov 21:40", "death"),
    KeptGame(_FOLDER / "seed-5.back-1-1.jsonl", 5, 4129, "22 Nov 10:15", "victory"),
    KeptGame(_FOLDER / "seed-42.jsonl", 42, 388, "21 Nov 18:30", "death"),
)


class _Lobby(FakeLobby):
    """A title screen with games that were played before."""

    def games(self) -> tuple[KeptGame, ...]:
        return (_UNDER_WAY, *_KEPT)

    def ended(self) -> KeptGame:
        return _KEPT[0]

    def records(self) -> list[Standing]:
        runs = [
            RunRecord(1840, "free", 4, 4129, 5, 90_000, str(_KEPT[1].path), rewound=1),
            RunRecord(310, "Killed by a troll", 1, 1170, 837760, 30_000, str(_KEPT[0].path)),
            RunRecord(20, "Burned to death", 0, 388, 42, 9_000, str(_KEPT[2].path), ("first",)),
        ]
        lines = standings_of(standing(runs), load_catalogue(COMPONENTS).achievements)
        return [attrs.evolve(one, about=one.about.partition(" (")[0]) for one in lines]

    def practice(self) -> list[tuple[str, str, str]]:
        levels = load_catalogue(COMPONENTS).levels
        return [(name, kind.teaches, kind.hint) for name, kind in levels.items() if kind.teaches]


class _Shown:
    """The game of a journal at the current position of its replay, read-only."""

    notice = ""

    def __init__(self, player: JournalPlayer) -> None:
        self.why = player.why
        self._session = player.session

    def happened(self) -> tuple[Glimpse, ...]:
        """Return no happenings: nobody acts here."""
        return ()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)


def drawn(screens: Sequence[Picture] = SCREENS) -> Iterator[tuple[Picture, tcod.console.Console]]:
    """Draw screens; those of a journal share one replay."""
    theme = load_theme()
    for journal in dict.fromkeys(SCENES[one.scene].journal for one in screens):
        path = JOURNALS / f"{journal}.jsonl"
        player = JournalPlayer(path, load(path), write=False)
        wanted = [one for one in screens if SCENES[one.scene].journal == journal]
        for position in range(player.length + 1):
            player.aim(position)
            while player.move_on():
                pass
            view = player.view()
            for name in {one.scene: None for one in wanted}:
                if SCENES[name].fits(view):
                    for one in [one for one in wanted if one.scene == name]:
                        yield one, _draw(one, player, view, theme)
                        wanted.remove(one)
            if not wanted:
                break


def _draw(one: Picture, player: JournalPlayer, view: View, theme: Theme) -> tcod.console.Console:
    console = new_console(one.width, one.height)
    if one.width < WIDTH:  # the terminal itself draws the notice then
        fill(console, theme.palette)
        leave = theme.keymap.hint(Context.PLAY, Command.QUIT)
        told = f"{leave} quits. Needs {WIDTH}×{HEIGHT}; now {one.width}×{one.height}."
        put(console, 0, one.height // 2, told, theme.palette.ground.fg)
        return console
    if one.titled:
        stack = Stack.for_lobby(_Lobby(_UNDER_WAY), theme)
        stack.tick()  # it is looked up where the player was left
    elif one.replayed:
        stack = Stack.for_playback(player, theme)
    else:
        stack = stack_for(_Shown(player), theme)
    stack.draw(console)
    if one.clicked:
        x, y = layout_for(console).cell_of(view.here)
        stack.click(x, y, right=True)
    for key in one.keys(view) if callable(one.keys) else one.keys:
        stack.press(key)
        while stack.waits:  # to show the announcement of a slow step
            stack.draw(console)
            stack.tick()
    stack.draw(console)
    return console


def encoded(console: tcod.console.Console) -> bytes:
    """Return the picture of a console as a PNG file with few colours."""
    pixels = pixels_of(console)
    found, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_counts=True)
    most = found[np.argsort(-counts, kind="stable")[:_COLOURS]]
    palette = Image.new("P", (1, 1))
    palette.putpalette(most.tobytes())
    out = BytesIO()
    few = Image.fromarray(pixels).quantize(palette=palette, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


def page() -> str:
    """Return the page that shows all pictures."""
    parts = [
        "# Screens",
        "Every screen of the game, drawn from recorded runs. `make pictures` draws them again, "
        "from the table in `tests/pictures.py`.",
    ]
    for one in SCREENS:
        size = f" {one.width} columns, {one.height} rows." if one.width > WIDTH else ""
        parts += [f"## {one.title}", f"{one.about}{size}"]
        parts.append(f"![{one.title}](pictures/{one.name}.png)")
    return "\n\n".join(parts) + "\n"


def main() -> int:
    """Write all pictures and the page; unchanged files are not written."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    made = {PICTURES / f"{one.name}.png": encoded(console) for one, console in drawn()}
    made[PAGE] = page().encode()
    for path, data in made.items():
        if not path.exists() or path.read_bytes() != data:
            path.write_bytes(data)
            print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
