"""``bidden replay``: a journal on screen, as far as it is whole."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bidden.intents import Wait
from bidden.recording.folder.files import morgue_path
from bidden.recording.player import JournalPlayer
from bidden.session import Session
from bidden.view import Ending
from tests.cli.conftest import Command, Show
from tests.cli.forgeries import DAMAGED, swap, write

Refusal = Callable[..., str]


def arrive(show: JournalPlayer) -> None:
    """Come to where it aims, however many short whiles that takes."""
    while show.move_on():
        pass


class Screen:
    """A front end that plays a journal to its end and remembers what it showed."""

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


def test_a_journal_is_shown_record_by_record(
    bidden: Command, journal: Path, screen: Screen
) -> None:
    outcome = bidden("replay", journal)
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    assert screen.turns == [*range(21), 20]
    assert set(screen.diverged) == {""}


def test_of_a_torn_journal_what_is_whole_is_shown_and_it_says_so(
    bidden: Command, journal: Path, screen: Screen, recorded: bytes
) -> None:
    write(journal, recorded[:-10])
    outcome = bidden("replay", journal)
    assert (outcome.code, outcome.out) == (0, "")
    assert outcome.err == (
        f"bidden: {journal}: line 22 is torn: the file ends inside it, after 20 whole records; "
        "what is whole is played\n"
    )
    assert screen.turns == [*range(21)]


def test_a_journal_that_goes_another_way_is_shown_with_the_first_difference(
    bidden: Command, journal: Path, screen: Screen, recorded: bytes
) -> None:
    write(journal, swap(recorded, 1, b'"seed":7', b'"seed":8'))
    outcome = bidden("replay", journal)
    assert outcome.code == 1
    assert outcome.err == f"bidden: {journal}: {screen.diverged[0]}\n"
    assert screen.length == 21
    assert len(set(screen.diverged)) == 1
    assert screen.diverged[0].startswith("differs first on turn 0 (line 2): digest ")


def test_up_to_an_intent_the_game_does_not_know_it_is_shown(
    bidden: Command, journal: Path, screen: Screen, recorded: bytes
) -> None:
    write(journal, swap(recorded, 4, b'"Move"', b'"Fly"'))
    outcome = bidden("replay", journal)
    said = f"bidden: {journal}: line 4: there is no intent 'Fly' in this game\n"
    assert (outcome.code, outcome.out, outcome.err) == (2, "", said)
    assert screen.turns == [0, 1, 2, 2]


@pytest.mark.parametrize("kind", DAMAGED)
def test_of_a_damaged_journal_all_before_the_damage_is_shown_and_it_says_so(
    bidden: Command, journal: Path, screen: Screen, recorded: bytes, kind: str
) -> None:
    forge, line = DAMAGED[kind]
    write(journal, forge(recorded))
    outcome = bidden("replay", journal)
    assert (outcome.code, outcome.out) == (0, "")
    assert outcome.err.startswith(f"bidden: {journal}: line {line} is ")
    assert outcome.err.endswith("; what is whole is played\n")
    assert outcome.err.count("\n") == 1
    assert screen.length == line - 2


@pytest.mark.usefixtures("screen")
def test_a_level_that_is_not_there_is_said_of_the_journal_by_name(
    refusal: Refusal, journal: Path, recorded: bytes
) -> None:
    write(journal, swap(recorded, 1, b'"mods":[]', b'"mods":["moon"]'))
    said = f"{journal}: the journal begins on another game's level: "
    assert refusal("replay", journal).startswith(said)


def test_without_a_journal_it_says_what_it_needs(refusal: Refusal) -> None:
    assert "JOURNAL" in refusal("replay")


def test_without_a_terminal_it_points_to_verify(
    refusal: Refusal, journal: Path, recorded: bytes
) -> None:
    said = "there is no terminal to replay in; check a journal with: bidden verify"
    assert refusal("replay", journal) == said
    write(journal, recorded[:-10])
    assert refusal("replay", journal) == said


def test_it_begins_at_the_turn_that_is_asked_for(
    bidden: Command, journal: Path, screen: Screen
) -> None:
    assert bidden("replay", journal, "--turn", 12).code == 0
    assert screen.turns == [*range(12, 21), 20]


@pytest.mark.usefixtures("screen")
def test_a_turn_that_never_comes_is_refused(refusal: Refusal, journal: Path) -> None:
    said = f"--turn 21: {journal} ends on turn 20"
    assert refusal("replay", journal, "--turn", 21) == said


def test_of_a_game_that_was_taken_over_it_is_kept_how_it_went_though_it_was_broken_off(
    bidden: Command, journal: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def take_over(show: JournalPlayer) -> None:
        arrive(show)
        show.take_over().perform(Wait())
        monkeypatch.setattr(Session, "ending", Ending.DIED)
        raise LookupError("no such rule")

    monkeypatch.setattr(screen, "replay", take_over)
    with pytest.raises(LookupError, match="no such rule"):
        bidden("replay", journal, "--turn", 12)
    assert morgue_path(journal.with_name("game.turn-12-1.jsonl"), Ending.DIED).exists()


def test_a_game_that_is_taken_over_is_closed_and_it_is_said_where_it_is(
    bidden: Command, journal: Path, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def take_over(show: JournalPlayer) -> None:
        arrive(show)
        show.take_over().perform(Wait())

    monkeypatch.setattr(screen, "replay", take_over)
    before = journal.read_bytes()
    outcome = bidden("replay", journal, "--turn", 12)
    path = journal.with_name("game.turn-12-1.jsonl")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == f"Recorded in {path}; go on with: bidden play --journal {path}\n"
    assert journal.read_bytes() == before
    assert b'"type":"close"' in path.read_bytes().splitlines()[-1]
    assert bidden("verify", path).code == 0
    assert bidden("verify", journal).code == 0
