"""Resistances reduce, prevent or increase harm of a kind."""

import pytest

from bidden.events.combat import HARMS, TakeDamage
from bidden.events.effects import Affect
from bidden.intents import TakeOff, Wait
from tests.bidden.scenes import MakeScene, MakeSession, hp, other, wait, wear


@pytest.mark.parametrize(
    ("percent", "strength", "dealt"),
    [
        (0, 5, 5),
        (50, 10, 5),
        (50, 5, 3),  # 2.5, rounded up
        (99, 5, 1),
        (33, 10, 7),  # 6.7
        (-50, 5, 8),  # 7.5
        (-100, 4, 8),
        (-1, 1, 2),  # 1.01
    ],
)
def test_resisted_harm_is_rounded_up(
    make_scene: MakeScene, percent: int, strength: int, dealt: int
) -> None:
    scene = make_scene("#@z#", you={"Resistances": {"percent": {"fire": percent}}})
    damage = TakeDamage(scene["z"], scene["@"], strength, sure=True, kind="fire")
    assert scene.world.publish(damage).dealt == dealt


@pytest.mark.parametrize("percent", [100, 150])
def test_full_resistance_refuses_all_harm(make_scene: MakeScene, percent: int) -> None:
    scene = make_scene("#@z#", zombie={"Resistances": {"percent": {"cold": percent}}})
    preview = scene.world.preview(TakeDamage(scene["@"], scene["z"], 5, kind="cold"))
    damage = scene.world.publish(TakeDamage(scene["@"], scene["z"], 5, kind="cold"))
    assert preview.reason == damage.reason == "immune"
    assert (hp(scene["z"]), scene.world.draws()) == (8, [])


def test_a_kind_is_spared_and_no_other(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", you={"Resistances": {"percent": {"fire": 100}}})
    for kind in HARMS:
        damage = TakeDamage(scene["z"], scene["@"], 1, sure=True, kind=kind)
        assert scene.world.publish(damage).dealt == (0 if kind == "fire" else 1)


def test_worn_gear_adds_to_natural_resistance(make_session: MakeSession) -> None:
    session = make_session(
        "#@#", you={"Health": {"hp": 99, "most": 99}, "Resistances": {"percent": {"fire": 30}}}
    )
    you, world = session.player, session.world

    def cost(kind: str) -> int:
        return world.publish(TakeDamage(you, you, 10, sure=True, kind=kind)).dealt

    assert (cost("fire"), cost("cold")) == (7, 10)
    wear(session, "fur-lined mail")
    assert (cost("fire"), cost("cold")) == (9, 5)  # 30 less 20; 50
    assert session.perform(TakeOff("a")).done
    assert (cost("fire"), cost("cold")) == (7, 10)


def test_immune_creature_is_not_poisoned(make_session: MakeSession) -> None:
    session = make_session(
        "#@z#", zombie={"Mind": None, "Resistances": {"percent": {"poison": 100}}}
    )
    affect = session.world.publish(Affect(session.player, other(session), "poison"))
    assert affect.reason == "immune"
    harm = TakeDamage(session.player, other(session), 3, kind="poison")
    assert session.world.publish(harm).reason == "immune"


def test_gear_can_end_the_harm_of_poison(make_session: MakeSession) -> None:
    session = make_session("#@#", dragonhide={"Resistances": {"percent": {"poison": 100}}})
    session.world.publish(Affect(session.player, session.player, "poison", 90))
    session.perform(Wait())
    assert hp(session.player) == 39
    wear(session, "dragonhide")
    wait(session, 3)
    assert hp(session.player) == 39
