"""Kinds of weapon: reach, sweeps, strikes at sleepers, shields."""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.ai.wits import Wits
from bidden.components.combat.guard import Blocking
from bidden.components.movement.position import Position
from bidden.events.combat import Attack, Block, Impact, TakeDamage, Wound
from bidden.events.effects import what_is
from bidden.intents import Move
from bidden.session import Session
from bidden.state import Side
from eventcore import Entity
from tests.bidden.scenes import Changes, MakeSession, hp, listening, observed, wear

STOUT: Changes = {
    "Mind": None,
    "Health": {"hp": 90, "most": 90},
    "Fighter": {"attack": 1, "defence": 2},
}


def made(things: dict[str, Any]) -> dict[str, Any]:
    """Allow changes to items whose names have several words."""
    return things


def at(session: Session, x: int, y: int = 0) -> Entity:
    return next(
        one
        for one in session.world.having(Side, Position)
        if (one[Position].x, one[Position].y) == (x, y)
    )


def harm(session: Session, move: Move) -> list[tuple[int, int]]:
    """Move the player; return the column of each target hit, and the strength of the hit."""
    ear = listening(session)
    session.perform(move)
    session.world.untap(ear)
    hurt = ear.of(TakeDamage)
    return [(one.target[Position].x, one.strength) for one in hurt if one.enactor is session.player]


@pytest.mark.parametrize(
    ("drawing", "weapon", "hurt"),
    [
        ("#@.z.#", "spear", [(3, 5 + 3 - 2)]),
        ("#@.z.#", "halberd", [(3, 5 + 6 - 2)]),
        ("#@z..#", "spear", [(2, 5 + 3 - 2)]),
        ("#@..z#", "spear", []),
        ("#@+z.#", "spear", []),
        ("#@.z.#", "sword", []),
    ],
)
def test_spear_attacks_two_tiles_away_instead_of_stepping(
    make_session: MakeSession, drawing: str, weapon: str, hurt: list[tuple[int, int]]
) -> None:
    session = make_session(drawing, zombie=STOUT)
    wear(session, weapon)
    assert harm(session, Move(1, 0)) == hurt
    assert (session.player[Position].x == 1) is (bool(hurt) or "+" in drawing)


def test_spear_does_not_strike_past_an_ally(make_session: MakeSession) -> None:
    session = make_session("#@hz.#", zombie=STOUT)
    wear(session, "spear")
    assert harm(session, Move(1, 0)) == []


@pytest.mark.parametrize(
    ("weapon", "hurt"),
    [
        ("axe", [(3, 5 + 4 - 2), (1, (5 + 4 - 2) // 2)]),
        ("great axe", [(3, 5 + 7 - 2), (1, (5 + 7 - 2) // 2)]),
        ("sword", [(3, 5 + 4 - 2)]),
    ],
)
def test_axe_deals_half_damage_to_a_second_adjacent_enemy(
    make_session: MakeSession, weapon: str, hurt: list[tuple[int, int]]
) -> None:
    session = make_session("#z@z.z#", zombie=STOUT)
    wear(session, weapon)
    assert harm(session, Move(1, 0)) == hurt


@pytest.mark.parametrize(
    ("asleep", "weapon", "strength"),
    [(100, "dagger", (5 + 2) * 2 - 2), (0, "dagger", 5 + 2 - 2), (100, "sword", 5 + 4 - 2)],
)
def test_a_dagger_strikes_sleepers_twice_as_hard(
    make_session: MakeSession, asleep: int, weapon: str, strength: int
) -> None:
    wits = {"asleep": asleep, "wakes": 0}
    session = make_session("#@z#", zombie={**STOUT, "Mind": {"plan": []}, "Wits": wits})
    wear(session, weapon)
    assert (at(session, 2)[Wits].state == "asleep") is (asleep == 100)
    at_first = Attack(session.player, at(session, 2))
    assert session.world.publish(at_first).strength == strength


@pytest.mark.parametrize(("percent", "stopped"), [(100, True), (1, False)])
def test_shield_has_a_chance_to_block_blows_and_missiles(
    make_session: MakeSession, percent: int, stopped: bool
) -> None:
    session = make_session(
        "#@z#",
        zombie={**STOUT, "Marksman": {}},
        **made({"wooden shield": {"Blocking": {"percent": percent}}}),
    )
    shield, you, zombie = wear(session, "wooden shield"), session.player, at(session, 2)
    assert shield[Blocking].percent == what_is(session.world, you, "block") == percent
    blocks = observed(session, Block)
    for strike in (Attack(zombie, you), Impact(zombie, you, None, 4)):
        session.world.publish(strike)
    assert [one.stopped for one in blocks] == [stopped] * 2
    assert (hp(you) == 40) is stopped


@pytest.mark.parametrize(
    ("first", "then", "worn"),
    [
        ("halberd", "wooden shield", ["wooden shield"]),
        ("wooden shield", "halberd", ["halberd"]),
        ("bow", "kite shield", ["kite shield"]),
        ("sword", "kite shield", ["sword", "kite shield"]),
        ("sling", "kite shield", ["sling", "kite shield"]),
        ("wooden shield", "kite shield", ["kite shield"]),
        ("coat of mail", "kite shield", ["coat of mail", "kite shield"]),
    ],
)
def test_two_handed_weapon_and_shield_are_not_worn_together(
    make_session: MakeSession, first: str, then: str, worn: list[str], snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@#")
    for name in (first, then):
        wear(session, name)
    assert [line.text for line in session.messages.lines] == snapshot
    assert [held.name for held in session.view().pack if held.worn] == [f"a {one}" for one in worn]


@pytest.mark.parametrize(("weapon", "slips"), [("halberd", True), ("bow", True), ("axe", False)])
def test_hand_wound_drops_two_handed_gear(
    make_session: MakeSession, weapon: str, slips: bool
) -> None:
    session = make_session("#@#")
    wear(session, weapon)
    session.world.publish(Wound(session.player, session.player, kind="hand"))
    held = session.view().pack[0]
    assert (held.name, held.worn) == (f"a{'n' * (weapon == 'axe')} {weapon}", not slips)
