"""Lockstep: two simulations in step, and the first thing that is another in the second."""

import pytest

from eventcore.replay import Lockstep, LockstepDivergence
from tests.eventcore.worlds.tally import Add, TallySimulation


class Generous(TallySimulation):
    """Its third addition comes to one more."""

    def perform(self, intent: Add) -> object:
        if self.world.turn == 2:
            intent = Add(intent.by + 1)
        return super().perform(intent)


def test_twins_of_a_kind_do_not_part() -> None:
    lockstep = Lockstep(TallySimulation(), TallySimulation())
    for by in (3, 99, 4):
        one, other = lockstep.perform(Add(by))
        assert (one.outcome, one.added) == (other.outcome, other.added)
        assert len(set(lockstep.seal(0))) == 1
    assert (lockstep.intents, lockstep.divergence) == (3, None)


def test_the_first_event_that_differs_is_where_they_part() -> None:
    lockstep = Lockstep(TallySimulation(), Generous())
    for by in (3, 1, 4, 1):
        lockstep.perform(Add(by))
    assert lockstep.divergence == LockstepDivergence(3, 2, "Count #3", "added", (9, 10))


def test_a_muted_handler_shows_where_it_would_have_spoken() -> None:
    lockstep = Lockstep(TallySimulation(), TallySimulation(mute=["Tally.stop_at_a_hundred"]))
    for by in (3, 99):
        lockstep.perform(Add(by))
    assert lockstep.divergence == LockstepDivergence(
        2, 1, "Count #2", "outcome", ("failed", "done")
    )


def test_another_seed_parts_with_the_first_draw() -> None:
    lockstep = Lockstep(TallySimulation(7), TallySimulation(8))
    lockstep.perform(Add(1))
    assert lockstep.divergence is not None
    assert (lockstep.divergence.intents, lockstep.divergence.field) == (1, "added")


def test_what_no_event_shows_the_digest_does() -> None:
    lockstep = Lockstep(TallySimulation(), TallySimulation())
    lockstep.other.world.stream("luck").below(10)
    lockstep.seal(0)
    assert lockstep.divergence is not None
    assert (lockstep.divergence.intents, lockstep.divergence.event, lockstep.divergence.field) == (
        0, "", "digest",
    )  # fmt: skip


def test_once_they_have_parted_neither_is_listened_to() -> None:
    by_digest = Lockstep(TallySimulation(), TallySimulation())
    by_digest.other.world.stream("luck").below(10)
    by_digest.seal(0)
    by_event = Lockstep(TallySimulation(7), TallySimulation(8))
    for lockstep in (by_digest, by_event):
        lockstep.perform(Add(1))
        parted = lockstep.divergence
        lockstep.perform(Add(1))
        lockstep.seal(0)
        assert lockstep.divergence is parted is not None
        assert [len(log.take()) for log in lockstep._logs] == [0, 0]


def test_what_the_second_raises_is_kept_and_it_is_given_no_more() -> None:
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


def test_what_the_first_raised_is_raised_again_and_parts_nothing() -> None:
    lockstep = Lockstep(TallySimulation(), TallySimulation())
    lockstep.perform(Add(3))
    for by in (13, 1, 1):
        with pytest.raises(ZeroDivisionError):
            lockstep.perform(Add(by))
    assert (lockstep.intents, lockstep.divergence) == (1, None)
