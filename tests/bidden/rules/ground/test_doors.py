"""The rule of doors in fire: they burn down, and what stood behind them is in view."""

from __future__ import annotations

from bidden import intents
from bidden.components.knowledge.memory import Memory
from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.events.ground import BurnDown, Ignite
from bidden.events.queries import WhichStep
from bidden.rules.ground.ground import Ground
from bidden.session import Session
from bidden.state import Levels
from tests.bidden.rules.ground.acting import at, called, covers, listening, pour, row
from tests.bidden.scenes import Changes, MakeSession

WAIT = intents.Wait()
MINDLESS: Changes = {"Mind": None}


def test_a_wooden_door_burns_for_six_turns_and_leaves_an_open_gap(
    make_session: MakeSession,
) -> None:
    session = make_session("#@...+..z#", zombie=MINDLESS)
    pour(session, "wood", (5, 0))
    ear = listening(session)
    session.world.publish(Ignite(session.player, 1, 5, 0))
    seen = []
    for _ in range(6):
        seen.append((at(session, "fires"), session.view().foes_at))
        session.perform(WAIT)
    assert seen == [({(5, 0): left}, ()) for left in (6, 5, 4, 3, 2, 1)]
    assert [one.done for one in ear.events if isinstance(one, BurnDown)] == [True]
    assert [*session.world.having(Door)] == []
    assert covers(session) == {(5, 0): "ash"}
    assert session.view().foes_at == ((8, 0),)
    assert "The door burns down." in session.told_since(0)


def test_a_door_that_is_seen_to_burn_down_in_the_dark_is_remembered_as_a_gap(
    make_session: MakeSession,
) -> None:
    session = make_session("#@...+..z#", zombie=MINDLESS)
    pour(session, "wood", (5, 0))
    pour(session, "darkness", *row(0, 5, 6))
    session.perform(WAIT)
    session.world.publish(Ignite(session.player, 1, 5, 0))
    known = []
    for _ in range(6):
        known.append(session.player[Memory].rows[0][5])
        session.perform(WAIT)
    assert known == [*"++++++"]
    assert session.player[Memory].rows[0][:6] == "#....."
    assert "The door burns down." in session.told_since(0)


def test_a_door_that_burns_down_out_of_view_is_remembered_as_it_was(
    make_session: MakeSession,
) -> None:
    session = make_session("#.@..+..z#", zombie=MINDLESS, you={"Memory": {"radius": 3}})
    pour(session, "wood", (5, 0))
    session.perform(intents.Move(-1, 0))
    session.world.publish(Ignite(session.player, 1, 5, 0))
    for _ in range(6):
        session.perform(WAIT)
    assert [*session.world.having(Door)] == []
    assert session.player[Memory].rows[0][5] == "+"
    assert "The door burns down." not in session.told_since(0)


def test_who_opens_no_doors_goes_through_the_gap(make_session: MakeSession) -> None:
    session = make_session("#@...+z..#", zombie=MINDLESS)
    pour(session, "wood", (5, 0))
    zombie = called(session, "zombie")
    ways = []
    for _ in range(2):
        ways.append(session.world.ask(WhichStep(zombie, 1, 0)).step)
        session.world.publish(Ignite(session.player, 1, 5, 0))
        for _ in range(6):
            session.perform(WAIT)
    assert ways == [None, (-1, 0)]


def test_a_door_catches_fire_from_what_burns_before_it(make_session: MakeSession) -> None:
    burnt = 0
    for seed in range(30):
        session = make_session("#@...+..z#", seed=seed, zombie=MINDLESS)
        pour(session, "wood", (5, 0))
        pour(session, "oil", (4, 0))
        session.world.publish(Ignite(session.player, 1, 4, 0))
        session.perform(WAIT)
        burnt += (5, 0) in at(session, "fires")
    assert 9 <= burnt <= 21  # 50 % of 30 are 15


def test_what_burns_elsewhere_leaves_doors_alone(make_session: MakeSession) -> None:
    session = make_session("#@...+..z#", zombie=MINDLESS)
    pour(session, "oil", *row(0, 3, 4))
    session.world.publish(Ignite(session.player, 1, 4, 0))
    for _ in range(7):
        session.perform(WAIT)
    assert len([*session.world.having(Door)]) == 1


def test_the_doors_of_built_places_are_of_wood_but_locked_and_secret_ones() -> None:
    wooden = 0
    for place in ("ruin", "slum", "temple", "tower"):
        session = Session(3, level=place)
        world = session.world
        wood = {
            tile for tile, one in world.root[Ground].on("covers", 1).items() if one.kind == "wood"
        }
        doors = {(one[Position].x, one[Position].y) for one in world.having(Door)}
        assert wood <= doors
        assert not any(world.root[Levels].at(1).is_wall(*tile) for tile in wood)
        wooden += len(wood)
    assert wooden > 3
