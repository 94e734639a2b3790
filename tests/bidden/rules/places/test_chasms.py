"""Chasms: creatures that cannot fly fall to the level below."""

from __future__ import annotations

from bidden import intents
from bidden.events.combat import TakeDamage
from bidden.events.movement import Displace
from bidden.events.places import Fall
from eventcore.time import Freeze
from tests.bidden.rules.ground.acting import called
from tests.bidden.scenes import MINDLESS, Ear, MakeLevels, hp, map_of, wait, where

EAST, WEST = intents.Move(1, 0), intents.Move(-1, 0)


def test_step_over_a_chasm_edge_lands_the_player_on_the_tile_below(make_levels: MakeLevels) -> None:
    session, ear = make_levels("#@:.>#", "#...<z#", zombie=MINDLESS), Ear()
    session.world.tap(ear)
    assert session.perform(EAST).done
    assert where(session.player) == (2, 0, 2)
    (fall,) = ear.of(Fall)
    assert (fall.x, fall.y, fall.from_level, fall.to_level) == (2, 0, 1, 2)
    (harm,) = ear.of(TakeDamage)
    assert (harm.strength, harm.source, harm.cause) == (8, "a fall", fall)
    assert 1 <= harm.dealt <= 8
    assert f"The fall hurts you for {harm.dealt}." in [it.text for it in session.view().lines]
    assert hp(session.player) == 40 - harm.dealt
    assert map_of(session.view()) == "#.@.<z#"


def test_fall_ends_on_the_nearest_free_tile(make_levels: MakeLevels) -> None:
    session = make_levels("#@:.>#", "#.z.<.#", zombie=MINDLESS)
    session.perform(EAST)
    assert where(session.player) in [(1, 0, 2), (3, 0, 2)]


def test_only_flyers_cross_a_chasm(make_levels: MakeLevels) -> None:
    below = "#......<.#"
    walker = make_levels("#z:...>@#", below)
    wait(walker, 6)
    assert where(called(walker, "zombie")) == (1, 0, 1)
    flyer = make_levels("#z:...>@#", below, zombie={"Flying": {}})
    wait(flyer, 3)
    assert where(called(flyer, "zombie"))[0] > 2


def test_creature_that_falls_to_another_level_is_frozen_there(make_levels: MakeLevels) -> None:
    session, ear = make_levels("#@.z:>#", "#......<#", zombie=MINDLESS), Ear()
    session.world.tap(ear)
    zombie = called(session, "zombie")
    session.world.publish(Displace(session.player, zombie, 4, 0, 1))
    assert where(zombie) == (4, 0, 2)
    assert session.world.agenda.frozen(zombie)
    assert [event.target for event in ear.events if isinstance(event, Freeze)] == [zombie]
