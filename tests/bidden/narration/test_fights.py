"""Messages of blows and deaths, and the epitaph of a dead player."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden import intents
from bidden.events.combat import Die, TakeDamage
from bidden.narration.conduct import killer_of
from tests.bidden.narration.telling import told, told_in
from tests.bidden.scenes import MakeScene, MakeSession


def test_blows_and_deaths_in_view_are_told(
    make_scene: MakeScene, snapshot: SnapshotAssertion
) -> None:
    scene = make_scene("#@z.h#")
    you, zombie, hound = scene["@"], scene["z"], scene["h"]
    blows = [(you, zombie), (zombie, you), (zombie, hound), (hound, zombie)]
    lines = told(scene, *(TakeDamage(by, to, 1) for by, to in blows), Die(zombie, hound))
    assert [line.partition(":")[0] for line in lines] == ["good", "harm", "plain", "plain", "news"]
    assert lines == snapshot


def test_whole_fight_is_told_turn_by_turn(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@+.z#", seed=2)
    for _ in range(4):
        session.perform(intents.Move(1, 0))
    lines = session.view().lines
    assert [line.turn for line in lines] == sorted(line.turn for line in lines)
    assert [f"{line.turn}: {line}" for line in lines] == snapshot


def test_death_of_the_player_is_told_with_its_killer(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    weak = {"Health": {"hp": 1}, "Wounds": None}
    session = make_session("#@..z#", you=weak, zombie={"Title": {"name": "undead ox"}})
    assert session.messages.epitaph == ""
    for _ in range(3):
        session.perform(intents.Wait())
    assert session.view().epitaph == session.messages.epitaph == snapshot
    assert told_in(session) == snapshot


@pytest.mark.parametrize(
    ("epitaph", "killer"),
    [
        ("Killed by a falcon on turn 3932.", "falcon"),
        ("Killed by an orc on turn 3.", "orc"),
        ("Killed by the bond on turn 1210.", "bond"),
        ("Killed by Oleg the Bright, glutton champion on turn 4093.", "glutton champion"),
        ("Killed by spark on turn 3604.", "spark"),
        ("Starved on turn 12.", "Starved"),
    ],
)
def test_killer_is_read_from_an_epitaph(epitaph: str, killer: str) -> None:
    assert killer_of(epitaph) == killer
