"""A trap affects any creature that steps on it."""

from bidden import intents
from bidden.events.combat import Die
from eventcore.time import Timers
from tests.bidden.doing import lay_trap
from tests.bidden.scenes import STOUT, MakeSession, creature, hp, observed


def test_step_springs_a_trap(make_session: MakeSession) -> None:
    session = make_session("#@.#", you={"Recovery": None})
    lay_trap(session, "dart trap", 2)
    session.perform(intents.Move(1, 0))
    assert hp(session.player) == 40 - 4 - 1  # damage of the dart and the first turn of its poison
    assert [timer.kind for timer in session.world.root[Timers].of(session.player)] == ["poison"]


def test_fire_trap_burns_everything_nearby_and_disappears(make_session: MakeSession) -> None:
    session = make_session("#@.z#", zombie={**STOUT})
    trap = lay_trap(session, "fire trap", 2)
    session.perform(intents.Move(1, 0))
    assert (hp(session.player), hp(creature(session, 3))) == (28, 18)
    assert not trap.alive


def test_trap_is_credited_with_the_kill(make_session: MakeSession) -> None:
    session = make_session("#@.#", you={"Health": {"hp": 4, "most": 40}, "Wounds": None})
    trap = lay_trap(session, "dart trap", 2)
    deaths = observed(session, Die)
    session.perform(intents.Move(1, 0))
    assert [(die.enactor, die.source) for die in deaths] == [(trap, "dart")]
