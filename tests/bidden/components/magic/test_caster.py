"""Spells and books: reading them, and each spell's cost and effect."""

import pytest

from bidden.components.magic.casting import Caster, Mana
from bidden.components.things.readable import Book
from bidden.events.body import ChangeMana
from bidden.events.effects import what_is
from bidden.events.minds import side_of
from bidden.intents import Cast, Drop, PickUp, Read
from bidden.session import Session
from bidden.state import Side
from eventcore.time import StopTimer, Timers
from tests.bidden.scenes import (
    STOUT,
    MakeScene,
    MakeSession,
    give,
    hp,
    map_of,
    place,
    restored,
    wait,
)

WHITE = ["minor heal", "major heal", "slow heal", "inner strength"]
BLUE = ["blood to mana", "blink", "summon bats", "detect creatures"]


def mage(
    make_session: MakeSession, drawing: str = "#@#", *, mana: int = 30, life: int = 40
) -> Session:
    """Begin a game in which the player knows all spells."""
    session = make_session(
        drawing,
        you={
            "Mana": {"mana": mana, "most": 30},
            "Health": {"hp": life, "most": 100},
            "Caster": {"spells": WHITE + BLUE},
            "Recovery": None,
        },
        zombie=STOUT,
    )
    return session


@pytest.mark.parametrize(
    ("spell", "cost"),
    [
        ("minor heal", 4),
        ("major heal", 8),
        ("slow heal", 12),
        ("inner strength", 16),
        ("blink", 6),
        ("summon bats", 11),
        ("detect creatures", 16),
    ],
)
def test_a_spell_costs_its_mana(make_session: MakeSession, spell: str, cost: int) -> None:
    session = mage(make_session, "#@...#", mana=20)
    spot = (3, 0) if spell == "blink" else (-1, -1)
    assert session.perform(Cast(spell, *spot)).done
    assert session.player[Mana].mana == 20 - cost
    assert session.world.turn == 1


@pytest.mark.parametrize(("spell", "points"), [("minor heal", 20), ("major heal", 50)])
def test_healing_spells_restore_their_listed_hit_points(
    make_session: MakeSession, spell: str, points: int
) -> None:
    session = mage(make_session)
    session.perform(Cast(spell))
    assert hp(session.player) == 40 + points


def test_inner_strength_changes_stats_and_wears_off(make_session: MakeSession) -> None:
    session = mage(make_session)
    stats = {"attack": 5, "defence": 1, "sight": 0, "regeneration": 10, "mana regeneration": 10}

    def now() -> list[int]:
        return [what_is(session.world, session.player, stat, n) for stat, n in stats.items()]

    before = now()
    session.perform(Cast("inner strength"))
    assert [after - was for after, was in zip(now(), before, strict=True)] == [2, 2, 1, 10, -10]
    wait(session, 50)
    assert now() == before
    assert 3 <= hp(session.player) - 40 <= 24  # about a quarter of fifty turns, at random


def test_blood_to_mana_gives_what_is_missing(make_session: MakeSession) -> None:
    session = mage(make_session, mana=10)
    session.perform(Cast("blood to mana"))
    # The spell costs one point, so 21 are missing.
    assert (session.player[Mana].mana, hp(session.player)) == (30, 19)


def test_blood_to_mana_cannot_be_cast_again_for_300_turns(make_session: MakeSession) -> None:
    session = mage(make_session, "#.@.#", mana=10, life=100)
    assert session.perform(Cast("blood to mana")).done
    assert session.perform(Cast("summon bats")).done
    assert session.perform(Cast("blood to mana")).reason == "nothing"
    you = session.player
    (thin,) = session.world.root[Timers].of(you)
    assert thin.duration == 300
    session.world.publish(StopTimer(you, you, thin.kind))
    assert session.perform(Cast("blood to mana")).done


