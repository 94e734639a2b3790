"""Each property passes a healthy simulation, and names what is wrong with one that is not."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventcore import Event, World
from eventcore.dispatch import compile, rules
from eventcore.outcome import CONTINUE, DONE, FAILED, Outcome
from eventcore.replay import Source
from eventcore.testing.properties import (
    check_clones,
    check_living,
    check_replays,
    check_saves,
    check_settles,
    intents,
)
from eventcore.testing.properties.event_rules import EventRules
from eventcore.testing.properties.playthrough import Snapshot, compare_ends, played
from eventcore.testing.properties.strategies import sequences
from tests.eventcore.worlds import faults
from tests.eventcore.worlds.tally import (
    SOURCE,
    Add,
    Count,
    Keeper,
    Leave,
    Left,
    Tally,
    source,
    source_of,
)

Check = Callable[[Source, list[Any]], None]

CHECKS: list[Check] = [check_settles, check_living, check_replays, check_saves, check_clones]
INTENTS = intents(Add, by=st.integers(-5, 12) | st.integers(14, 90)) | intents(Left)
SOME = [Add(3), Add(1), Add(4)]


def resurrect(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the dead act."""

    def done(event: Any) -> None:
        event._outcome = DONE

    monkeypatch.setattr(rules, "fail_for_gone", done)
    monkeypatch.setitem(compile._KNOWN, "gone", done)


def drifting(what: str) -> str:
    """What is said where two plays differ."""
    return (
        f"two plays of the same intents differ already: {what}; some handler draws outside the "
        "world's streams, or keeps state outside it"
    )


def refused(check: Check, source: Source, performed: list[Any]) -> str:
    with pytest.raises(AssertionError) as caught:
        check(source, performed)
    return re.sub(r"\b\d{9,}\b", "N", str(caught.value))


@pytest.mark.parametrize("check", CHECKS)
@settings(max_examples=30, deadline=None)
@given(performed=sequences(INTENTS, max_size=10))
def test_all_that_a_healthy_simulation_performs_passes(check: Check, performed: list[Any]) -> None:
    check(SOURCE, performed)


@pytest.mark.parametrize(
    ("fighter", "message"),
    [
        (faults.Addressed, "intent 1, Add(by=3), on turn 0: Count #1: added N played"),
        (faults.Gambler, "intent 1, Add(by=3), on turn 0: Count #1: added N played"),
        (
            faults.Silent,
            "after intent 1, Add(by=3), on turn 0: entities[2].Silent.total N played",
        ),
    ],
)
@pytest.mark.parametrize("check", [check_replays, check_saves, check_clones])
def test_what_does_not_follow_from_the_intents_is_blamed_on_nothing_else(
    check: Check, fighter: Any, message: str
) -> None:
    assert refused(check, source_of(fighter), SOME) == drifting(f"{message}, N played again")


def test_state_that_handlers_keep_elsewhere_makes_two_plays_differ() -> None:
    assert refused(check_replays, source_of(faults.recalling(faults.hoard)), SOME) == drifting(
        "intent 1, Add(by=3), on turn 0: Count #1: added 1 played, 5 played again"
    )
    assert refused(check_clones, source_of(faults.recalling(faults.hoard)), SOME).startswith(
        "two plays of the"
    )


def test_an_error_that_is_raised_in_one_play_only_is_told_of() -> None:
    assert refused(check_saves, source_of(faults.recalling(faults.wear_out)), SOME) == drifting(
        "intent 1, Add(by=3), on turn 0, played again: raised ZeroDivisionError: worn (while "
        "dispatching Count #1 of Entity(2) in Recalling.add (APPLY 700); cascade: Count #1)"
    )


def test_what_is_recorded_as_something_else_replays_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "tests.eventcore.worlds.tally.TallySimulation.encode",
        lambda self, intent: ("Add", 1, Add(intent.by + 1)),
    )
    assert refused(check_replays, SOURCE, SOME) == (
        "intent 1, Add(by=3), on turn 0: Count #1: added 8 played, 9 replayed"
    )


