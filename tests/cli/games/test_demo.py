"""``bidden demo``: a bot plays, its journal is replayed, every digest is compared."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bidden.bots.roster import BOTS
from bidden.intents import Intent
from bidden.recording import playing
from bidden.session import Session
from eventcore.journal import Journal
from tests.cli.conftest import Command
from tests.cli.forgeries import swap, write

Refusal = Callable[..., str]


def lines_of(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def test_the_last_screen_is_printed_as_text_and_what_was_compared(
    bidden: Command, tmp_path: Path
) -> None:
    path = tmp_path / "demo.jsonl"
    outcome = bidden("demo", "--seed", 7, "--turns", 20, "--journal", path)
    assert (outcome.code, outcome.err) == (0, "")
    *screen, said = outcome.out.splitlines()
    assert len(screen) == 24
    assert max(map(len, screen)) <= 80
    assert any("@" in line for line in screen)
    digest = lines_of(path)[-1]["digest"]
    assert said == f"seed 7, 21 records in {path}: replayed, every digest the same ({digest})"


def test_the_same_seed_gives_the_same_journal_byte_for_byte(
    bidden: Command, tmp_path: Path
) -> None:
    one, two, other = tmp_path / "1.jsonl", tmp_path / "2.jsonl", tmp_path / "3.jsonl"
    screens = [
        bidden("demo", "--seed", seed, "--turns", 40, "--journal", path).out.splitlines()[:-1]
        for seed, path in ((3, one), (3, two), (4, other))
    ]
    assert one.read_bytes() == two.read_bytes()
    assert screens[0] == screens[1]
    assert one.read_bytes() != other.read_bytes()


def test_debug_mode_checks_the_game_and_does_not_change_it(bidden: Command, tmp_path: Path) -> None:
    plain, checked = tmp_path / "plain.jsonl", tmp_path / "checked.jsonl"
    bidden("demo", "--seed", 3, "--turns", 40, "--journal", plain)
    outcome = bidden("demo", "--seed", 3, "--turns", 40, "--journal", checked, "--debug")
    assert outcome.code == 0
    assert plain.read_bytes() == checked.read_bytes()


def test_the_bot_gives_as_many_intents_as_it_is_told(bidden: Command, tmp_path: Path) -> None:
    for turns in (1, 5):
        path = tmp_path / f"{turns}.jsonl"
        assert bidden("demo", "--seed", 7, "--turns", turns, "--journal", path).code == 0
        types = [line["type"] for line in lines_of(path)]
        assert len(types) == turns + 2
        assert (types[0], types[-1]) == ("journal", "close")


def test_the_journal_lies_in_the_users_data_folder_by_default(
    bidden: Command, data_folder: Path
) -> None:
    outcome = bidden("demo", "--seed", 7, "--turns", 2)
    (path,) = data_folder.glob("*.jsonl")
    assert f" in {path}: " in outcome.out
    assert "-seed7-" in path.name
    assert bidden("verify", path).code == 0


def test_the_journal_lies_where_it_is_told_and_nowhere_else(
    bidden: Command, tmp_path: Path, data_folder: Path
) -> None:
    path = tmp_path / "new" / "folder" / "demo.jsonl"
    assert bidden("demo", "--turns", 2, "--journal", path).code == 0
    assert path.is_file()
    assert not data_folder.exists()


def test_without_a_seed_the_one_that_was_drawn_is_named(bidden: Command, tmp_path: Path) -> None:
    path = tmp_path / "demo.jsonl"
    outcome = bidden("demo", "--turns", 2, "--journal", path)
    data = lines_of(path)[0]["data"]
    assert isinstance(data, dict)
    assert outcome.out.splitlines()[-1].startswith(f"seed {data['seed']}, ")


@pytest.mark.parametrize("seed", ["-5", "0", str(2**64), str(-(10**30))])
def test_any_whole_number_is_a_seed(bidden: Command, tmp_path: Path, seed: str) -> None:
    path = tmp_path / "demo.jsonl"
    outcome = bidden("demo", f"--seed={seed}", "--turns", 2, "--journal", path)
    assert outcome.code == 0
    assert outcome.out.splitlines()[-1].startswith(f"seed {seed}, ")


def test_a_replay_that_goes_another_way_exits_1_and_names_the_turn(
    bidden: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def another(journal: Journal, *_: object, **__: object) -> Session:
        return Session(journal.header.seed + 1)

    monkeypatch.setattr(playing, "session_for", another)
    path = tmp_path / "demo.jsonl"
    outcome = bidden("demo", "--seed", 7, "--turns", 5, "--journal", path)
    assert outcome.code == 1
    assert f"seed 7, 6 records in {path}: differs first on turn 0 (line 2): " in outcome.err
    assert "the same" not in outcome.out


def test_a_journal_that_does_not_read_back_exits_1(
    bidden: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def close_torn(game: playing.Play) -> None:
        close(game)
        game.path.write_bytes(game.path.read_bytes()[:-10])

    close = playing.Play.close
    monkeypatch.setattr(playing.Play, "close", close_torn)
    outcome = bidden("demo", "--seed", 7, "--turns", 5, "--journal", tmp_path / "demo.jsonl")
    assert outcome.code == 1
    assert "line 7 is torn" in outcome.err


def test_an_interrupted_demo_leaves_a_journal_that_verifies(
    bidden: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(session: Session, intent: Intent) -> None:
        if session.world.turn == 3:
            session.world.advance()
            raise KeyboardInterrupt
        perform(session, intent)

    perform = Session.perform
    path = tmp_path / "demo.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(Session, "perform", interrupt)
        assert bidden("demo", "--seed", 7, "--turns", 5, "--journal", path).code == 130
    types = [line["type"] for line in lines_of(path)]
    assert len(types) > 4
    assert "close" not in types
    assert bidden("verify", path).code == 0


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--turns", "0"], "--turns 0: the bot plays at least 1 turn"),
        (["--turns=-3"], "--turns -3: the bot plays at least 1 turn"),
        (["--turns", "x"], "--turns: 'x' is no whole number"),
        (["--turns", "2.5"], "--turns: '2.5' is no whole number"),
        (["--turns"], "--turns"),
        (["--seed", "x"], "--seed: 'x' is no whole number"),
        (["--seed", "1.5"], "--seed: '1.5' is no whole number"),
        (["--seed", "inf"], "--seed: 'inf' is no whole number"),
        (["--seed", "9" * 5000], "--seed"),
        (["--seed", ""], "--seed: '' is no whole number"),
        (["--journal"], "--journal"),
        (["--screen"], "--screen"),
        (["somewhere.jsonl"], "somewhere.jsonl"),
    ],
    ids=lambda part: " ".join(part)[:20] if isinstance(part, list) else "",
)
def test_arguments_that_do_not_fit_are_named(
    refusal: Refusal, data_folder: Path, arguments: list[str], named: str
) -> None:
    assert named in refusal("demo", *arguments)
    assert not data_folder.exists()


@pytest.mark.parametrize("bot", ["explorer", "fighter", "monkey"])
def test_another_bot_can_play(bidden: Command, tmp_path: Path, bot: str) -> None:
    path = tmp_path / "demo.jsonl"
    outcome = bidden("demo", "--bot", bot, "--seed", 5, "--turns", 40, "--journal", path)
    assert (outcome.code, outcome.err) == (0, "")
    assert "seed 5, 41 records" in outcome.out
    other = BOTS[bot](5)
    session = Session(5)
    for record in playing.load(path).records[:-1]:
        intent = other(session.view())
        assert intent == session.decode(record.type, record.v, bytes(record.data))
        session.perform(intent)


def test_a_bot_that_there_is_not_is_one_line(refusal: Refusal, data_folder: Path) -> None:
    said = refusal("demo", "--bot", "tiger")
    assert said == "there is no bot 'tiger', only explorer, fighter and monkey"
    assert not data_folder.exists()


def test_a_scenario_has_a_bot_of_its_own(refusal: Refusal) -> None:
    said = refusal("demo", "--bot", "monkey", "--scenario", "draughts")
    assert said == "--bot monkey: a scenario has a bot of its own"


def test_an_existing_file_is_refused_and_left_as_it_is(refusal: Refusal, tmp_path: Path) -> None:
    path = write(tmp_path / "diary.txt", b"Dear diary\n")
    assert refusal("demo", "--journal", path).startswith(f"{path}: exists already")
    assert path.read_bytes() == b"Dear diary\n"


def test_the_scenario_of_timers_shows_might_and_keen_sight(bidden: Command, tmp_path: Path) -> None:
    path = tmp_path / "timers.jsonl"
    outcome = bidden("demo", "--scenario", "timers", "--seed", 1, "--journal", path)
    assert outcome.code == 0
    assert [line for line in outcome.out.splitlines() if line.startswith("turn ")] == [
        "turn 0: health 40, mana 8, food 666, strength 20, attack 5, defence 1, sight 9, "
        "speed 100, regeneration 40",
        "turn 10: strength 15",
        "turn 15: sight 6",
        "turn 20: strength 10",
        "turn 30: sight 3",
    ]
    assert bidden("verify", path).code == 0
    assert lines_of(path)[0]["data"]["mods"] == ["timers"]  # type: ignore[index]  # as it is read


@pytest.mark.parametrize(
    "scenario",
    [
        "moments",
        "draughts",
        "plagues",
        "conditions",
        "minds",
        "goblins",
        "meadow",
        "ford",
        "fumes",
        "traps",
        "stairs",
    ],
)
def test_every_scenario_is_shown_and_verified(
    bidden: Command, tmp_path: Path, scenario: str
) -> None:
    path = tmp_path / "it.jsonl"
    outcome = bidden("demo", "--scenario", scenario, "--seed", 1, "--journal", path)
    assert outcome.code == 0
    assert "every digest the same" in outcome.out
    assert bidden("verify", path).code == 0


def test_a_scenario_that_there_is_not_is_one_line(refusal: Refusal) -> None:
    assert "--list-scenarios" in refusal("demo", "--scenario", "x")
    assert "did you mean first?" in refusal("demo", "--scenario", "frist")


def test_a_journal_of_a_level_that_there_is_not_is_one_line(
    refusal: Refusal, journal: Path, recorded: bytes
) -> None:
    write(journal, swap(recorded, 1, b'"mods":[]', b'"mods":["moon"]'))
    said = "the journal begins on another game's level: levels.toml: moon: is missing"
    assert refusal("verify", journal) == f"{journal}: {said}"
