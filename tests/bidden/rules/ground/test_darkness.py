"""Darkness hides creatures; fire and torches light them."""

from __future__ import annotations

from bidden import intents
from bidden.ai.wits import Wits
from bidden.components.movement.position import Position
from bidden.components.things.torch import Torch
from bidden.events.ground import GoOut, Ignite
from bidden.events.movement import Displace
from bidden.events.queries import WhichFoe
from bidden.session import Session
from eventcore import Entity
from tests.bidden.rules.ground.acting import at, called, pour, row
from tests.bidden.scenes import Changes, MakeSession, listening, wait
from tests.bidden.tricksters import put

EAST, WAIT = intents.Move(1, 0), intents.Wait()
LIVING: Changes = {"Mind": None, "Side": {"name": "horde"}}
"""Changes for a zombie: the undead see in the dark, so change its side."""


def foe_of(session: Session, who: Entity) -> Entity | None:
    return session.world.ask(WhichFoe(who, 10)).found


def in_hand(session: Session, what: str = "torch") -> Entity:
    """Give the player an item, and wield it."""
    thing = put(session, what, session.player[Position].x, session.player[Position].y)
    session.perform(intents.PickUp(0))
    (slot,) = (held.slot for held in session.view().pack if what in held.name)
    session.perform(intents.PutOn(slot))
    return thing


def test_dark_hides_beyond_three_tiles(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie=LIVING)
    pour(session, "darkness", *row(0, 5, 6, 7, 8))
    assert session.view().foes_at == ()
    seen = []
    for x in (4, 5):
        session.world.publish(Displace(session.player, session.player, x, 0, 1))
        seen.append((session.view().foes_at, foe_of(session, session.player) is not None))
    assert seen == [((), False), (((8, 0),), True)]


def test_lit_creature_is_seen_from_the_dark(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie=LIVING)
    pour(session, "darkness", *row(0, 1, 2, 3))
    zombie = called(session, "zombie")
    assert session.view().foes_at == ((8, 0),)
    assert foe_of(session, zombie) is None  # and it cannot see anyone in the dark
    session.world.publish(Displace(session.player, session.player, 5, 0, 1))
    assert foe_of(session, zombie) is session.player


def test_dark_ground_is_not_seen_or_remembered(make_session: MakeSession) -> None:
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
    # A wall that borders only on dark tiles is invisible too.
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
    wait(session, 5)
    assert (at(session, "fires"), session.view().foes_at) == ({}, ())


def test_torch_lights_its_bearer(make_session: MakeSession) -> None:
    session = make_session("#@......z#", zombie=LIVING)
    zombie = called(session, "zombie")
    pour(session, "darkness", *row(0, *range(1, 9)))
    assert foe_of(session, zombie) is None
    torch = in_hand(session)
    assert torch[Torch].lit
    assert foe_of(session, zombie) is session.player
    assert session.view().foes_at == ()  # seven tiles away, but the light reaches six
    session.perform(EAST)
    assert session.view().foes_at == ((8, 0),)
    session.perform(intents.TakeOff("a"))
    assert (torch[Torch].lit, foe_of(session, zombie)) == (False, None)


def test_water_puts_a_torch_out_and_prevents_lighting_it(make_session: MakeSession) -> None:
    session = make_session("#@.....#z#", zombie=LIVING)
    pour(session, "deep water", (2, 0))
    torch = in_hand(session)
    ear = listening(session)
    session.perform(EAST)
    assert not torch[Torch].lit
    assert [type(one).__name__ for one in ear.events if isinstance(one, GoOut)] == ["GoOut"]
    assert session.view().lines[-1].text == "The torch goes out in the water."
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


def test_torch_wakes_creatures_that_a_step_in_the_dark_does_not(make_session: MakeSession) -> None:
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
