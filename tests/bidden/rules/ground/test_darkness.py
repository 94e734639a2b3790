"""The rule of darkness: who is seen where, by whom, and what gives light."""

from __future__ import annotations

import pytest

from bidden import intents
from bidden.ai.mind import Mind
from bidden.ai.wits import Wits
from bidden.components.movement.position import Position
from bidden.components.things.torch import Torch
from bidden.events.ground import Burst, GoOut, Ignite, LightUp
from bidden.events.minds import Rouse
from bidden.events.movement import Displace
from bidden.events.noise import Noise
from bidden.events.places import Spawn
from bidden.events.queries import WhichFoe
from bidden.rules.ground.veils import veils_for
from bidden.session import Session
from eventcore import Entity
from tests.bidden.rules.ground.acting import at, called, covers, ground, listening, pour, row
from tests.bidden.scenes import Changes, MakeSession

EAST, WAIT = intents.Move(1, 0), intents.Wait()
MINDLESS: Changes = {"Mind": None}
LIVING: Changes = {"Mind": None, "Side": {"name": "horde"}}
"""A zombie is of the dead, who see in the dark."""


def made(session: Session, what: str, x: int, y: int = 0) -> Entity:
    one = session.world.publish(Spawn(session.world.root, None, what, x, y, 1)).made
    assert one is not None
    return one


def foe_of(session: Session, who: Entity) -> Entity | None:
    return session.world.ask(WhichFoe(who, 10)).found


def in_hand(session: Session, what: str = "torch") -> Entity:
    """The player takes up such a thing, and wields it."""
    thing = made(session, what, session.player[Position].x, session.player[Position].y)
    session.perform(intents.PickUp(0))
    (slot,) = (held.slot for held in session.view().pack if what in held.name)
    session.perform(intents.PutOn(slot))
    return thing


def test_who_stands_in_the_dark_is_seen_within_three_tiles(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie=LIVING)
    pour(session, "darkness", *row(0, 5, 6, 7, 8))
    assert session.view().foes_at == ()
    seen = []
    for x in (4, 5):
        session.world.publish(Displace(session.player, session.player, x, 0, 1))
        seen.append((session.view().foes_at, foe_of(session, session.player) is not None))
    assert seen == [((), False), (((8, 0),), True)]


def test_in_the_dark_who_stands_in_the_light_is_seen(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie=LIVING)
    pour(session, "darkness", *row(0, 1, 2, 3))
    zombie = called(session, "zombie")
    assert session.view().foes_at == ((8, 0),)
    assert foe_of(session, zombie) is None  # and it does not see who stands in the dark
    session.world.publish(Displace(session.player, session.player, 5, 0, 1))
    assert foe_of(session, zombie) is session.player


@pytest.mark.parametrize("side", ["dead", "ancient"])
def test_some_see_in_the_dark(make_session: MakeSession, side: str) -> None:
    session = make_session("#@......z#", zombie={"Mind": None, "Side": {"name": side}})
    pour(session, "darkness", *row(0, 1, 2, 3))
    assert foe_of(session, called(session, "zombie")) is session.player


def test_the_ground_itself_is_out_of_sight_and_is_not_remembered(
    make_session: MakeSession,
) -> None:
    session = make_session(
        """
        ##########
        #@......z#
        ##########
    """,
        zombie=LIVING,
    )
    dark = make_session(
        """
        ##########
        #@......z#
        ##########
    """,
        zombie=LIVING,
    )
    pour(dark, "darkness", *row(1, 6, 7, 8))
    lit = [
        {x for x, tile in enumerate(game.view().tiles[1]) if tile.lit} for game in (session, dark)
    ]
    assert lit == [{*range(10)}, {*range(6)}]
    # A wall that borders on dark tiles alone is not seen either.
    assert not dark.view().tiles[0][8].lit
    assert dark.view().tiles[0][5].lit


def test_fire_gives_light_four_tiles_far(make_session: MakeSession) -> None:
    session = make_session("#@............z#", zombie=LIVING)
    pour(session, "darkness", *row(0, *range(8, 15)))
    pour(session, "oil", (9, 0))
    session.world.publish(Ignite(session.world.root, 1, 9, 0))
    session.world.publish(Displace(session.player, session.player, 6, 0, 1))
    zombie, seen = called(session, "zombie"), []
    for x in (14, 13):
        session.world.publish(Displace(zombie, zombie, x, 0, 1))
        seen.append(session.view().foes_at)
    assert seen == [(), ((13, 0),)]
    for _ in range(5):
        session.perform(WAIT)
    assert (at(session, "fires"), session.view().foes_at) == ({}, ())


def test_a_shut_door_stops_light(make_session: MakeSession) -> None:
    session = make_session("#@...+..z#", zombie=LIVING)
    pour(session, "darkness", *row(0, 6, 7, 8))
    torch = made(session, "torch", 3)
    session.world.publish(LightUp(session.player, torch))
    (veil,) = veils_for(session.player, 1, session.world)
    assert {(6, 0), (7, 0), (8, 0)} <= veil.tiles
    for _ in range(3):
        session.perform(EAST)
    session.perform(intents.Move(1, 0))
    veils = veils_for(session.player, 1, session.world)
    assert not any({(6, 0), (7, 0)} & veil.tiles for veil in veils)


