"""The creatures that ship with the game: each by its numbers, and by what it does."""

from __future__ import annotations

from collections import Counter

import pytest

from bidden.ai.mind import Mind
from bidden.components.body.health import Health
from bidden.components.body.spores import Spores
from bidden.components.combat.wounding import Wounding
from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.content.catalogue import load_catalogue
from bidden.events.body import Sprout
from bidden.events.combat import Attack, TakeDamage
from bidden.events.effects import what_is
from bidden.events.movement import Arrive, Move, Open
from bidden.events.queries import WhichFoe
from bidden.events.things import PickUp, PutOn
from bidden.events.turns import TakeTurn
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.state import Fighter, Side, name_of
from eventcore import Entity
from eventcore.time import TURN, run
from tests.bidden.scenes import MakeScene, Scene, draws, hp, place

CATALOGUE = load_catalogue(COMPONENTS)


def put(scene: Scene, name: str, x: int, y: int = 0) -> Entity:
    """A creature or thing as it ships, on a scene."""
    one = scene.world.spawn(Position(x, y), *CATALOGUE.make(name))
    scene.world.publish(Arrive(one))
    return one


def turns(scene: Scene, who: Entity, count: int) -> list[tuple[int, int]]:
    spots = []
    for _ in range(count):
        scene.world.publish(TakeTurn(who))
        spots.append(place(who))
    return spots


@pytest.mark.parametrize(
    ("name", "attack", "defence", "most", "radius", "plan"),
    [
        ("zombie", 4, 0, 8, 7, ["hunt", "wander"]),
        ("skeleton", 5, 1, 6, 9, ["hunt", "wander"]),
        ("bat", 2, 0, 3, 7, ["flit", "hunt", "wander"]),
        ("orc", 5, 0, 10, 8, ["hunt", "wear better gear", "quaff unknown", "pick up", "wander"]),
        ("troll", 8, 1, 24, 7, ["hunt", "wander"]),
        (
            "goblin",
            15,
            5,
            66,
            9,
            [
                "shoot",
                "read",
                "throw",
                "hunt",
                "wear better gear",
                "quaff unknown",
                "pick up",
                "wander",
            ],
        ),
        ("fungus", 2, 0, 4, 2, ["lurk", "rest"]),
    ],
)
def test_a_creature_strikes_and_guards_by_its_numbers(
    make_scene: MakeScene,
    name: str,
    attack: int,
    defence: int,
    most: int,
    radius: int,
    plan: list[str],
) -> None:
    scene = make_scene("#@.#")
    one, you, world = put(scene, name, 2), scene["@"], scene.world
    fighter, mind = one[Fighter], one[Mind]
    numbers = (fighter.attack, fighter.defence, one[Health].hp, mind.radius, mind.plan)
    assert numbers == (attack, defence, most, radius, plan)
    assert world.publish(Attack(one, you)).strength == attack - 1  # the player's defence is 1
    assert scene.last(TakeDamage).strength == attack - 1
    assert 1 <= scene.last(TakeDamage).dealt <= attack - 1
    assert world.publish(Attack(you, one)).strength == max(0, 5 - defence)
    assert scene.last(TakeDamage).strength == max(1, 5 - defence)


@pytest.mark.parametrize("name", ["zombie", "skeleton", "orc", "troll", "goblin"])
def test_a_hunter_comes_and_strikes(make_scene: MakeScene, name: str) -> None:
    scene = make_scene("#@....#")
    one = put(scene, name, 5)
    assert turns(scene, one, 4) == [(4, 0), (3, 0), (2, 0), (2, 0)]
    assert scene.kinds[-4:] == ["Move", "Attack", "TakeDamage", "Hit"]
    assert hp(scene["@"]) < 40
    wounds = {"wounds": 1} if Wounding in one else {}
    assert (bool(wounds), draws(scene.world)) == (name == "troll", {"combat": 1} | wounds)


@pytest.mark.parametrize(
    ("name", "opens"),
    [("zombie", False), ("bat", False), ("orc", True), ("troll", True), ("goblin", True)],
)
def test_who_knows_doors_opens_them(make_scene: MakeScene, name: str, opens: bool) -> None:
    scene = make_scene("#@.+..#")
    one = put(scene, name, 4)
    move = scene.world.publish(Move(one, -1, 0))
    assert isinstance(move.replacement, Open) == opens
    assert move.failed != opens
    assert scene.world.ask(WhichFoe(one, 9)).found is (scene["@"] if opens else None)


