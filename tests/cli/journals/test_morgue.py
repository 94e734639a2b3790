"""``bidden morgue``, and the file that is kept of a game that is over."""

import os
from datetime import date
from pathlib import Path

import pytest

from bidden.cli import terminal
from bidden.events.body import Mend
from bidden.events.combat import Wound
from bidden.going.written.patterns import tells
from bidden.recording import playing
from bidden.recording.folder.files import morgue_path
from bidden.recording.folder.morgue import morgue
from bidden.recording.lobby import Lobby
from bidden.recording.marking.told_of import lines_told
from bidden.recording.player import JournalPlayer
from bidden.recording.resume import resume
from bidden.rules.run.deeds import Deeds
from bidden.session import Session
from bidden.view import Ending
from tests.bidden.recorded import give_in
from tests.cli.conftest import Command
from tests.golden.catalogue import JOURNALS, tire_out

HEADINGS = (
    "The last messages",
    "What led to the end",
    "The same, event by event",
    "How you stood",
    "What you held",
    "What you knew",
    "What you did",
    "The map, as you knew it",
)


def test_a_lost_game_is_told_of_with_wounds_belongings_knowledge_and_map(bidden: Command) -> None:
    path = JOURNALS / "died.jsonl"
    outcome = bidden("morgue", path)
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    game = playing.load(path)
    assert lines[:2] == [f"Bidden, seed {game.header.seed}", f"Recorded in {path}"]
    assert lines[3].startswith("Killed by ")
    assert [line for line in lines if line in HEADINGS] == [*HEADINGS]
    assert "Wounds: 5; 5 kill" in lines
    assert "  heart: \N{MINUS SIGN}10 max HP" in lines
    assert "You died." in lines
    assert any(line.startswith("Die ") for line in lines)
    assert any("#######" in line for line in lines)


def test_a_won_game_is_told_of_without_a_cause_of_death(bidden: Command) -> None:
    outcome = bidden("morgue", JOURNALS / "won.jsonl")
    assert outcome.code == 0
    assert outcome.out.splitlines()[3] == "All the dead are at rest."
    assert "What led to the end" not in outcome.out


def test_a_game_under_way_is_told_of_as_far_as_it_is(bidden: Command, journal: Path) -> None:
    outcome = bidden("morgue", journal)
    assert outcome.code == 0
    assert outcome.out.splitlines()[3] == "Under way on turn 20: level 1 of 4, cave."
    assert "What you held" not in outcome.out


def test_it_writes_nothing(bidden: Command, tmp_path: Path) -> None:
    path = tmp_path / "died.jsonl"
    path.write_bytes((JOURNALS / path.name).read_bytes())
    assert bidden("morgue", path).code == 0
    assert os.listdir(tmp_path) == [path.name]


def test_of_a_torn_journal_what_is_whole_is_told(bidden: Command, journal: Path) -> None:
    whole = journal.read_bytes()
    journal.write_bytes(whole[: len(whole) * 2 // 3])
    outcome = bidden("morgue", journal)
    assert "Under way on turn " in outcome.out
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "ending", "called"),
    [
        ("mine.jsonl", Ending.DIED, "mine.death.txt"),
        ("mine.jsonl.gz", Ending.WON, "mine.victory.txt"),
        ("mine.jsonl.zst", None, "mine.game.txt"),
        ("mine", Ending.WON, "mine.victory.txt"),
    ],
)
def test_the_file_is_named_after_the_journal(name: str, ending: Ending | None, called: str) -> None:
    assert morgue_path(Path("games") / name, ending) == Path("games") / called


def a_lost_game(path: Path) -> playing.Play:
    game = playing.begin(1, path, level="cellar")
    while game.session.ending is None:
        view = game.view()
        game.perform(tire_out(view) if view.turn < 40 else give_in(view))
    game.close()
    return game


def test_a_game_that_is_over_leaves_a_file_beside_its_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bidden: Command
) -> None:
    path = tmp_path / "lost.jsonl"
    assert terminal.tell_where_recorded(a_lost_game(path)) == 0
    kept = tmp_path / "lost.death.txt"
    assert f"How it went is told in {kept}" in capsys.readouterr().out
    assert kept.read_text("utf-8") == bidden("morgue", path).out


