"""``bidden`` alone: the title, from which games are begun, continued, left and gone back in."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from bidden.intents import Wait
from bidden.recording.lobby import Lobby, seed_of
from bidden.recording.playing import begin
from tests.bidden.recorded import give_in
from tests.cli.conftest import Command, Show
from tests.mods import Install
from tests.terminal import Terminal


def types_in(path: Path) -> list[str]:
    return [json.loads(line)["type"] for line in path.read_bytes().splitlines()]


def test_without_a_command_the_title_is_opened(
    bidden: Command, front_end: Show, data_folder: Path
) -> None:
    def use(lobby: Lobby) -> None:
        assert lobby.newest() is None
        assert lobby.daily_seed == seed_of(date.today())
        lobby.begin(7).perform(Wait())
        lobby.leave()
        kept, more = lobby.newest(), lobby.look_into().result()
        assert kept is not None
        assert more is not None
        assert (kept.seed, kept.turn, kept.place) == (7, 1, "")
        assert more.place == "level 1, circle"
        lobby.resume(kept).perform(Wait())

    front_end(use)
    outcome = bidden()
    (path,) = data_folder.glob("*.jsonl")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == f"Recorded in {path}; go on with: bidden play --journal {path}\n" * 2
    assert types_in(path) == ["journal", "Wait", "close", "Wait", "close"]


def test_a_title_that_is_left_at_once_leaves_no_game(
    bidden: Command, front_end: Show, data_folder: Path
) -> None:
    front_end(lambda lobby: None)
    assert (bidden().code, bidden("title").out) == (0, "")
    assert not data_folder.exists()


def test_broken_mod_is_left_out_of_games_begun_at_the_title_and_named_at_the_end(
    bidden: Command, front_end: Show, install: Install
) -> None:
    install("torn", points={"bidden.mods": "mod_torn:MOD"})

    def use(lobby: Lobby) -> None:
        assert lobby.begin(7).session.catalogue.mods == ()
        lobby.leave()

    front_end(use)
    outcome = bidden()
    assert outcome.code == 0
    lines = [line for line in outcome.err.splitlines() if "the mod torn is left out" in line]
    assert len(lines) == 1


def test_title_without_a_mod_begins_games_without_it(
    bidden: Command, front_end: Show, install: Install
) -> None:
    install("torn", points={"bidden.mods": "mod_torn:MOD"})

    def use(lobby: Lobby) -> None:
        lobby.begin(7)
        lobby.leave()

    front_end(use)
    assert "torn" not in bidden("title", "--without", "torn").err


def test_without_a_terminal_it_is_refused_in_one_line(refusal: Callable[..., str]) -> None:
    assert refusal() == "there is no terminal to play in; a bot plays without one: bidden demo"


def test_the_seed_of_a_day_is_that_days_alone() -> None:
    days = [date(2026, 11, day) for day in range(1, 31)]
    assert seed_of(days[22]) == 9735
    assert len({seed_of(day) for day in days}) == 30


def test_settings_that_do_not_fit_are_told_before_a_game_is_begun(
    refusal: Callable[..., str], front_end: Show, tmp_path: Path, data_folder: Path
) -> None:
    front_end(lambda game: None)
    path = tmp_path / "config" / "bidden" / "options.toml"
    path.parent.mkdir(parents=True)
    path.write_text('doors = "shut"\n')
    assert refusal("play").startswith(f"{path}: doors: Invalid enum value 'shut'")
    assert not data_folder.exists()


def test_settings_that_nobody_can_look_for_are_told_by_their_name(
    refusal: Callable[..., str], front_end: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    front_end(lambda lobby: None)
    folder = tmp_path / ("x" * 300)  # longer than a name can be
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    path = folder / "bidden" / "options.toml"
    assert refusal() == f"{path}: cannot be read: File name too long"


@pytest.mark.slow
def test_by_keys_from_the_title_to_a_run_back_some_turns_and_to_the_title_again(
    bidden: Command, data_folder: Path
) -> None:
    with Terminal("bidden") as terminal:
        terminal.wait_for("> n New game")
        terminal.press("s7\r")
        terminal.wait_for("You are a bidden")
        terminal.press(" ")
        terminal.wait_for("Press a capital letter to accept one.")
        terminal.press("\x1b")
        terminal.wait_until(lambda: "? help" in terminal.text and "@" in terminal.text)
        terminal.press("....")
        terminal.wait_until(lambda: any(len(types_in(p)) == 5 for p in data_folder.glob("*.jsonl")))
        terminal.press("=")
        terminal.wait_for("Go back some turns")
        terminal.press("b")
        terminal.wait_for("Go back how many turns (20)?")
        terminal.press("3\r")
        terminal.wait_for("Press a capital letter to accept one.")
        terminal.press("\x1b")
        terminal.wait_for("You play on from turn 1")
        terminal.press("Qy")
        terminal.wait_for("> c Continue: level 1, circle, turn 1")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
        assert terminal.is_restored()
    back, first = sorted(data_folder.glob("*.jsonl"))
    assert back.name == f"{first.stem}.back-1-1.jsonl"
    assert types_in(first) == ["journal", *["Wait"] * 4, "close"]
    assert types_in(back) == ["journal", "Wait", "close"]
    assert bidden("verify", back).code == 0


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_ended_by_a_signal_every_game_played_from_there_is_told(
    bidden: Command, data_folder: Path, number: int
) -> None:
    with Terminal("bidden") as terminal:
        for seed in "79":
            terminal.wait_for("n New game")
            terminal.press(f"s{seed}\r")
            terminal.wait_for("You are a bidden")
            terminal.press(" ")
            terminal.wait_for("Press a capital letter to accept one.")
            terminal.press("\x1b")
            terminal.wait_until(lambda: "? help" in terminal.text and "@" in terminal.text)
            terminal.press("." if seed == "9" else "Qy")
        terminal.wait_until(
            lambda: any("Wait" in types_in(path) for path in data_folder.glob("*.jsonl"))
        )
        terminal.process.send_signal(number)
        assert terminal.wait_for_end() == (0 if number == signal.SIGINT else 128 + number)
        assert terminal.is_restored()
    told = terminal.output[terminal.output.rindex(b"\x1b[?1049l") :].decode()
    paths = sorted(data_folder.glob("*.jsonl"), key=lambda path: "seed9" in path.name)
    said = [f"Recorded in {path}; go on with: bidden play --journal {path}" for path in paths]
    assert told.replace("\r", "").endswith("\n".join((*said, "")))
    assert [types_in(path)[-1] for path in paths] == ["close", "close"]


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_ended_by_a_signal_a_game_played_on_from_a_replay_is_told(
    tmp_path: Path, number: int
) -> None:
    path, taken = tmp_path / "mine.jsonl", tmp_path / "mine.turn-2-1.jsonl"
    game = begin(7, path)
    for _ in range(4):
        game.perform(Wait())
    game.close()
    with Terminal("bidden", "replay", path, "--turn", "2") as terminal:
        terminal.wait_for("Turn 2/")
        terminal.press("oy")
        terminal.wait_for("You play on from turn 2")
        terminal.process.send_signal(number)
        assert terminal.wait_for_end() == 128 + number
    assert f"Recorded in {taken}; go on with:" in terminal.output.decode()


@pytest.mark.slow
def test_a_death_is_told_plainly_and_undone_by_keys(bidden: Command, tmp_path: Path) -> None:
    path = tmp_path / "dead.jsonl"
    game = begin(111, path)
    while game.session.ending is None:
        game.perform(give_in(game.view()))
    game.close()
    with Terminal("bidden", "play", "--journal", path) as terminal:
        terminal.wait_for("You are dead")
        assert "The zombie struck at you with 4; your defence stopped 1." in terminal.text
        terminal.press("w")
        terminal.wait_for("Enter event by event")
        terminal.press("w")
        terminal.wait_for("Guard.turn_aside")
        terminal.press("\x1b")
        terminal.wait_for("Enter event by event")
        terminal.press("\x1b")
        terminal.wait_for("b go back and play on")
        terminal.press("b")
        terminal.wait_for("Go back how many turns (20)?")
        terminal.press("\r")
        terminal.wait_for("You play on from turn 208.")
        terminal.press("Qy")
        assert terminal.wait_for_end() == 0
    back = tmp_path / "dead.back-1-1.jsonl"
    said = terminal.output.decode()
    assert f"Recorded in {path}; watch it with:" in said
    assert f"Recorded in {back}; go on with:" in said
    assert "What led to the end" in (tmp_path / "dead.death.txt").read_text()
    assert bidden("verify", back).code == 0
