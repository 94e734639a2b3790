"""``bidden`` without arguments shows the title, which begins and continues games."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.intents import Wait
from bidden.recording.lobby import Lobby, seed_of
from tests.cli.conftest import Command, Show, write_options
from tests.mods import Install


def test_title_begins_and_continues_games(
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
        assert more.place != ""
        lobby.resume(kept).perform(Wait())

    front_end(use)
    outcome = bidden()
    (path,) = data_folder.glob("*.jsonl")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.count(f"bidden play --journal {path}\n") == 2
    types = [json.loads(line)["type"] for line in path.read_bytes().splitlines()]
    assert types == ["journal", "Wait", "close", "Wait", "close"]


def test_leaving_the_title_at_once_creates_no_game_files(
    bidden: Command, front_end: Show, data_folder: Path
) -> None:
    front_end(lambda lobby: None)
    assert (bidden().code, bidden("title").out) == (0, "")
    assert not data_folder.exists()


@pytest.mark.parametrize("without", [(), ("--without", "torn")])
def test_broken_mod_is_left_out_of_new_games_and_named_unless_it_was_left_out(
    bidden: Command, front_end: Show, install: Install, without: tuple[str, ...]
) -> None:
    install("torn", points={"bidden.mods": "mod_torn:MOD"})

    def use(lobby: Lobby) -> None:
        assert lobby.begin(7).session.catalogue.mods == ()
        lobby.leave()

    front_end(use)
    outcome = bidden("title", *without)
    assert outcome.code == 0
    assert outcome.err.count("--without torn") == (0 if without else 1)


def test_daily_seed_is_the_same_for_everybody_and_differs_between_days() -> None:
    days = [date(2026, 11, day) for day in range(1, 31)]
    assert seed_of(days[22]) == 9735
    assert len({seed_of(day) for day in days}) == 30


@pytest.mark.parametrize(
    "command", [(), ("play",), ("play", "--view", "map"), ("play", "--view", "prose")]
)
def test_all_errors_in_the_options_are_listed_before_a_game_begins(
    bidden: Command,
    front_end: Show,
    tmp_path: Path,
    data_folder: Path,
    command: tuple[str, ...],
    snapshot: SnapshotAssertion,
) -> None:
    front_end(lambda game: None)
    write_options(
        tmp_path, 'side_bar = "middle"\nview = 1\nstop_at = ["/(/"]\n[keys.play]\nwait = ["q"]\n'
    )
    outcome = bidden(*command)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == snapshot
    assert not data_folder.exists()
