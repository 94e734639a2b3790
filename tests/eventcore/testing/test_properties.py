"""Each property passes a healthy simulation, and names what is wrong with one that is not."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any, Literal

import attrs
import msgspec
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from eventcore import DONE, Event, World, protocol
from eventcore.replay import Source
from eventcore.testing.properties import (
    SimulationMachine,
    check_clones,
    check_living,
    check_replays,
    check_saves,
    check_settles,
    intents,
    sequences,
)
from eventcore.testing.properties.watching import Watch
from tests.eventcore.testing import faults
from tests.eventcore.testing.arena import Fighter, Hero, Leave, Left, Poke, Poked, source_of

Check = Callable[[Source, list[Any]], None]

CHECKS: list[Check] = [check_settles, check_living, check_replays, check_saves, check_clones]
INTENTS = intents(Poked, by=st.integers(-5, 90)) | intents(Left)
FEW = intents(Poked, by=st.integers(1, 9))
SOME = [Poked(3), Poked(1), Poked(4)]


def resurrect(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the dead act."""
    monkeypatch.setattr(protocol, "fail_for_gone", lambda event: setattr(event, "_outcome", DONE))


def refused(check: Check, source: Source, performed: list[Any]) -> str:
    with pytest.raises(AssertionError) as caught:
        check(source, performed)
    return re.sub(r"\b\d{9,}\b", "N", str(caught.value))


@pytest.mark.parametrize("check", CHECKS)
@settings(max_examples=30, deadline=None)
@given(performed=sequences(INTENTS, max_size=10))
def test_all_that_a_healthy_simulation_performs_passes(check: Check, performed: list[Any]) -> None:
    check(source_of(), performed)


@pytest.mark.parametrize(
    ("fighter", "message"),
    [
        (faults.Addressed, "intent 1, Poked(by=3), on turn 0: Poke #1: added N played, N replayed"),
        (faults.Gambler, "intent 1, Poked(by=3), on turn 0: Poke #1: added N played, N replayed"),
        (
            faults.Silent,
            "after the last intent: entities[2].Silent.total N played, N replayed",
        ),
        (faults.hoarder(), "intent 1, Poked(by=3), on turn 0: Poke #1: added 1 played, 4 replayed"),
    ],
)
def test_what_does_not_follow_from_the_intents_replays_otherwise(
    fighter: Any, message: str
) -> None:
    assert refused(check_replays, source_of(fighter), SOME) == message


def test_what_cannot_be_recorded_does_not_replay() -> None:
    said = refused(check_replays, source_of(), [Poked("3")])  # type: ignore[arg-type]  # on purpose
    assert said.startswith("intent 1, Poked(by='3'), on turn 0: raised TypeError: ")


def test_an_intent_that_is_recorded_as_nothing_known_does_not_replay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "tests.eventcore.testing.arena.Arena.encode", lambda self, intent: ("Sit", 1, {})
    )
    assert refused(check_replays, source_of(), SOME) == (
        "intent 1, Poked(by=3), on turn 0: it cannot be recorded: 'Sit'"
    )


def test_what_a_handler_raises_is_told_with_the_intent() -> None:
    assert refused(check_settles, source_of(faults.Brittle), [Poked(1), Poked(7), Poked(1)]) == (
        "intent 2, Poked(by=7), on turn 1: raised ZeroDivisionError: seven (while dispatching "
        "Poke #2 of Entity(2) in Brittle.add (APPLY 700); cascade: Poke #2)"
    )


def test_an_error_that_another_handler_catches_leaves_an_event_unsettled() -> None:
    assert refused(check_settles, source_of(faults.Hushing), SOME) == (
        "intent 1, Poked(by=3), on turn 0: Ache #2 was published and never settled: "
        "a handler raised, another caught it"
    )


def test_an_event_returned_that_has_not_settled_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tests.eventcore.testing.arena.Arena.perform", lambda arena, intent: Poke(arena.hero, 1)
    )
    assert refused(check_settles, source_of(), SOME) == (
        "intent 1, Poked(by=3), on turn 0: <Poke continue enactor=Entity(2), by=1, added=0> "
        "was returned, and has not settled"
    )


