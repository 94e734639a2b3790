"""An observation holds the whole view as arrays, with no leftovers of the previous view."""

from __future__ import annotations

import attrs
import numpy as np
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.gym import glyphs
from bidden.gym.env import BiddenEnv
from bidden.gym.observations import Kind, Mark, Observer, Stat, space
from bidden.headless import Game
from bidden.view import Bond, CarriedBoon, Stance, View
from tests.bidden.playing import LEVELS, played, well_equipped
from tests.sampling import sampled

ENV = BiddenEnv()
LOOKS = glyphs.looks()


def observed(view: View, *told: str) -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.int64]]]:
    return Observer(ENV.lasting).observe(view, told)


@pytest.mark.parametrize("level", sampled(LEVELS, 3))
def test_reused_observer_returns_the_same_observation_as_a_new_one(level: str) -> None:
    observer, room = Observer(ENV.lasting), space(len(ENV.lasting))
    for game, _ in played(level, 3, 40):
        view = game.observe()
        kept, anew = observer.observe(view, ("Hm.",)), observed(view, "Hm.")
        assert kept.keys() == anew.keys()
        assert all(np.array_equal(kept[key], anew[key]) for key in kept)
        assert room.contains(kept)


@pytest.mark.parametrize("level", sampled(LEVELS, 3))
def test_map_can_be_read_back_from_the_observation(level: str) -> None:
    for game, _ in played(level, 4, 12):
        view = game.observe()
        seen = observed(view)
        for y, row in enumerate(view.tiles):
            for x, tile in enumerate(row):
                assert chr(seen["chars"][y, x]) == tile.glyph, tile
                look = seen["colors"][y, x]
                assert tile.glyph == " " or LOOKS[look - 1] == tile.look, tile
                assert bool(seen["specials"][y, x] & Mark.IN_VIEW) == tile.lit


@pytest.mark.parametrize(("runs", "term"), [(True, -4), (False, 0)])
def test_observed_term_is_zero_if_the_bond_no_longer_runs(runs: bool, term: int) -> None:
    bond = Bond("Ur", "hunt", "kill", "there", -4, True, 3, 900, 2, runs=runs)
    view = attrs.evolve(Game(1, level="first").observe(), bond=bond)
    assert observed(view)["blstats"][Stat.TERM] == term


def test_stats_are_at_their_documented_positions(snapshot: SnapshotAssertion) -> None:
    view = attrs.evolve(
        Game(1, level="first").observe(),
        here=(7, 9),
        turn=12,
        hp=30,
        max_hp=40,
        mana=3,
        max_mana=8,
        level=2,
        levels=4,
        experience_level=5,
        hunger="weak",
        wounds=("leg", "eye"),
        max_wounds=6,
        score=77,
        foes=3,
        missiles=None,
        improvements_due=1,
        bond=Bond("Ur", "hunt", "kill", "there", -4, True, 3, 900, 2),
        boons=(CarriedBoon("strike", "", "strike", 2, ""),),
        speech=80,
        comes_back=(6, 9),
        underfoot=("a ration", "a rope"),
    )
    stats = observed(view)["blstats"]
    assert {stat.name: int(stats[stat]) for stat in Stat} == snapshot


def test_specials_encode_creature_stances_and_harm() -> None:
    view = Game(1, level="first").observe()
    stances = tuple(((x, 3), stance) for x, stance in enumerate(Stance))
    view = attrs.evolve(view, stances=stances, harm_at=((1, 1),), threatened=())
    marks = observed(view)["specials"] & ~np.uint8(Mark.IN_VIEW)
    assert marks[3, :5].tolist() == [2, 4, 8, 16, 32]
    assert marks[1, 1] == 64


def test_observation_lists_each_pack_item_in_the_row_of_its_slot() -> None:
    view = well_equipped().observe()
    seen = observed(view)
    for at, slot in enumerate("abcdefghijklmnopqrstuvwxyz"):
        held = next((one for one in view.pack if one.slot == slot), None)
        if held is None:
            assert not any(seen[key][at].any() for key in seen if key.startswith("inv_"))
            continue
        assert bytes(seen["inv_strs"][at]).rstrip(b"\0").decode("latin-1") == held.name
        assert (chr(seen["inv_letters"][at]), seen["inv_counts"][at]) == (slot, held.count)
        assert seen["inv_worn"][at] == held.worn
        assert seen["inv_glyphs"][at] == glyphs.glyph(held.glyph, held.look)[0]
    kinds = {Kind(kind) for kind in seen["inv_oclasses"]}
    assert len(kinds) > 3
    assert {Kind.NOTHING, Kind.WEAPON} <= kinds


def test_message_observation_holds_only_the_latest_lines() -> None:
    view = Game(1, level="first").observe()
    said = bytes(observed(view, "It hits you.", "You die…")["message"])
    assert said.rstrip(b"\0") == b"It hits you. You die?"
    assert len(bytes(observed(view, "x" * 1000)["message"])) == 256
    assert not observed(view)["message"].any()
