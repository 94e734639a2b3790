"""``bidden replay`` shows a journal on screen, up to the first damaged record."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.intents import Wait
from bidden.recording.folder.files import morgue_path
from bidden.recording.player import JournalPlayer
from bidden.recording.playing import load
from bidden.session import Session
from bidden.view import Ending
from tests.cli.conftest import Command, Show, steady
from tests.cli.forgeries import swap, write


def arrive(show: JournalPlayer) -> None:
    """Move to the player's target, in as many moves as it takes."""
    while show.move_on():
        pass


class Screen:
    """A front end that plays a journal to its end, and remembers what it showed."""

    def __init__(self) -> None:
        self.turns: list[int] = []
        self.length = 0
        self.diverged: list[str] = []

    def replay(self, show: JournalPlayer) -> None:
        arrive(show)
        self.turns.append(show.view().turn)
        while show.position < show.length:
            show.aim(show.position + 1)
            arrive(show)
            self.turns.append(show.view().turn)
            self.diverged.append(show.diverged)
        assert show.position == show.length
        self.length = show.length


@pytest.fixture
def screen(front_end: Show) -> Screen:
    screen = Screen()
    front_end(lambda player: screen.replay(player))
    return screen


@pytest.mark.parametrize("begin", [0, 12])
def test_journal_is_shown_record_by_record_from_the_turn_asked_for(
    bidden: Command, journal: Path, screen: Screen, begin: int
) -> None:
    outcome = bidden("replay", journal, "--turn", begin)
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    assert screen.turns == [*range(begin, 21), 20]
    assert set(screen.diverged) == {""}


def test_torn_journal_is_shown_up_to_its_last_whole_record(
    bidden: Command, journal: Path, screen: Screen, recorded: bytes, snapshot: SnapshotAssertion
) -> None:
    write(journal, recorded[:-10])
    outcome = bidden("replay", journal)
    assert (outcome.code, outcome.out) == (0, "")
    assert outcome.err == snapshot
    assert screen.turns == [*range(21)]


def test_journal_that_diverges_is_shown_with_the_first_difference(
    bidden: Command, journal: Path, screen: Screen, recorded: bytes, snapshot: SnapshotAssertion
) -> None:
    write(journal, swap(recorded, 1, b'"seed":7', b'"seed":8'))
    outcome = bidden("replay", journal)
    assert outcome.code == 1
    assert outcome.err == f"bidden: {journal}: {screen.diverged[0]}\n"
    assert (screen.length, len(set(screen.diverged))) == (21, 1)
    assert steady(screen.diverged[0]) == snapshot


def test_journal_is_shown_up_to_an_intent_that_the_game_does_not_know(
    bidden: Command, journal: Path, screen: Screen, recorded: bytes, snapshot: SnapshotAssertion
) -> None:
    write(journal, swap(recorded, 4, b'"Move"', b'"Fly"'))
    outcome = bidden("replay", journal)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == snapshot
    assert screen.turns == [0, 1, 2, 2]


@pytest.mark.parametrize("dies", [False, True])
def test_game_that_is_taken_over_is_recorded_in_another_journal(
    bidden: Command, journal: Path, front_end: Show, monkeypatch: pytest.MonkeyPatch, dies: bool
) -> None:
    def take_over(show: JournalPlayer) -> None:
        arrive(show)
        show.take_over().perform(Wait())
        if dies:
            monkeypatch.setattr(Session, "ending", Ending.DIED)
            raise LookupError("no such rule")

    front_end(take_over)
    path, before = journal.with_name("game.turn-12-1.jsonl"), journal.read_bytes()
    if dies:
        with pytest.raises(LookupError):
            bidden("replay", journal, "--turn", 12)
    else:
        outcome = bidden("replay", journal, "--turn", 12)
        assert (outcome.code, outcome.err) == (0, "")
        assert outcome.out.endswith(f"bidden play --journal {path}\n")
        assert bidden("verify", path).code == 0
    assert morgue_path(path, Ending.DIED).exists() == dies
    assert load(path).records[-1].type == "close"
    assert journal.read_bytes() == before
