"""Bots and commands recognise things by kind, not by glyph."""

from __future__ import annotations

import attrs
import pytest

from bidden import kinds
from bidden.bots.roster import BOTS
from bidden.content.mods import RUN
from bidden.frontend.preferences.options import Options
from bidden.going.commands.explore import Explore
from bidden.going.commands.travel import TakeStairs
from bidden.going.going import Stop
from bidden.going.known.notes import Notes
from bidden.session import Session
from bidden.view import Tile, View

INTENTS = 60
OPTIONS = Options()


def in_the_dark(view: View) -> View:
    """Return the view with the same glyph and colour on every tile."""
    tiles = tuple(tuple(_hidden(tile) for tile in row) for row in view.tiles)
    pack = tuple(attrs.evolve(one, glyph="?", look="other") for one in view.pack)
    foes = tuple(attrs.evolve(one, glyph="?", look="other") for one in view.foes_seen)
    return attrs.evolve(view, tiles=tiles, pack=pack, foes_seen=foes)


def _hidden(tile: Tile) -> Tile:
    return Tile("?", "other", tile.lit, tile.name, tile.kind)


@pytest.mark.parametrize("bot", BOTS)
def test_bot_decisions_do_not_depend_on_how_things_are_drawn(bot: str) -> None:
    session, sees, blind = Session(5, level=RUN), BOTS[bot](5), BOTS[bot](5)
    for _ in range(INTENTS):
        if session.ending is not None:
            break
        view = session.view()
        intent = sees(view)
        assert blind(in_the_dark(view)) == intent
        session.perform(intent)


def test_exploring_does_not_depend_on_how_the_map_is_drawn() -> None:
    session, bot = Session(5, level=RUN), BOTS["explorer"](5)
    notes, blind = Notes(), Notes()
    steps = 0
    for _ in range(INTENTS):
        view = session.view()
        dark = in_the_dark(view)
        notes.see(view)
        blind.see(dark)
        for command in (Explore, lambda notes, how: TakeStairs(notes, how, "down")):
            answer = command(notes, OPTIONS)(view)
            assert _same(command(blind, OPTIONS)(dark), answer)
            steps += not isinstance(answer, Stop)
        session.perform(bot(view))
    assert steps > INTENTS / 4


def _same(one: object, other: object) -> bool:
    if isinstance(one, Stop) and isinstance(other, Stop):
        return one.reason == other.reason
    return one == other


@pytest.mark.parametrize(
    ("glyph", "look", "kind"),
    [
        ("!", "potion", kinds.POTION),
        ("%", "corpse", kinds.CORPSE),
        ("%", "food", kinds.FOOD),
        (">", "stair", kinds.STAIR_DOWN),
        ("←", "passage", "passage west"),
        ("z", "zombie", kinds.CREATURE),
        ("T", "troll", kinds.CREATURE),
        ("&", "gear", kinds.THING),
    ],
)
def test_item_kind_in_an_old_save_is_derived_from_its_glyph_and_look(
    glyph: str, look: str, kind: str
) -> None:
    assert kinds.kind_in_old_save(glyph, look) == kind
