"""Blows: their strength, piercing and resistance."""

from typing import Any

import pytest

from bidden.events.combat import Attack, TakeDamage
from bidden.events.effects import Affect
from bidden.intents import TakeOff
from bidden.perception.cards.harms import blow_of
from tests.bidden.scenes import MakeScene, MakeSession, draws, hp, other, wear


@pytest.mark.parametrize(("defence", "strength"), [(0, 5), (3, 2), (4, 1), (5, 1), (9, 1)])
def test_attack_deals_at_least_one_damage(
    make_scene: MakeScene, defence: int, strength: int
) -> None:
    scene = make_scene("#@z#", zombie={"Fighter": {"defence": defence}})
    scene.world.publish(Attack(scene["@"], scene["z"]))
    assert scene.last(TakeDamage).strength == strength


@pytest.mark.parametrize(
    ("drawing", "reason"),
    [
        ("#@z#", None),
        ("@.\n.z", None),
        ("z\n@", None),
        ("#@.z#", "far"),
        ("#z....@#", "far"),
        ("@..\n..z", "far"),
    ],
)
def test_blow_reaches_the_eight_neighbours(
    make_scene: MakeScene, drawing: str, reason: str | None
) -> None:
    scene = make_scene(drawing)
    assert scene.world.publish(Attack(scene["@"], scene["z"])).reason == reason
    assert (hp(scene["z"]) == 8) is bool(reason)
    assert bool(draws(scene.world)) is not bool(reason)


def zombie(attack: int, **parts: Any) -> dict[str, Any]:
    return {"Fighter": {"attack": attack}, "Mind": None, **parts}


def you(defence: int) -> dict[str, Any]:
    return {"Fighter": {"defence": defence}}


@pytest.mark.parametrize(
    ("defence", "percent", "strength"),
    [
        (2, 50, 5),  # more remains after defence than the piercing part
        (3, 50, 4),
        (6, 50, 4),  # half of 7, rounded up
        (99, 50, 4),
        (99, 1, 1),
        (99, 100, 7),
    ],
)
def test_piercing_blow_passes_any_defence(
    make_scene: MakeScene, defence: int, percent: int, strength: int
) -> None:
    scene = make_scene("#@z#", zombie=zombie(7, Piercing={"percent": percent}), you=you(defence))
    blow = blow_of(scene["z"], scene["@"], scene.world)
    assert blow is not None
    assert scene.world.publish(Attack(scene["z"], scene["@"])).strength == strength
    assert blow.most == strength  # the forecast says the same


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


def test_worn_gear_adds_to_natural_resistance(make_session: MakeSession) -> None:
    session = make_session(
        "#@#", you={"Health": {"hp": 99, "most": 99}, "Resistances": {"percent": {"fire": 30}}}
    )
    you, world = session.player, session.world

    def cost(kind: str) -> int:
        return world.publish(TakeDamage(you, you, 10, sure=True, kind=kind)).dealt

    assert (cost("fire"), cost("cold")) == (7, 10)
    wear(session, "fur-lined mail")
    assert (cost("fire"), cost("cold")) == (9, 5)  # 30 less 20, and 50 percent
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
