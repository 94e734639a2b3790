"""Messages of blows and deaths, and the epitaph of a dead player."""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden import intents
from bidden.ai.wits import Wits
from bidden.events.boons import UseBoon
from bidden.events.combat import Die, TakeDamage
from bidden.events.effects import Affect
from bidden.events.minds import Rouse
from bidden.narration.conduct import killer_of
from bidden.session import Session
from bidden.state import waking
from eventcore import Entity
from tests.bidden.narration.telling import told, told_in
from tests.bidden.scenes import MakeScene, MakeSession, other


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


def test_boon_image_is_reported_as_fading_away(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    assert told(scene, Die(scene["z"], scene["z"], "fading")) == ["news: The zombie fades away."]


@pytest.mark.parametrize(("hides", "name"), [(False, "the zombie"), (True, "something")])
def test_enemy_knocked_out_of_view_is_still_named_if_it_was_seen(
    make_session: MakeSession, hides: bool, name: str
) -> None:
    parts: Any = {"Health": {"hp": 50, "most": 50}, "Mind": None}
    boons = {"carried": ["strike"], "uses": [1], "warps": [""]}
    session = make_session(
        "#@z......#",
        you={"Boons": boons, "Memory": {"radius": 3}},
        zombie={**parts, "Invisible": {}} if hides else parts,
    )
    session.world.publish(UseBoon(session.player, 1, 0))
    assert not session.messages.sees(other(session))
    hits = [line.text for line in session.messages.lines if line.text.startswith("You hit")]
    assert len(hits) == 2
    assert all(hit.startswith(f"You hit {name} for ") for hit in hits)


@pytest.mark.parametrize(("blind", "name"), [(False, "The zombie"), (True, "Something")])
def test_attacker_whose_hit_knocks_out_the_player_keeps_its_name(
    make_session: MakeSession, blind: bool, name: str
) -> None:
    session = make_session("#@z#", zombie={"Venom": {"effect": "knock-out"}})
    zombie, you = other(session), session.player
    if blind:
        session.world.publish(Affect(you, you, "blindness"))
    session.perform(intents.Wait())
    assert "You are knocked out!" in told_of(session)
    first, *_ = (text for text in told_of(session) if " hits you for " in text)
    assert first.startswith(f"{name} hits you for ")
    session.perform(intents.Wait())
    assert any(text.startswith("Something hits you for ") for text in told_of(session))
    assert not session.messages.sees(zombie)


def told_of(session: Session) -> list[str]:
    return [line.text for line in session.messages.lines]


def test_message_attributes_extra_hit_damage_to_the_attacker(make_session: MakeSession) -> None:
    brand: Any = {"Brand": {"kind": "cold", "strength": 3}, "Health": {"hp": 50, "most": 50}}
    session = make_session("#@z#", you=brand, zombie=brand)
    for _ in range(2):
        session.perform(intents.Move(1, 0))
    told = " ".join(told_of(session))
    assert "The zombie's cold chills you for " in told
    assert "Your cold chills the zombie for " in told


def test_creatures_that_wake_in_one_turn_share_a_message(make_session: MakeSession) -> None:
    session = make_session("#@.z.z.z#", zombie={"Wits": {"asleep": 100, "wakes": 0}})
    first, second, third = session.world.having(Wits)

    def lines_after_waking(target: Entity) -> list[str]:
        session.world.publish(Rouse(session.player, target, 1, 0))
        return [line.text for line in session.messages.lines if " up." in line.text]

    assert lines_after_waking(first) == ["The zombie wakes up."]
    assert lines_after_waking(second) == ["Two zombies wake up."]
    session.perform(intents.Wait())
    assert lines_after_waking(third) == ["Two zombies wake up.", "The zombie wakes up."]


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["ooze"], "The ooze wakes up."),
        (["zombie", "zombie", "bat"], "Two zombies and a bat wake up."),
        (["Hale the Lame, ox champion"], "Hale the Lame wakes up."),
    ],
)
def test_creatures_that_wake_up_are_counted(names: list[str], sentence: str) -> None:
    assert waking(names) == sentence