def test_a_bat_flits_and_bites_all_the_same(make_scene: MakeScene) -> None:
    scene = make_scene(".......\n.......\n...@...\n.......\n.......")
    bat = put(scene, "bat", 6, 2)
    spots = turns(scene, bat, 60)
    assert len({*spots}) > 8  # it does not keep to the straight way
    bites = [event for event in scene.ear.events if isinstance(event, Attack)]
    assert len(bites) > 5
    assert {bite.strength for bite in bites} == {1}


def test_a_goblin_comes_armed_by_lot_and_wears_it() -> None:
    worn: Counter[str] = Counter()
    for seed in range(12):
        session = Session(seed, level="goblins")
        for goblin in (one for one in session.world.having(Pack) if one is not session.player):
            things = goblin[Pack].things
            assert [one for one in things.values() if one.owner] == [*goblin.owned]
            bow = ["arrow"] if name_of(goblin.owned[0]) == "bow" else []
            loose = [name_of(one) for one in things.values() if not one.owner]
            assert loose == [*bow, "rock"]
            worn.update(name_of(thing) for thing in goblin.owned)
            gear = {"dagger": (2, 0), "staff": (2, 1), "sword": (4, 0), "bow": (1, 0)}[
                name_of(goblin.owned[0])
            ]
            suit = {"suit of leather armour": 1, "coat of mail": 2}[name_of(goblin.owned[1])]
            stats = [
                what_is(session.world, goblin, s, n) for s, n in (("attack", 15), ("defence", 5))
            ]
            assert stats == [15 + gear[0], 5 + gear[1] + suit]
    assert {*worn} == {"dagger", "staff", "sword", "bow", "suit of leather armour", "coat of mail"}
    assert worn.total() == 48


def test_a_goblin_drops_what_it_wore(make_scene: MakeScene) -> None:
    session = Session(3, level="goblins")
    goblin = next(one for one in session.world.having(Pack) if one is not session.player)
    things = [*goblin.owned]
    session.world.publish(TakeDamage(session.player, goblin, 66, sure=True))
    assert not goblin.alive
    assert [thing.owner for thing in things] == [None, None]
    assert all(Position in thing for thing in things)


@pytest.mark.parametrize(("name", "attack", "armed"), [("goblin", 15, 19), ("orc", 5, 9)])
def test_creature_with_nobody_to_hunt_arms_itself(
    make_scene: MakeScene, name: str, attack: int, armed: int
) -> None:
    scene = make_scene("#@#......#")
    goblin = put(scene, name, 5)
    sword = put(scene, "sword", 5)
    turns(scene, goblin, 2)
    kinds = [kind for kind in scene.kinds if kind in ("PickUp", "PutOn")]
    assert kinds == ["PickUp", "PutOn"]
    assert scene.last(PickUp).item is sword
    assert scene.last(PutOn).done
    assert scene.world.publish(Attack(goblin, scene["@"])).failed  # too far away
    assert what_is(scene.world, goblin, "attack", attack) == armed


def test_a_goblin_hunts_before_it_gears_up(make_scene: MakeScene) -> None:
    scene = make_scene("#@....#")
    goblin = put(scene, "goblin", 5)
    put(scene, "sword", 5)
    assert turns(scene, goblin, 1) == [(4, 0)]


def test_a_fungus_stays_strikes_who_is_beside_it_and_spreads(make_scene: MakeScene) -> None:
    scene = make_scene("......\n.@....\n......\n......")
    fungus = put(scene, "fungus", 2, 2)
    assert {*turns(scene, fungus, 10)} == {(2, 2)}
    assert hp(scene["@"]) == 40 - sum(
        event.dealt for event in scene.ear.events if isinstance(event, TakeDamage)
    )
    assert Counter(scene.kinds)["Attack"] == 10
    assert fungus[Spores].percent == 4
    for _ in range(300):
        for one in [*scene.world.having(Spores)]:
            scene.world.publish(TakeTurn(one))
        run(scene.world, until=scene.world.agenda.now + TURN, act=scene.world.agenda.delay)
    sprouted = [event for event in scene.ear.events if isinstance(event, Sprout) and event.done]
    assert len(sprouted) == 3
    assert len([*scene.world.having(Spores)]) == 4  # 2 to the power of the 2 it began with


@pytest.mark.parametrize(
    ("side", "names"),
    [
        ("dead", ["zombie", "skeleton"]),
        ("horde", ["orc", "troll", "goblin"]),
        ("beasts", ["bat"]),
        ("growth", ["fungus"]),
    ],
)
def test_they_are_on_the_side_of_their_kind(side: str, names: list[str]) -> None:
    sides = [part.name for n in names for part in CATALOGUE.make(n) if isinstance(part, Side)]
    assert sides == [side] * len(names)
