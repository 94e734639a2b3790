"""Warps: how embers and the hollow change each of the six powers."""

from typing import Any

import pytest

from bidden import intents
from bidden.ai.mind import Mind
from bidden.components.body.health import Health
from bidden.components.boons.boons import Boons
from bidden.components.movement.position import Position
from bidden.events.boons import UseBoon, Warp
from bidden.events.combat import Attack, TakeDamage
from bidden.events.effects import what_is
from bidden.events.queries import WhatIsAt, WhichFoe
from bidden.rules.ground.ground import Ground
from bidden.session import Session
from bidden.state import Levels, Side, Title, Unseen
from eventcore import Entity
from eventcore.time import Timers
from tests.bidden.scenes import MakeSession, hp, wait

TOUGH = {"Health": {"hp": 99, "most": 99}}


def carrying(make_session: MakeSession, drawing: str, boon: str, warp: str = "") -> Session:
    """Start a session in which the player carries a boon, warped or not."""
    carried: dict[str, Any] = {"carried": [boon], "uses": [9], "warps": [warp]}
    return make_session(drawing, you={"Boons": carried, **TOUGH}, zombie=TOUGH)


def use(session: Session, dx: int = 1, dy: int = 0) -> UseBoon:
    used = session.world.publish(UseBoon(session.player, dx, dy))
    assert used.done, used.reason
    return used


def foe(session: Session) -> Entity:
    (found,) = [one for one in session.world.having(Mind, Health) if one is not session.player]
    return found


def x_of(who: Entity) -> int:
    return who[Position].x


def lasting(session: Session, who: Entity) -> list[tuple[str, int]]:
    timers = session.world.root[Timers].of(who)
    return [(timer.kind, timer.remaining(session.world.turn)) for timer in timers]


def alight(session: Session) -> list[int]:
    """Return the columns that burn."""
    ground = session.world.root.get(Ground)
    return [] if ground is None else [x for x, _ in ground.on("fires", 1)]


def test_ember_strike_sets_its_target_alight(make_session: MakeSession) -> None:
    session = carrying(make_session, "#@z......#", "strike", "ember")
    use(session)
    assert x_of(foe(session)) == 5
    assert lasting(session, foe(session)) == [("burning", 3)]
    assert alight(session) == [5]


def test_a_hollow_strike_takes_four_hit_points_and_slows(make_session: MakeSession) -> None:
    session = carrying(make_session, "#@z......#", "strike", "hollow")
    player = session.player
    session.world.publish(TakeDamage(player, player, 49, sure=True))
    use(session)
    assert hp(player) == 54
    assert lasting(session, foe(session)) == [("slowness", 8)]
    assert what_is(session.world, foe(session), "speed", 100) == 67


def test_ember_lash_burns_five_tiles_ahead(make_session: MakeSession) -> None:
    session = carrying(make_session, "#@...z...#", "lash", "ember")
    use(session)
    assert (x_of(foe(session)), alight(session)) == (5, [2, 3, 4, 5, 6])
    assert lasting(session, foe(session)) == [("burning", 3)]


def test_hollow_lash_swaps_the_player_with_the_target(make_session: MakeSession) -> None:
    session = carrying(make_session, "#@...z...#", "lash", "hollow")
    use(session)
    assert (x_of(session.player), x_of(foe(session))) == (5, 1)


@pytest.mark.parametrize(
    ("warp", "effect", "upon"),
    [
        ("", "ward", []),
        ("ember", "ember ward", [("burning", 3)]),
        ("hollow", "hollow ward", [("oblivion", 4)]),
    ],
)
def test_ward_reflects_attacks_for_six_turns(
    warp: str, effect: str, upon: list[tuple[str, int]], make_session: MakeSession
) -> None:
    session = carrying(make_session, "#@z......#", "ward", warp)
    use(session, 0, 0)
    assert lasting(session, session.player) == [(effect, 6)]
    session.world.publish(Attack(foe(session), session.player))
    assert hp(session.player) == 99
    assert hp(foe(session)) < 99
    assert lasting(session, foe(session)) == upon


def test_ember_leap_burns_around_the_landing(make_session: MakeSession) -> None:
    session = carrying(make_session, "#@.......#", "leap", "ember")
    use(session)
    assert (x_of(session.player), alight(session)) == (4, [3, 5])


def test_hollow_leap_makes_the_player_unseen_until_the_player_is_hurt(
    make_session: MakeSession,
) -> None:
    session = carrying(make_session, "#@.......z#", "leap", "hollow")
    use(session)
    player = session.player
    assert x_of(player) == 4
    assert session.world.ask(WhichFoe(foe(session), 9)).found is None
    session.perform(intents.Wait())
    assert Unseen in player
    assert session.view().unseen
    session.perform(intents.Search())
    assert Unseen in player
    session.world.publish(TakeDamage(foe(session), player))
    assert Unseen not in player
    assert not session.view().unseen
    assert session.world.ask(WhichFoe(foe(session), 9)).found is player


def test_second_hollow_leap_does_not_report_the_player_as_visible_in_between(
    make_session: MakeSession,
) -> None:
    session = carrying(make_session, "#@..........z#", "leap", "hollow")
    use(session)
    use(session)
    assert session.view().unseen
    session.world.publish(TakeDamage(foe(session), session.player))
    told = [str(line) for line in session.messages.lines if line.tone != "harm"]
    assert told[-2:] == ["Nobody sees where you land. (×2)", "You are visible again."]


def test_ember_pass_melts_the_wall(make_session: MakeSession) -> None:
    session = carrying(make_session, "#@##..#", "pass", "ember")
    use(session)
    assert x_of(session.player) == 4
    assert session.world.root[Levels].at(1).rows == ["#.....#"]
    assert session.perform(intents.Move(-1, 0)).done


def test_a_hollow_pass_leaves_an_image_that_fades(make_session: MakeSession) -> None:
    session = carrying(make_session, "#@##..#", "pass", "hollow")
    use(session)
    (image,) = session.world.ask(WhatIsAt(session.world.root, 1, 0, 1)).found
    assert (image[Title].name, image[Side].name) == ("image", session.player[Side].name)
    wait(session, 14)
    assert image.alive
    wait(session, 2)
    assert not image.alive


def test_ember_rush_leaves_fire_behind(make_session: MakeSession) -> None:
    session = carrying(make_session, "#@...#", "rush", "ember")
    use(session)
    assert (x_of(session.player), alight(session)) == (4, [1, 2, 3])


def test_a_hollow_rush_leaves_darkness_behind(make_session: MakeSession) -> None:
    session = carrying(make_session, "#@...#", "rush", "hollow")
    use(session)
    assert [x for x, _ in session.world.root[Ground].on("darks", 1)] == [1, 2, 3]


def test_new_warp_replaces_the_previous_warp(make_session: MakeSession) -> None:
    session = carrying(make_session, "#@...#", "rush", "hollow")
    player = session.player
    again = session.world.publish(Warp(player, player, "hollow"))
    warp = session.world.publish(Warp(player, player, "ember"))
    assert (again.reason, warp.boon, player[Boons].warps) == ("nothing", "rush", ["ember"])