def test_who_wields_a_torch_sees_and_is_seen(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie=LIVING)
    zombie = called(session, "zombie")
    pour(session, "darkness", *row(0, *range(1, 9)))
    assert foe_of(session, zombie) is None
    torch = in_hand(session)
    assert torch[Torch].lit
    assert foe_of(session, zombie) is session.player
    assert session.view().foes_at == ()  # seven tiles away, and it shines for six
    session.perform(EAST)
    assert session.view().foes_at == ((8, 0),)
    session.perform(intents.TakeOff("a"))
    assert (torch[Torch].lit, foe_of(session, zombie)) == (False, None)


def test_a_torch_that_is_thrown_burns_on_and_sets_grass_alight(make_session: MakeSession) -> None:
    session = make_session("#@.......#z#", zombie=LIVING)
    pour(session, "tall grass", (8, 0))
    torch = in_hand(session)
    session.perform(intents.Throw("a", 8, 0))
    assert torch[Torch].lit
    (fire,) = ground(session).on("fires", 1).values()
    assert fire.by is session.player


def test_water_puts_a_torch_out_and_lets_none_be_lit(make_session: MakeSession) -> None:
    session = make_session("#@.....#z#", zombie=LIVING)
    pour(session, "deep water", (2, 0))
    torch = in_hand(session)
    ear = listening(session)
    session.perform(EAST)
    assert not torch[Torch].lit
    assert [type(one).__name__ for one in ear.events if isinstance(one, GoOut)] == ["GoOut"]
    assert "The torch goes out." in session.told_since(0)
    session.perform(intents.TakeOff("a"))
    session.perform(intents.PutOn("a"))
    assert not torch[Torch].lit
    session.perform(EAST)
    session.perform(intents.TakeOff("a"))
    session.perform(intents.PutOn("a"))
    assert torch[Torch].lit
    session.perform(intents.Throw("a", 6, 0))
    assert torch[Torch].lit
    pour(session, "deep water", (torch[Position].x, 0))
    assert not torch[Torch].lit


def test_gas_bursts_at_a_torch(make_session: MakeSession) -> None:
    session = make_session("#@.....#z#", zombie=LIVING)
    in_hand(session)
    pour(session, "marsh gas", (2, 0), amount=1)
    ear = listening(session)
    session.perform(EAST)
    (burst,) = (one for one in ear.events if isinstance(one, Burst))
    assert burst.enactor is session.player
    pour(session, "marsh gas", (3, 0), amount=9)
    session.perform(WAIT)  # it drifts to where the torch is
    assert len([one for one in ear.events if isinstance(one, Burst)]) == 2


def test_noise_counts_in_the_dark(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie={"Wits": {}, "Side": {"name": "horde"}})
    pour(session, "darkness", *row(0, *range(1, 9)))
    zombie = called(session, "zombie")
    ear = listening(session)
    for _ in range(3):
        session.perform(WAIT)
    assert zombie[Mind].goal is None
    session.world.publish(Noise(session.player, 1, 0, 1, 9, "a noise"))
    assert [one.done for one in ear.events if isinstance(one, Rouse)] == [True]
    assert zombie[Mind].goal == (1, 0)


def test_nobody_asks_on_a_level_without_dark_tiles(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie=LIVING)
    pour(session, "tall grass", *row(0, 3, 4))
    assert veils_for(session.player, 1, session.world) == ()
    pour(session, "darkness", (6, 0))
    assert [veil.name for veil in veils_for(session.player, 1, session.world)] == ["darkness"]


def test_the_dark_covers_nothing_and_puts_nothing_out(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie=LIVING)
    pour(session, "tall grass", *row(0, 6, 7))
    session.world.publish(Ignite(session.world.root, 1, 6, 0))
    pour(session, "darkness", *row(0, 6, 7))
    assert (covers(session), [*at(session, "fires")]) == (
        {(6, 0): "tall grass", (7, 0): "tall grass"},
        [(6, 0)],
    )


def test_a_shot_into_the_dark_has_nobody_to_hit(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie=LIVING)
    in_hand(session, "bow")
    session.world.publish(Spawn(session.player, session.player, "arrow"))
    pour(session, "darkness", *row(0, 7, 8))
    assert session.perform(intents.Shoot(8, 0)).reason == "out of sight"
    pour(session, "oil", (6, 0))
    session.world.publish(Ignite(session.world.root, 1, 6, 0))
    assert session.perform(intents.Shoot(8, 0)).done


def test_things_in_the_dark_are_neither_seen_nor_remembered(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie=LIVING)
    pour(session, "darkness", *row(0, 6, 7, 8))
    made(session, "rock", 7)
    assert session.view().things_at == ()
    for _ in range(3):
        session.perform(EAST)
    assert session.view().things_at == ((7, 0),)


def test_a_step_in_the_dark_wakes_nobody_but_a_torch_does(make_session: MakeSession) -> None:
    sleeper: Changes = {
        "Wits": {"asleep": 100, "wakes": 100},
        "Side": {"name": "horde"},
        "Mind": {"radius": 12},
    }
    states = []
    for torch in (False, True):
        session = make_session("#@.....z#", zombie=sleeper)
        pour(session, "darkness", *row(0, *range(1, 8)))
        if torch:
            in_hand(session)
        session.perform(EAST)
        states.append(called(session, "zombie")[Wits].state)
    assert states == ["asleep", "hunting"]
