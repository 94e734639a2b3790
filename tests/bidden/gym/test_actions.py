"""An action number means the same in every game, and targets the nearest candidate."""

from __future__ import annotations

from itertools import islice

import attrs

from bidden.gym.actions import acts
from bidden.gym.env import BiddenEnv
from bidden.headless import Game, choices
from bidden.intents import (
    Breathe,
    Cast,
    Close,
    Disarm,
    Drop,
    Eat,
    Move,
    PutOn,
    Shoot,
    TakeOff,
    Throw,
)
from bidden.view import Aiming, Castable, Shape, View
from tests.bidden.playing import LEVELS, played, well_equipped

NAMES = [act.name for act in acts(["blink", "bats"])]


def meant(name: str, view: View) -> object:
    return acts(["blink", "bats"])[NAMES.index(name)].meant(view)


def test_the_first_actions_are_the_moves_in_the_order_of_nle() -> None:
    assert NAMES[:11] == [
        *("move north", "move east", "move south", "move west"),
        *("move north-east", "move south-east", "move south-west", "move north-west"),
        *("wait", "search", "pick up"),
    ]
    view = Game(1, level="cellar").observe()
    assert [act.meant(view) for act in acts(())[:4]] == [
        Move(0, -1),
        Move(1, 0),
        Move(0, 1),
        Move(-1, 0),
    ]


def test_gym_action_uses_the_item_in_the_named_slot() -> None:
    view = well_equipped().observe()
    uses = {held.slot: held.uses for held in view.pack}
    assert len(uses) > 3
    for slot, can in uses.items():
        for how, kind in (("eat", Eat), ("put on", PutOn), ("take off", TakeOff), ("drop", Drop)):
            assert meant(f"{how} {slot}", view) == (kind(slot) if how in can else None)
    assert meant("drop z", view) is None


def test_gym_actions_aim_at_the_nearest_foe() -> None:
    view, foes = well_equipped().observe(), ((1, 1), (12, 9), (7, 3), (9, 6))
    view = attrs.evolve(view, here=(8, 5), foes_at=foes, shooting=Aiming(Shape.CREATURE))
    slot = view.pack[0].slot
    assert meant("shoot", view) == Shoot(9, 6)
    assert meant("breathe", view) == Breathe(9, 6)
    assert meant(f"throw {slot}", view) == Throw(slot, 9, 6)
    view = attrs.evolve(view, spells=(Castable("blink", 1, Aiming(Shape.TILE)),))
    assert meant("cast blink", view) == Cast("blink", 9, 6)
    assert meant("cast blink", attrs.evolve(view, foes_at=())) == Cast("blink", 8, 4)
    view = attrs.evolve(view, spells=(Castable("bats", 1),))
    assert (meant("cast bats", view), meant("cast blink", view)) == (Cast("bats"), None)


def test_gym_close_and_disarm_target_visible_doors_and_traps() -> None:
    closed, disarmed = set(), set()
    for level in ("cellar", "traps"):
        for game, _ in played(level, 2, 260):
            view = game.observe()
            x, y = view.here
            match meant("close", view):
                case Close(dx, dy):
                    tile = view.tiles[y + dy][x + dx]
                    closed.add((tile.glyph, tile.look, game.accepts(Close(dx, dy))))
            match meant("disarm", view):
                case Disarm(dx, dy):
                    disarmed.add((view.tiles[y + dy][x + dx].glyph, game.accepts(Disarm(dx, dy))))
    assert closed == {("'", "door", True)}
    assert disarmed <= {("^", True), ("┼", True)}
    assert disarmed


def test_every_gym_action_maps_to_one_of_the_choices() -> None:
    env = BiddenEnv()
    for level in LEVELS:
        for game, _ in islice(played(level, 6, 40), 0, None, 8):
            view = game.observe()
            there = {*choices(view)}
            meanings = [act.meant(view) for act in env.acts]
            assert sum(intent in there for intent in meanings) >= 10
            assert {*meanings} - {None} <= there
