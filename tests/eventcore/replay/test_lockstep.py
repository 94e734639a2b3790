"""Lockstep: two simulations get the same intents, and the first difference is named."""

import pytest

from eventcore.replay import Lockstep, LockstepDivergence
from tests.eventcore.worlds.tally import Add, TallySimulation


class Generous(TallySimulation):
    """Its third addition comes to one more."""

    def perform(self, intent: Add) -> object:
        if self.world.turn == 2:
            intent = Add(intent.by + 1)
        return super().perform(intent)


def test_equal_simulations_do_not_part() -> None:
    lockstep = Lockstep(TallySimulation(), TallySimulation())
    for by in (3, 99, 4):
        one, other = lockstep.perform(Add(by))
        assert (one.outcome, one.added) == (other.outcome, other.added)
        assert len(set(lockstep.seal(0))) == 1
    assert (lockstep.intents, lockstep.divergence) == (3, None)


def test_first_event_that_differs_is_named() -> None:
    lockstep = Lockstep(TallySimulation(), Generous())
    for by in (3, 1, 4, 1):
        lockstep.perform(Add(by))
    assert lockstep.divergence == LockstepDivergence(3, 2, "Count #3", "added", (9, 10))


def test_difference_that_no_event_shows_is_in_the_digest() -> None:
    lockstep = Lockstep(TallySimulation(), TallySimulation())
    lockstep.other.world.stream("luck").below(10)
    lockstep.seal(0)
    assert lockstep.divergence is not None
    assert (lockstep.divergence.intents, lockstep.divergence.event, lockstep.divergence.field) == (
        0, "", "digest",
    )  # fmt: skip


def test_first_difference_stays_though_others_follow() -> None:
    lockstep = Lockstep(TallySimulation(7), TallySimulation(8))
    lockstep.perform(Add(1))
    parted = lockstep.divergence
    assert parted is not None
    assert (parted.intents, parted.field) == (1, "added")
    lockstep.perform(Add(1))
    lockstep.seal(0)
    assert lockstep.divergence is parted


def test_second_simulation_that_raised_is_given_no_more() -> None:
    class Frail(TallySimulation):
        def perform(self, intent: Add) -> object:
            raise LookupError("frail")

    lockstep = Lockstep(TallySimulation(), Frail())
    assert lockstep.perform(Add(1))[1] is None
    lockstep.perform(Add(2))
    assert str(lockstep.raised) == "frail"
    assert lockstep.divergence is not None
    assert lockstep.divergence.values == ("Count", None)
    with pytest.raises(ZeroDivisionError):
        lockstep.perform(Add(13))