def test_somebody_gone_who_acts_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    performed = [Poked(1), Left(), Poked(2)]
    check_living(source_of(), performed)
    resurrect(monkeypatch)
    assert refused(check_living, source_of(), performed) == (
        "intent 3, Poked(by=2), on turn 2: Poke #3 is done, and Entity(2, gone) was dead"
    )


def test_a_game_says_itself_who_is_dead() -> None:
    def check(source: Source, performed: list[Any]) -> None:
        check_living(source, performed, alive=lambda who: who.alive and who[Fighter].total < 90)

    check(source_of(), [Poked(5), Poked(90)])
    assert refused(check, source_of(), [Poked(90), Poked(3)]) == (
        "intent 2, Poked(by=3), on turn 1: Poke #2 is done, and Entity(2) was dead"
    )


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            source_of(faults.Forgetful),
            "intent 2, Poked(by=1), on turn 1: Poke #2: added 2 played, 1 saved and loaded",
        ),
        (
            faults.losing(),
            "before intent 2, Poked(by=1), on turn 1: "
            "entities[2].Fighter.marks 1 long saved, 0 long loaded",
        ),
        (
            faults.undigested(),
            "before intent 2, Poked(by=1), on turn 1: digest ['2c5'] saved, [''] loaded, "
            "and the saves show no difference",
        ),
        (
            faults.refusing(),
            "before intent 1, Poked(by=3), on turn 0: what was saved cannot be loaded: not today",
        ),
    ],
)
def test_state_that_is_lost_in_saving_is_found(source: Source, message: str) -> None:
    said = refused(check_saves, source, SOME)
    assert re.sub(r"\['[0-9a-f]{16}'.*?\] saved", "['2c5'] saved", said) == message


def test_a_clone_that_shares_a_list_with_the_original_is_found() -> None:
    assert refused(check_clones, faults.sharing(), SOME) == (
        "before intent 1, Poked(by=3), on turn 0: "
        "entities[2].Fighter.marks 0 long before, 3 long after a clone was played on"
    )


def test_state_that_clones_share_and_no_save_shows_is_found() -> None:
    said = refused(check_clones, source_of(faults.hoarder()), SOME)
    assert said == "intent 1, Poked(by=3), on turn 0: Poke #1: added 1 alone, 7 beside clones"


def broken_watch(*hooks: tuple[str, int]) -> str:
    """What a watch says that is told of hooks on events of these numbers in this order."""
    arena = source_of().begin()
    watch = Watch(World(components=[]))
    events: dict[int, Event] = {}
    for hook, number in hooks:
        made = events.setdefault(number, Leave(arena.world.root[Hero].who))
        made._sequence = number
        if hook != "settled early":
            made._outcome = DONE
        getattr(watch, hook.split()[0])(made)
    with pytest.raises(AssertionError) as caught:
        watch.check_settled("here")
    return str(caught.value)


def test_events_settle_once_in_their_turn_and_with_an_outcome() -> None:
    published, settled = "published", "settled"
    assert broken_watch((published, 1), (settled, 1), (settled, 1)) == (
        "here: Leave #1 settled, and was not under way"
    )
    assert broken_watch((published, 1), (published, 2), (settled, 1)).startswith(
        "here: Leave #2 was published and never settled"
    )
    assert broken_watch((published, 2), (settled, 2), (published, 1), (settled, 1)) == (
        "here: Leave #1 comes after event #2"
    )


class Steady(SimulationMachine):
    source = source_of()
    intents = INTENTS


TestSteady = Steady.TestCase
TestSteady.settings = settings(max_examples=25, deadline=None)


class Varied(SimulationMachine):
    source = st.builds(source_of)
    intents = INTENTS


TestVaried = Varied.TestCase
TestVaried.settings = settings(max_examples=5, deadline=None)


class Mortal(Steady):
    """Dead as soon as its total passes 80, though in the world still."""

    intents = INTENTS

    def alive(self, entity: Any) -> bool:
        return bool(entity.alive and entity[Fighter].total < 80)