def test_what_cannot_be_recorded_does_not_replay() -> None:
    said = refused(check_replays, SOURCE, [Add("3")])  # type: ignore[arg-type]  # on purpose
    assert said.startswith("intent 1, Add(by='3'), on turn 0: raised TypeError: ")


def test_an_intent_that_is_recorded_as_nothing_known_does_not_replay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "tests.eventcore.worlds.tally.TallySimulation.encode", lambda self, intent: ("Sit", 1, {})
    )
    assert refused(check_replays, SOURCE, SOME) == (
        "intent 1, Add(by=3), on turn 0: it cannot be recorded: there is no Sit of version 1"
    )


def test_what_a_handler_raises_is_told_with_the_intent() -> None:
    assert refused(check_settles, source_of(faults.Brittle), [Add(1), Add(7), Add(1)]) == (
        "intent 2, Add(by=7), on turn 1: raised ZeroDivisionError: seven (while dispatching "
        "Count #2 of Entity(2) in Brittle.add (APPLY 700); cascade: Count #2)"
    )


def test_an_error_that_another_handler_catches_leaves_an_event_unsettled() -> None:
    assert refused(check_settles, source_of(faults.Hushing), SOME) == (
        "intent 1, Add(by=3), on turn 0: Ache #2 was published and never settled: "
        "a handler raised, another caught it"
    )


def test_an_event_returned_that_has_not_settled_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tests.eventcore.worlds.tally.TallySimulation.perform",
        lambda simulation, intent: Count(simulation.keeper, 1),
    )
    assert refused(check_settles, SOURCE, SOME) == (
        "intent 1, Add(by=3), on turn 0: <Count continue enactor=Entity(2), by=1, added=0> "
        "was returned, and has not settled"
    )


def test_somebody_gone_who_acts_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    performed = [Add(1), Left(), Add(2)]
    check_living(SOURCE, performed)
    resurrect(monkeypatch)
    assert refused(check_living, SOURCE, performed) == (
        "intent 3, Add(by=2), on turn 2: Count #3 is done, and Entity(2, gone) was dead"
    )


def test_a_game_says_itself_who_is_dead() -> None:
    def check(source: Source, performed: list[Any]) -> None:
        check_living(source, performed, alive=lambda who: who.alive and who[Tally].total < 90)

    check(SOURCE, [Add(5), Add(90)])
    assert refused(check, SOURCE, [Add(90), Add(3)]) == (
        "intent 2, Add(by=3), on turn 1: Count #2 is done, and Entity(2) was dead"
    )


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            source_of(faults.Forgetful),
            "intent 2, Add(by=1), on turn 1: Count #2: added 2 played, 1 saved and loaded",
        ),
        (
            source(faults.Losing),
            "before intent 2, Add(by=1), on turn 1: "
            "entities[2].Tally.marks 1 long saved, 0 long loaded",
        ),
        (
            source(faults.Undigested),
            "before intent 2, Add(by=1), on turn 1: digest ['2c5'] saved, [''] loaded, "
            "and the saves show no difference",
        ),
        (
            source(faults.Refusing),
            "before intent 1, Add(by=3), on turn 0: what was saved cannot be loaded: not today",
        ),
    ],
)
def test_state_that_is_lost_in_saving_is_found(source: Source, message: str) -> None:
    said = refused(check_saves, source, SOME)
    assert re.sub(r"\['[0-9a-f]{16}'.*?\] saved", "['2c5'] saved", said) == message


def test_a_clone_that_shares_a_list_with_the_original_is_found() -> None:
    assert refused(check_clones, faults.sharing(), SOME) == (
        "before intent 1, Add(by=3), on turn 0: "
        "entities[2].Tally.marks 0 long before, 3 long after a clone was played on"
    )


