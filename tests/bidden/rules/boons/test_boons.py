"""Boons: what each power does."""

from typing import Any

import pytest

from bidden.components.boons.boons import Boons
from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.content.kinds.boon_kinds import BoonLots
from bidden.events.boons import GainUses, SwitchBoon, UseBoon
from bidden.events.combat import Attack
from bidden.rules.boons.having import HavingBoons
from bidden.rules.boons.moving import Leap, Rush, WalkingThrough
from bidden.rules.boons.striking import DoubleBlow, Lash
from bidden.rules.magic.instant_effects import Shoving
from bidden.state import Secret
from tests.bidden.scenes import MakeScene, Scene, catalogue

POWERS = (HavingBoons, DoubleBlow, Lash, Leap, WalkingThrough, Rush)


def carrying(make_scene: MakeScene, drawing: str, *boons: str, uses: int = 3) -> Scene:
    """Create a scene in which the player carries boons."""
    carried: dict[str, Any] = {"carried": [*boons], "uses": [uses] * len(boons)}
    scene = make_scene(drawing, you={"Boons": carried}, zombie={"Health": {"hp": 99, "most": 99}})
    for rule in (Shoving, *POWERS):
        scene.world.attach(scene.world.root, rule())
    scene.world.root[HavingBoons].made_of(catalogue().boons, BoonLots())
    return scene


def use(scene: Scene, dx: int = 1, dy: int = 0) -> UseBoon:
    return scene.world.publish(UseBoon(scene["@"], dx, dy))


def test_strike_boon_attacks_twice_and_throws_the_target_three_tiles(make_scene: MakeScene) -> None:
    scene = carrying(make_scene, "#@z.....#", "strike")
    assert use(scene).done
    assert (scene.kinds.count(Attack.__name__), scene["z"][Position].x) == (2, 5)
    assert scene["@"][Boons].uses == [2]


@pytest.mark.parametrize(
    ("boon", "drawing", "now"),
    [
        ("strike", "#@z.#", "#@.z#"),
        ("lash", "#@....z.#", "#@z.....#"),
        ("leap", "#@z...#", "#.z.@.#"),
        ("leap", "#@::.z.#", "#.::@.z#"),
        ("leap", "#@z.#", "#z.@#"),
        ("pass", "#@##..#", "#.##@.#"),
        ("pass", "#@#..#", "#.#@.#"),
        ("rush", "#@.........#", "#........@.#"),
        ("rush", "#@..z....#", "#......@z#"),
        ("rush", "#@z.#", "#.@z#"),
    ],
)
def test_boon_moves_creatures(boon: str, drawing: str, now: str, make_scene: MakeScene) -> None:
    scene = carrying(make_scene, drawing, boon)
    assert use(scene).done
    assert scene.now == now


@pytest.mark.parametrize(
    ("boon", "drawing", "reason"),
    [
        ("strike", "#@.z#", "nobody there"),
        ("lash", "#@.....z#", "nobody there"),
        ("lash", "#@z..#", "beside"),
        ("leap", "#@.#", "occupied"),
        ("pass", "#@###.#", "wall"),
        ("pass", "#@..#", "no wall"),
        ("rush", "#@#", "wall"),
        ("rush", "#@z#", "occupied"),
    ],
)
def test_useless_boon_is_refused(
    boon: str, drawing: str, reason: str, make_scene: MakeScene
) -> None:
    scene = carrying(make_scene, drawing, boon)
    used = use(scene)
    assert (used.reason, used.cost, scene["@"][Boons].uses) == (reason, 0, [3])


@pytest.mark.parametrize(
    ("boon", "drawing", "now"),
    [
        ("pass", "#@+..#", "#.+@.#"),
        ("pass", "#@#+..#", "#.#+@.#"),
        ("pass", "#@+#..#", "#.+#@.#"),
        ("leap", "#@.+..#", "occupied"),
        ("leap", "#@..+.#", "#..@+.#"),
        ("pass", "#@+##.#", "wall"),
        ("rush", "#@+..#", "wall"),
    ],
)
def test_hidden_door_counts_as_wall(
    boon: str, drawing: str, now: str, make_scene: MakeScene
) -> None:
    scene = carrying(make_scene, drawing, boon)
    (door,) = scene.world.having(Door)
    scene.world.attach(door, Secret())
    walled = carrying(make_scene, drawing.replace("+", "#"), boon)
    used = [use(scene), use(walled)]
    assert used[0].reason == used[1].reason == (None if now.startswith("#") else now)
    if used[0].done:
        assert [scene.now, walled.now] == [now, now.replace("+", "#")]


def test_boon_without_uses_is_refused(make_scene: MakeScene) -> None:
    scene = carrying(make_scene, "#@z.....#", "strike", uses=0)
    assert (use(scene).reason, use(scene).cost) == ("no uses", 0)
    scene.world.publish(GainUses(scene["@"], scene["@"], 2))
    assert use(scene).done
    assert scene["@"][Boons].uses == [1]


def test_switching_takes_no_time(make_scene: MakeScene) -> None:
    carried = {"carried": ["leap", "strike"], "uses": [3, 1], "warps": ["ember", ""]}
    scene = make_scene("#@z..#", you={"Boons": carried})
    boons = scene["@"][Boons]
    switch = scene.world.publish(SwitchBoon(scene["@"]))
    assert (switch.done, switch.cost) == (True, 0)
    assert boons.carried == ["strike", "leap"]
    assert (boons.uses, boons.warps) == ([1, 3], ["", "ember"])


def test_boon_actions_without_boons_are_refused(make_scene: MakeScene) -> None:
    scene = make_scene("#@z..#")
    scene.world.attach(scene.world.root, HavingBoons())
    who = scene["@"]
    events = (UseBoon(who, 1, 0), SwitchBoon(who), GainUses(who, who))
    reasons = [scene.world.publish(event).reason for event in events]
    assert reasons == ["no boon", "no other boon", "no boon"]
