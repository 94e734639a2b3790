"""The final escape: the level rises, and the gate is far off."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.ai.wits import Wits, is_asleep
from bidden.components.body.health import Health
from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Peaceful
from bidden.components.run.goals import Hunted
from bidden.events.pursuit import ComeAfter
from bidden.intents import Wait
from bidden.rules.places.pursuit import Pursuit
from bidden.session import Session
from bidden.state import GATE, Gate, Hunter, Levels
from bidden.view import Bond, Ending
from bidden.worldgen.surveying import steps_from
from eventcore import Entity
from eventcore.time import TURN
from tests.bidden.rules.run.runs import bound, last_of_all, only, put_beside, take_the_gate

SERVED = ("divine", "divine", "ancient", "mutated")


def last(seed: int = 1) -> Session:
    """Begin a run next to the last task's goal, with everything on that level known."""
    session = bound("hunt", seed)
    put_beside(session, only(session, Hunted))
    know_all(session)
    return session


def know_all(session: Session) -> None:
    level = session.player[Position].level
    memory = session.player[Memory]
    memory.levels = [*memory.levels[: level - 1], [*rows(session)]]


def rows(session: Session) -> list[str]:
    return session.world.root[Levels].at(session.player[Position].level).rows


def gate_of(session: Session) -> Entity:
    level = session.player[Position].level
    [gate] = [one for one in session.world.having(Gate) if one[Position].level == level]
    return gate


def here(session: Session) -> list[Entity]:
    level = session.player[Position].level
    return [one for one in session.world.having(Wits, Position) if one[Position].level == level]


def bond_of(session: Session) -> Bond:
    bond = session.view().bond
    assert bond is not None
    return bond


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_gate_opens_far_away_and_the_player_learns_where(seed: int) -> None:
    session = last(seed)
    last_of_all(session, *SERVED)
    there, at = gate_of(session)[Position], session.player[Position]
    steps = steps_from(rows(session), (at.x, at.y))
    assert steps[there.x, there.y] * 10 >= 9 * max(steps.values())
    assert session.player[Memory].rows[there.y][there.x] == GATE


def test_uproar_wakes_all_and_ends_peace(snapshot: SnapshotAssertion) -> None:
    session = last()
    quarry = only(session, Hunted)
    one, another, *_ = [who for who in here(session) if who is not quarry]
    for who in (one, another):
        who[Wits].state = "asleep"
        if who in session.world.agenda:
            session.world.agenda.cancel(who)
    session.world.attach(another, Peaceful())
    last_of_all(session, *SERVED)
    assert Peaceful not in another
    for who in (one, another):
        assert not is_asleep(who)
        assert session.world.agenda.due(who) <= session.world.agenda.now + TURN
    assert [line.text for line in session.messages.lines if line.loud] == snapshot


def test_hunters_come_by_the_gate_one_after_the_other() -> None:
    session = last()
    came, turns = list[ComeAfter](), list[int]()
    session.world.observe(ComeAfter, came.append)
    session.world.observe(ComeAfter, lambda _: turns.append(session.world.turn))
    waited = session.world.root[Pursuit].coming
    last_of_all(session, *SERVED)
    assert [event.done for event in came] == [True]
    hunter, gate = came[0].come, gate_of(session)[Position]
    assert hunter is not None
    assert Hunter in hunter
    assert hunter[Position].distance(gate) == 1
    assert waited is not None
    assert not waited.pending
    now = session.world.turn
    while len(came) < 3 and session.world.turn < now + 120:
        session.player[Health].hp = session.player[Health].most
        session.perform(Wait())
    assert [turn - now for turn in turns] == [0, 50, 100]


def test_run_continues_until_the_player_takes_the_last_gate() -> None:
    session = last()
    last_of_all(session, *SERVED)
    assert not session.view().ending
    assert bond_of(session).last_way
    assert take_the_gate(session).done
    assert not bond_of(session).last_way
    assert (session.view().ending, session.player[Position].level) == (Ending.WON, 1)
