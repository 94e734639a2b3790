"""Draw every screen into a picture of docs/screens.md:

    python -m tests.pictures

The scenes are moments of recorded games, so that all screens show the same run. Whoever adds a
screen adds a line to the table, and whoever changes one runs this, and looks at what became of it.
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

from bidden.frontend.drawing.canvas import HEIGHT, WIDTH, new_console
from bidden.frontend.drawing.render import pixels_of
from bidden.frontend.stack import Stack
from bidden.frontend.theme import Theme, load_theme
from bidden.recording.player import JournalPlayer
from bidden.recording.playing import load
from bidden.recording.shelf import KeptGame
from bidden.view import View
from tests.frontend.fakes import FakeLobby

PICTURES: Final = Path("docs/pictures")
PAGE: Final = Path("docs/screens.md")
JOURNALS: Final = Path("tests/golden/journals")
_COLOURS: Final = 200
"""So many colours has a picture, those that are most of it: it is a small file."""

Keys: TypeAlias = Sequence[str] | Callable[[View], Sequence[str]]


@attrs.frozen
class Scene:
    """A moment of a recorded game: the first view of a journal that is as it is to be."""

    journal: str
    fits: Callable[[View], bool]


@attrs.frozen
class Picture:
    """A screen that is drawn.

    Attributes:
        name: What its file is called.
        title: What it shows, as the page has it.
        about: What there is to say of it there.
        scene: When; the name of a scene.
        keys: What is pressed then.
        width: Columns.
        height: Rows.
        replayed: Whether it is of the journal being played back.
        titled: Whether it is opened from the title.
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


def _throwing(view: View) -> Sequence[str]:
    """Throw whatever has to be aimed and harms many."""
    thrown = [held.slot for held in view.pack if "fire pot" in held.name or "flask" in held.name]
    return ("t", *thrown[:1])


SCENES: Final[Mapping[str, Scene]] = {
    "beginning": Scene("run_won", lambda view: bool(view.offers)),
    "midway": Scene("run_won", lambda view: view.level == 3 and view.turn > 520),
    "fight": Scene(
        "run_won",
        lambda view: view.foes > 1 and not view.wounds and len(_throwing(view)) > 1,
    ),
    "hard pressed": Scene(
        "run_won", lambda view: bool(view.wounds and view.foes > 1 and view.lasting)
    ),
    "death": Scene("run_lost", lambda view: view.ending is not None),
    "victory": Scene("run_won", lambda view: view.ending is not None),
}
"""When pictures are taken."""

SCREENS: Final = (
    Picture("title", "The title", "A game that is under way comes first.", "beginning",
            titled=True),
    Picture("opening", "The opening", "Told once as a run begins.", "beginning", ("n",),
            titled=True),
    Picture("offers", "What is offered", "The beginning of a run.", "beginning"),
    Picture("map", "The map", "All there is, on 80 columns and 24 rows.", "hard pressed"),
    Picture(
        "wide", "A wide terminal", "From 110 columns on there is a side bar; messages have the "
        "rows beneath the map.", "hard pressed", width=130, height=36,
    ),
    Picture("pack", "What is held", "By kind, each under its letter.", "hard pressed", ("i",)),
    Picture("look", "Looking about", "Tile by tile, or with the mouse.", "fight", (";",)),
    Picture(
        "card", "A card", "Of a creature, a thing or a spell.", "fight", (";", "enter")
    ),
    Picture("thing", "A thing's card", "From what is held.", "hard pressed", ("i", "?", "p")),
    Picture("travel", "Where to go", "Stairs, and what was seen.", "midway", ("_",)),
    Picture("aiming", "Aiming", "What would come of it is told before.", "fight", _throwing),
    Picture("why", "Why", "What led to the latest message.", "hard pressed", ("w",)),
    Picture("messages", "Messages", "All that are kept.", "hard pressed", ("m",)),
    Picture(
        "search", "A search", "As it is typed.", "hard pressed", ("m", "/", *"you")
    ),
    Picture("casting", "Casting", "One spell of those that are known.", "hard pressed", ("z",)),
    Picture("quit", "Leaving", "It is asked first.", "hard pressed", ("Q",)),
    Picture("character", "Yourself", "Stats, and what they come of.", "hard pressed", ("C",)),
    Picture("bond", "The bond", "By what you are bound.", "hard pressed", ("O",)),
    Picture("levels", "The map of levels", "What you remember of each.", "hard pressed", ("M",)),
    Picture("help", "Help", "All keys, and what is on the map.", "hard pressed", ("?",)),
    Picture(
        "why", "Why", "What led to the latest message; a key further, event by event.",
        "hard pressed", ("w",),
    ),
    Picture("options", "Options and keys", "Kept in a file.", "hard pressed", ("=",)),
    Picture("death", "Death", "How it came about.", "death"),
    Picture("victory", "Victory", "What came of it.", "victory"),
    Picture("conduct", "What you did", "At the end.", "victory", ("i",)),
    Picture("replay", "A replay", "Of a recorded game.", "midway", replayed=True),
)  # fmt: skip
"""All pictures, in the order of the page: a screen more is a line more."""


_UNDER_WAY: Final = KeptGame(Path("run.jsonl"), 5, 812, "23 Nov 22:10", place="level 3, labyrinth")


class _Shown:
    """The game of a journal at the place where it is played back, to be looked at."""

    notice = ""

    def __init__(self, player: JournalPlayer) -> None:
        self.why = player.why
        self._session = player.session

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)


def drawn(screens: Sequence[Picture] = SCREENS) -> Iterator[tuple[Picture, tcod.console.Console]]:
    """Draw screens, those of a journal as it is played once."""
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
    if one.titled:
        stack = Stack.for_lobby(FakeLobby(_UNDER_WAY), theme)
    elif one.replayed:
        stack = Stack.for_playback(player, theme)
    else:
        stack = Stack.for_game(_Shown(player), theme)
    stack.draw(console)
    for key in one.keys(view) if callable(one.keys) else one.keys:
        stack.press(key)
    stack.draw(console)
    return console


def encoded(console: tcod.console.Console) -> bytes:
    """Give the picture of a console as a PNG file of few colours."""
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
    """Write the page that shows them all."""
    parts = [
        "# Screens",
        "Every screen of the game, as it is drawn of two recorded runs. `make pictures` draws them "
        "anew; the table they are drawn by is in `tests/pictures.py`.",
    ]
    for one in SCREENS:
        size = f" {one.width} columns, {one.height} rows." if one.width > WIDTH else ""
        parts += [f"## {one.title}", f"{one.about}{size}"]
        parts.append(f"![{one.title}](pictures/{one.name}.png)")
    return "\n\n".join(parts) + "\n"


def main() -> int:
    """Write all pictures and the page; those that would not change are left alone."""
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