def test_a_refusal_that_says_nothing_is_found() -> None:
    assert refused(check_settles, source_of(faults.Mute), SOME) == (
        "intent 2, Add(by=1), on turn 1: Count #2 is failed, reason ''"
    )


def watched(*hooks: tuple[str, int], outcome: Outcome = DONE, reason: str | None = None) -> str:
    """What a watch says that is told of these hooks, of events of these numbers."""
    simulation = SOURCE.begin()
    watch = EventRules(World(components=[]))
    events: dict[int, Event] = {}
    for hook, number in hooks:
        made = events.setdefault(number, Leave(simulation.world.root[Keeper].who))
        made._sequence, made._outcome = number, outcome
        if reason is not None:
            made._reason = reason
        getattr(watch, hook)(made)
    with pytest.raises(AssertionError) as caught:
        watch.check_settled("here")
    return str(caught.value)


def test_events_settle_once_in_their_turn_and_with_an_outcome() -> None:
    left = "was published and never settled: a handler raised, another caught it"
    begun, over = ("published", 1), ("settled", 1)
    inner = ("published", 2), ("settled", 2)
    assert watched(begun, over, over) == "here: Leave #1 settled, and was not under way"
    assert watched(begun, inner[0], over) == f"here: Leave #2 {left}"
    assert watched(begun) == f"here: Leave #1 {left}"
    assert watched(*inner, begun, over) == "here: Leave #1 comes after event #2"
    assert watched(begun, over, outcome=CONTINUE) == "here: Leave #1 ended with no outcome"
    assert watched(begun, over, outcome=FAILED) == "here: Leave #1 is failed, reason None"
    assert watched(begun, over, reason="wall") == "here: Leave #1 is done, reason 'wall'"


def test_a_draw_that_is_not_repeated_is_named() -> None:
    assert refused(check_replays, source_of(faults.recalling(faults.waste)), SOME[:2]) == drifting(
        "after intent 1, Add(by=3), on turn 0: streams.luck[0] 7 played, 9 played again"
    )


def test_what_the_next_intent_would_meet_is_compared_at_the_end_too() -> None:
    source = SOURCE
    one, other = (played(source, SOME[:number]) for number in (1, 2))
    with pytest.raises(AssertionError) as caught:
        compare_ends(one, other, ("one", "other"))
    assert str(caught.value) == "after the last intent: turn 1 one, 2 other"


def test_an_event_that_only_one_run_has_is_counted() -> None:
    assert refused(check_replays, source_of(faults.recalling(faults.wail)), SOME[:1]) == drifting(
        "intent 1, Add(by=3), on turn 0: events 1 played, 2 played again"
    )


def test_a_simulation_is_saved_after_the_last_intent_too() -> None:
    assert refused(check_saves, source(faults.Losing), SOME[:1]) == (
        "after the last intent: entities[2].Tally.marks 1 long saved, 0 long loaded"
    )


def test_saving_that_changes_what_is_saved_is_found() -> None:
    assert refused(check_saves, source(faults.Meddling), SOME) == (
        "before intent 1, Add(by=3), on turn 0: entities[2].Tally.total 0 before saving, 1 after it"
    )


def test_states_whose_saves_cannot_be_compared_are_told_apart_by_their_digests() -> None:
    said = refused(check_saves, source(faults.Obscure), SOME)
    assert re.sub("[0-9a-f]{16}", "…", said) == (
        "before intent 2, Add(by=1), on turn 1: "
        "state … saved, … loaded, and the saves show no difference"
    )


def test_of_many_places_where_states_differ_three_are_named() -> None:
    one, other = (Snapshot("", [], b'{"a":%d,"b":%d,"c":%d,"d":%d}' % ((n,) * 4)) for n in (1, 2))
    with pytest.raises(AssertionError) as caught:
        one.refuse_difference(other, "here", ("before", "after"))
    assert str(caught.value) == (
        "here: a 1 before, 2 after; b 1 before, 2 after; c 1 before, 2 after; 1 more"
    )
