"""Hit points and other stores: their limits, and the corpses of the dead."""

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidden.components.body.health import Health
from bidden.components.body.metabolism import Stomach
from bidden.components.body.wounds import Wounds
from bidden.components.magic.casting import Mana
from bidden.components.things.consumable import Edible, Perishable
from bidden.events.body import ChangeMana, Feed, Gain, Heal, Mend, Refill
from bidden.events.combat import Die, TakeDamage, Wound
from bidden.state import Item, Look, Side, Title
from eventcore import Entity
from tests.bidden.scenes import Changes, MakeScene, Scene, hp, place
from tests.golden.soundness import check_stores


def test_damage_takes_every_value_from_1_to_its_strength(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#", you={"Health": {"hp": 900, "most": 900}})
    dealt = [scene.world.publish(TakeDamage(scene["z"], scene["@"], 3)).dealt for _ in range(100)]
    assert set(dealt) == {1, 2, 3}
    assert hp(scene["@"]) == 900 - sum(dealt)


@pytest.mark.parametrize("strength", [0, -3])
def test_a_wound_lessened_to_nothing_still_costs_1(make_scene: MakeScene, strength: int) -> None:
    scene = make_scene("#@z#")
    assert scene.world.publish(TakeDamage(scene["@"], scene["z"], strength)).dealt == 1


def test_healing_stops_at_maximum_hit_points(make_scene: MakeScene) -> None:
    scene = make_scene("#@#", you={"Health": {"hp": 35}})
    you, world = scene["@"], scene.world
    assert world.publish(Heal(you, you, 15)).gained == 5
    assert world.publish(Heal(you, you, 15)).reason == "full"
    assert you[Health].hp == 40


STORES: Final[dict[type[Gain], Callable[[Entity], int]]] = {
    Heal: lambda body: body[Health].hp,
    Refill: lambda body: body[Health].hp,
    ChangeMana: lambda body: body[Mana].mana,
    Feed: lambda body: body[Stomach].food,
    Mend: lambda body: -body[Wounds].count,
}
HURT: Final[Changes] = {
    "Health": {"hp": 20, "most": 40},
    "Mana": {"mana": 3, "most": 5},
    "Wounds": {"taken": ["leg", "eye"], "most": 5},
    "Stomach": {"starves": False},
}
AMOUNTS: Final = st.integers(-9, 9) | st.integers(-2_000, 2_000)
SOURCES: Final = st.sampled_from(["", "exhaustion"])


@pytest.mark.parametrize("kind", STORES)
@settings(max_examples=25, deadline=None)
@given(gains=st.lists(st.tuples(AMOUNTS, SOURCES), min_size=3, max_size=12))
def test_stores_stay_within_their_limits(kind: type[Gain], gains: list[tuple[int, str]]) -> None:
    scene = Scene("#@#", debug=True, you=HURT)
    me, has = scene["@"], STORES[kind]
    for amount, source in gains:
        before = has(me)
        change = scene.world.publish(kind(me, me, amount, source=source))
        check_stores(scene.world)
        assert change.gained == has(me) - before


@settings(max_examples=25, deadline=None)
@given(harms=st.lists(st.tuples(st.integers(-5, 60), st.booleans(), SOURCES), min_size=3))
def test_harm_keeps_hit_points_within_limits(harms: list[tuple[int, bool, str]]) -> None:
    scene = Scene("#@#", debug=True, you=HURT)
    me = scene["@"]
    for strength, sure, source in harms:
        scene.world.publish(TakeDamage(me, me, strength, sure, source))
        check_stores(scene.world)
        scene.world.publish(Wound(me, me))
        check_stores(scene.world)


def test_corpse_is_named_after_the_dead(make_scene: MakeScene) -> None:
    scene = make_scene("#z@#")
    scene.world.publish(Die(scene["@"], scene["z"]))
    *_, corpse = scene.world
    assert place(corpse) == (1, 0)
    assert corpse[Title].name == "zombie corpse"
    assert all(part in corpse for part in (Edible, Perishable, Look, Item))
    assert not any(part in corpse for part in (Health, Side))


def test_the_dead_do_not_die_again(make_scene: MakeScene) -> None:
    scene = make_scene("#@z#")
    scene.world.publish(Die(scene["@"], scene["z"]))
    things = len(scene.world)
    assert scene.world.publish(Die(scene["@"], scene["z"])).reason == "gone"
    assert scene.world.publish(TakeDamage(scene["@"], scene["z"])).reason == "gone"
    assert len(scene.world) == things