@pytest.mark.parametrize(
    ("x", "why"),
    [(-1, "no aim"), (15, "out of range"), (2, "out of sight"), (4, "not free"), (9, "not free")],
)
def test_blink_needs_a_free_tile_in_view(make_session: MakeSession, x: int, why: str) -> None:
    session = mage(make_session, "#...#...@z......#.#")
    assert session.perform(Cast("blink", x, 0 if x >= 0 else -1)).reason == why
    assert session.player[Mana].mana == 30


@pytest.mark.parametrize("seed", range(3))
def test_scroll_of_blinking_ends_within_five(make_session: MakeSession, seed: int) -> None:
    session = make_session("#.......@.......#.#", seed=seed)
    give(session, "scroll of blinking")
    session.perform(Read("a"))
    x, _ = place(session.player)
    assert x != 8
    assert 3 <= x <= 13


def test_summoned_bats_arrive_on_free_adjacent_tiles_as_allies(make_session: MakeSession) -> None:
    session = mage(make_session, "#.@.z#")
    session.perform(Cast("summon bats"))
    bats = [one for one in session.world.having(Side) if one[Side].name == "beasts"]
    assert sorted(place(one) for one in bats) == [(1, 0), (3, 0)]
    assert {side_of(session.world, bat) for bat in bats} == {"bidden"}
    assert all(one in session.world.agenda for one in bats)


def test_creatures_are_felt_for_75_turns_wherever_they_are(make_session: MakeSession) -> None:
    session = mage(make_session, "#@#z#")
    session.perform(Cast("detect creatures"))
    assert map_of(session.view()).endswith("@#z")
    assert session.view().foes == 0
    wait(session, 74)
    assert "z" not in map_of(session.view())


def test_spell_without_mana_is_refused(make_session: MakeSession) -> None:
    session = mage(make_session, mana=3)
    assert session.perform(Cast("minor heal")).reason == "no mana"
    assert (session.player[Mana].mana, session.world.turn) == (3, 0)


def test_a_book_is_read_page_by_page_and_teaches_at_its_end(make_session: MakeSession) -> None:
    session = make_session("#@#")
    book = give(session, "white book")
    pages = book[Book].pages
    for left in reversed(range(pages)):
        assert session.player[Caster].spells == []
        assert session.perform(Read("a")).done
        more = f"{pages - left}. Pages left: {left} (press r to read on)"
        told = [line.text for line in session.view().lines]
        assert f"You read {f'page {more}' if left else 'the last page'}." in told
    assert session.player[Caster].spells == WHITE[2:]
    assert (session.view().mana, session.view().max_mana) == (16, 16)
    assert session.world.turn == pages
    assert [spell.name for spell in session.view().spells] == WHITE[2:]


def test_half_read_book_keeps_its_progress_wherever_it_lies(make_session: MakeSession) -> None:
    session = make_session("#@#")
    book = give(session, "blue book")
    for _ in range(3):
        session.perform(Read("a"))
    loaded = restored(session)
    assert next(loaded.world.having(Book))[Book].read == 3
    for one in (session, loaded):
        one.perform(Drop("a"))
        one.perform(PickUp())
        for _ in range(3):
            one.perform(Read("a"))
        assert one.player[Caster].spells == BLUE[2:]
    assert loaded.save() == session.save()
    assert book[Book].read == book[Book].pages


def test_a_note_says_what_is_written_on_it(make_session: MakeSession) -> None:
    session = make_session("#@#")
    give(session, "note")
    assert session.perform(Read("a")).done
    assert len(session.view().pack) == 1


@pytest.mark.parametrize(
    ("mana", "amount", "left", "reason"),
    [(2, 2, 4, None), (2, 9, 5, None), (5, 1, 5, "full"), (2, -9, 0, None), (0, -1, 0, "empty")],
)
def test_mana_stays_between_zero_and_its_maximum(
    make_scene: MakeScene, mana: int, amount: int, left: int, reason: str | None
) -> None:
    scene = make_scene("#@#", you={"Mana": {"mana": mana, "most": 5}})
    change = scene.world.publish(ChangeMana(scene["@"], scene["@"], amount))
    assert (scene["@"][Mana].mana, change.reason) == (left, reason)
    assert change.gained == left - mana
