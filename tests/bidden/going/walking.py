"""Walk a drawn level with an automatic command."""

from __future__ import annotations

from typing import Any

import attrs

from bidden.frontend.preferences.options import Options
from bidden.going.going import Going, Stop
from bidden.intents import Move, PickUp
from bidden.view import Held, View
from tests.bidden.bots.views import view_on
from tests.bidden.drawn_kinds import redrawn

OPTIONS = Options()

ROCK = Held("a", "a rock", ("throw", "drop"), "*", "rock", each="rock", stacks=True)
SWORD = Held("", "a sword", ("put on", "drop"), ")", "gear", kind="weapon", adds=(4, 0, 0))


def walk(going: Going, view: View, most: int = 50, **then: Any) -> tuple[list[Any], Any]:
    """Follow a command until it stops, on ground without rules.

    Args:
        going: The command to follow.
        view: The first view.
        most: The number of intents after which the view changes.
        then: The changes to the view from then on.

    Returns:
        The intents, and why the command stopped.
    """
    done: list[Any] = []
    ground = [[*row] for row in view.tiles]
    x, y = view.here
    ground[y][x] = redrawn(ground[y][x], ".", look="floor")
    while not isinstance(answer := going(view), Stop):
        done.append(answer)
        assert len(done) < 200
        here = view.here
        if isinstance(answer, Move):
            x, y = here[0] + answer.dx, here[1] + answer.dy
            if ground[y][x].glyph == "+":
                ground[y][x] = redrawn(ground[y][x], "'")
            elif ground[y][x].glyph not in "#X":
                here = (x, y)
        if isinstance(answer, PickUp):
            ground[here[1]][here[0]] = redrawn(ground[here[1]][here[0]], ".", name="")
        shown = [[*row] for row in ground]
        shown[here[1]][here[0]] = redrawn(shown[here[1]][here[0]], "@")
        under = ground[here[1]][here[0]]
        lies = under.glyph in "!?)-%"
        view = attrs.evolve(
            view,
            tiles=tuple(map(tuple, shown)),
            here=here,
            turn=view.turn + 1,
            underfoot=(under.name,) if lies else (),
            kinds_underfoot=(under.kind,) if lies else (),
        )
        if len(done) == most:
            view = attrs.evolve(view, **then)
    return done, answer.reason


def level(drawing: str, names: dict[str, str] | None = None, **changes: Any) -> View:
    """Return a view of a drawing, with names for its glyphs."""
    view, named = view_on(drawing), {"z": "a zombie", "#": "a wall", ">": "stairs down"}
    named |= names or {}
    rows = [[attrs.evolve(t, name=named.get(t.glyph, "")) for t in row] for row in view.tiles]
    usual: dict[str, Any] = {"tiles": tuple(map(tuple, rows)), "hp": 20, "max_hp": 20}
    usual["comes_back"] = 100, 50
    return attrs.evolve(view, **usual | changes)


def steps(text: str) -> list[Move]:
    """Parse steps from their letters, as in "llj"."""
    ways = dict(zip("hjklyubn", "WSNEQCZX", strict=True))
    where = {"W": (-1, 0), "S": (0, 1), "N": (0, -1), "E": (1, 0)}
    where |= {"Q": (-1, -1), "C": (1, -1), "Z": (-1, 1), "X": (1, 1)}
    return [Move(*where[ways[letter]]) for letter in text]


def there(view: View, x: int) -> View:
    """Return the view one turn later, with the player in another column."""
    return attrs.evolve(view, here=(x, view.here[1]), turn=view.turn + 1)
