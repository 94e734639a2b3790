"""``bidden morgue``, and the file that is saved when a game ends."""

import os
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.cli import terminal
from bidden.recording import playing
from bidden.recording.folder.files import morgue_path
from bidden.recording.folder.morgue import morgue
from bidden.rules.run.deeds import Deeds
from bidden.session import Session
from bidden.view import Ending
from tests.bidden.recorded import give_in
from tests.cli.conftest import Command, steady
from tests.cli.forgeries import swap, write
from tests.golden.catalogue import tire_out


def test_morgue_warns_of_a_torn_or_diverging_journal_and_writes_no_file(
    bidden: Command, journal: Path, recorded: bytes, snapshot: SnapshotAssertion
) -> None:
    write(journal, recorded[:-10])
    torn = bidden("morgue", journal)
    write(journal, swap(recorded, 1, b'"seed":7', b'"seed":8'))
    diverged = bidden("morgue", journal)
    assert (torn.code, diverged.code) == (0, 1)
    assert [torn.err, steady(diverged.err)] == snapshot
    assert os.listdir(journal.parent) == [journal.name]


@pytest.mark.parametrize(
    ("name", "ending", "called"),
    [
        ("mine.jsonl", Ending.DIED, "mine.death.txt"),
        ("mine.jsonl", None, "mine.game.txt"),
        ("mine", Ending.WON, "mine.victory.txt"),
    ],
)
def test_file_is_named_after_the_journal(name: str, ending: Ending | None, called: str) -> None:
    assert morgue_path(Path("games") / name, ending) == Path("games") / called


@pytest.fixture
def lost(tmp_path: Path) -> playing.Play:
    game = playing.begin(1, tmp_path / "lost.jsonl", level="cellar")
    while game.session.ending is None:
        view = game.view()
        game.perform(tire_out(view) if view.turn < 40 else give_in(view))
    game.close()
    return game


def part(text: str, number: int) -> list[str]:
    """Return the lines of the section with the given number, counted from 0."""
    parts = [part.splitlines() for part in text.split("\n\n")]
    return [part[2:] for part in parts if len(part) > 1 and {*part[1]} == {"-"}][number]


def test_file_of_a_game_that_is_over_has_the_last_25_messages(
    lost: playing.Play, tmp_path: Path, bidden: Command
) -> None:
    file = tmp_path / "lost.death.txt"
    assert terminal.tell_where_recorded(lost) == 0
    kept = file.read_text("utf-8")
    assert bidden("morgue", lost.path).out.endswith(kept)
    assert len(part(kept, 0)) == 25
    assert part(kept, 0)[-1].endswith(lost.view().lines[-1].text)


def test_morgue_lists_the_score_and_achievements_of_a_run(snapshot: SnapshotAssertion) -> None:
    session = Session(1, level="run")
    deeds = session.world.root[Deeds]
    deeds.tally, deeds.earned = {"danger": 3, "wound": 2}, ["collector"]
    text = morgue(session, Path("run.jsonl"))
    assert (part(text, -3), part(text, -2)) == snapshot