def failure(machine: type[SimulationMachine]) -> BaseException:
    """What a machine fails with."""
    quick = settings(
        max_examples=60,
        deadline=None,
        database=None,
        derandomize=True,
        report_multiple_bugs=False,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    with pytest.raises(AssertionError) as caught:
        run_state_machine_as_test(machine, settings=quick)
    return caught.value


@pytest.mark.parametrize(
    ("given_source", "pattern"),
    [
        (source_of(faults.Gambler), r"Poke #\d+: added \d+ played.*, \d+ replayed"),
        (source_of(faults.Forgetful), r"added \d+ played \(and loaded after .*\), \d+ replayed"),
        (source_of(faults.hoarder()), r"Poke #\d+: added \d+ played.*, \d+ replayed"),
        (source_of(faults.Brittle), r"raised ZeroDivisionError: seven"),
        (source_of(faults.Hushing), r"Ache #2 was published and never settled"),
        (faults.losing(), r"marks \d+ long saved, 0 long loaded"),
    ],
)
def test_the_machine_finds_a_fault_and_notes_the_intents(
    given_source: Source, pattern: str
) -> None:
    class Machine(SimulationMachine):
        source = given_source
        intents = FEW

    found = failure(Machine)
    assert re.search(pattern, str(found))
    assert any(note.startswith("intents = [Poked(by=") for note in found.__notes__)


def test_the_machine_finds_the_dead_acting() -> None:
    found = failure(Mortal)
    assert "was dead" in str(found)


def test_the_machine_finds_a_clone_that_touches_the_original() -> None:
    class Machine(SimulationMachine):
        source = st.builds(faults.sharing)
        intents = FEW

    assert "after a clone was played on" in str(failure(Machine))


class Way(Enum):
    NORTH = "north"
    SOUTH = "south"


@attrs.frozen
class At:
    x: Annotated[int, msgspec.Meta(ge=0, lt=3)]
    y: Annotated[int, msgspec.Meta(gt=20)]


@attrs.frozen
class Cast:
    at: At
    way: Way
    spell: Literal["fire", "ice"]
    words: str
    twice: bool
    power: float
    on: int | None
    more: list[bool]
    pair: tuple[int, str]
    ways: tuple[Way, ...]
    low: Annotated[int, msgspec.Meta(le=-30)]
    plain: Annotated[int, "a note"]
    fixed: int = attrs.field(default=3, init=False)


@given(intents(Cast))
def test_intents_are_drawn_by_their_annotations(cast: Cast) -> None:
    assert 0 <= cast.at.x <= 2
    assert 21 <= cast.at.y <= 39
    assert cast.low in range(-39, -29)
    assert cast.way in Way
    assert cast.spell in ("fire", "ice")
    assert len(cast.words) <= 8
    assert type(cast.twice) is bool
    assert -9 <= cast.power <= 9
    assert cast.on is None or -9 <= cast.on <= 9
    assert len(cast.more) <= 3
    assert [type(part) for part in cast.pair] == [int, str]
    assert isinstance(cast.ways, tuple)
    assert -9 <= cast.plain <= 9


def test_every_class_is_drawn_and_a_field_can_be_told_how() -> None:
    drawn = intents(Poked, Left, by=st.just(70))
    assert find(drawn, lambda intent: isinstance(intent, Left)) == Left()
    assert find(drawn, lambda intent: isinstance(intent, Poked)) == Poked(70)


@attrs.frozen
class Odd:
    what: object


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: intents(), "intents() takes the classes of intents, at least one"),
        (lambda: intents(int), "intents(<class 'int'>): that is no class made by attrs; "
         "draw it by st.builds"),
        (lambda: intents(Poked, Left, on=st.none()),
         "intents(on=…): none of Poked, Left has such a field"),
        (lambda: intents(Odd),
         "Odd.what: nothing is known of <class 'object'>; give a strategy: what=…"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_refused_at_once(draw: Callable[[], Any], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        draw()
    assert str(caught.value) == message


def test_sequences_are_as_long_as_asked() -> None:
    drawn = sequences(INTENTS, min_size=2, max_size=3)
    assert len(find(drawn, lambda performed: len(performed) > 2)) == 3
    assert len(find(drawn, lambda performed: True)) == 2