@pytest.mark.parametrize(
    ("text", "most"),
    [("last_messages = 7\n", 7), ("last_messages = 40\n", 40), ("", 25), ("doors = 1\n", 25)],
)
def test_it_has_as_many_of_the_last_messages_as_it_is_to(
    tmp_path: Path, bidden: Command, text: str, most: int
) -> None:
    folder, path = tmp_path / "config" / "bidden", tmp_path / "lost.jsonl"
    folder.mkdir(parents=True)
    (folder / "options.toml").write_text(text, "utf-8")
    lost = a_lost_game(path)
    assert terminal.tell_where_recorded(lost) == 0
    kept = (tmp_path / "lost.death.txt").read_text("utf-8")
    assert bidden("morgue", path).out.endswith(kept)
    told = kept.partition("The last messages\n-----------------\n")[2].partition("\n\n")[0]
    assert told.splitlines()[-1].endswith(lost.view().lines[-1].text)
    assert len(told.splitlines()) == most
    lobby = Lobby(date(2026, 11, 26), 1, wanted=terminal.wanted_messages)
    lobby._game = resume(path, playing.load(path))
    (tmp_path / "lost.death.txt").unlink()
    lobby.leave()
    assert (tmp_path / "lost.death.txt").read_text("utf-8") == kept


def test_messages_that_are_to_be_told_of_are_there_whenever_they_were_told(
    tmp_path: Path, bidden: Command
) -> None:
    folder, path = tmp_path / "config" / "bidden", tmp_path / "lost.jsonl"
    lost = a_lost_game(path)
    assert terminal.tell_where_recorded(lost) == 0
    assert "on the way" not in (tmp_path / "lost.death.txt").read_text("utf-8")
    folder.mkdir(parents=True)
    (folder / "options.toml").write_text('tell_of = ["you tire", "harm: zombie"]\n', "utf-8")
    assert terminal.tell_where_recorded(lost) == 0
    kept = (tmp_path / "lost.death.txt").read_text("utf-8")
    assert bidden("morgue", path).out.endswith(kept)
    told = kept.partition("What you were told on the way\n")[2].partition("\n\n")[0]
    lines = [line for line in lost.view().lines if tells(("you tire", "harm: zombie"), line)]
    assert len(lines) > 4
    assert told.splitlines()[1:] == [f"{line.turn:>6}  {line}" for line in lines]


@pytest.mark.slow
def test_what_a_view_has_no_more_is_told_of_too() -> None:
    journal = playing.load(JOURNALS / "run_won.jsonl")
    told = lines_told(journal, lambda line: line.tone == "good")
    assert told[0].turn < 200
    assert told[-1].turn > 4000
    assert [line.turn for line in told] == sorted(line.turn for line in told)
    player = JournalPlayer(Path("won.jsonl"), journal, write=False)
    player.aim(player.length)
    while player.move_on():
        pass
    lines = player.view().lines
    latest = [line for line in told if line.sequence >= lines[0].sequence]
    assert latest == [line for line in lines if line.tone == "good"]
    assert any(line.count > 1 for line in told)


def test_where_the_file_cannot_be_written_it_says_so_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lost.death.txt").mkdir()
    assert terminal.tell_where_recorded(a_lost_game(tmp_path / "lost.jsonl")) == 0
    said = capsys.readouterr()
    assert "cannot be kept there: Is a directory" in said.err
    assert "Recorded in" in said.out


def test_of_a_run_the_score_and_what_was_achieved_are_told() -> None:
    session = Session(1, level="run")
    deeds = session.world.root[Deeds]
    deeds.tally, deeds.earned = {"danger": 3, "wound": 2}, ["collector"]
    lines = morgue(session, Path("run.jsonl")).splitlines()
    achieved, score = lines.index("What you achieved"), lines.index("The score")
    assert lines[achieved + 2] == "Collector: Take up a thing that is better than its kind."
    assert lines[score + 2 : score + 6] == [
        "   300  dangers of the bindings fulfilled: 3",
        "   -40  wounds taken: 2",
        "    50  achievements: 1",
        "   310  in all",
    ]


def test_of_a_game_under_way_too_it_is_told_which_wounds_closed_again() -> None:
    session = Session(5)
    you = session.player
    session.world.publish(Wound(you, you, "dart", kind="leg", harm="missile"))
    session.world.publish(Mend(you, you, 1))
    told = morgue(session, Path("mine.jsonl"))
    assert "the leg, by a dart; closed again on turn 0." in told
