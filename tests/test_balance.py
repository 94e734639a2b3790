"""The measure of balance: what is taken out, how a game is told, and where the tables go."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import attrs
import pytest

from bidden.content.tables import FACTIONS, LEVELS, load_tables
from tests import balance
from tests.balance import GROUPS, PAGE, Played, bots_table, groups_table, put_into
from tests.cli.process import ROOT


def lying(name: str) -> set[str]:
    """What lies about in the run, and is paid, without a group."""
    contents = load_tables()
    if name:
        balance.take_out(name, contents)
    lots = balance._lots(contents[LEVELS]["run"])
    gifts = {gift for faction in contents[FACTIONS].values() for gift in faction["gifts"]}
    return {thing for lot in lots for thing in lot["of"]} | gifts


@pytest.mark.parametrize("name", GROUPS)
def test_a_group_is_of_what_lies_about_and_nothing_of_it_is_left(name: str) -> None:
    taken = {thing for thing in lying("") if GROUPS[name](thing)}
    assert taken
    assert lying(name) == lying("") - taken | {balance.TRIFLE}
    assert balance.TRIFLE in balance.catalogue(name).blueprints


def test_a_game_is_the_same_each_time_and_another_without_a_group(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(balance, "MOST", 300)
    games = [balance.play(("explorer", 1, group)) for group in ("", "", "potions and vials")]
    assert games[0] == games[1]
    assert games[0] != attrs.evolve(games[2], group="")
    assert games[0].turns > 100


def test_the_tables_tell_what_was_played() -> None:
    games = [
        Played("fighter", 1, "", "won", "", 200, 5, 20),
        Played("fighter", 2, "", "died", "orc", 100, 1, 10),
        Played("fighter", 3, "", "died", "orc", 300, 3, 6),
        Played("fighter", 4, "", "", "", 400, 0, 4),
    ]
    assert bots_table(games)[2:] == [
        "| fighter | 4 | 1 (25 %, 5 to 70 %) | 250 | 2.2 | 4.0 | orc, 2 of 2 |"
    ]
    assert groups_table({"": games, "shields": games[1:3]})[2:] == [
        "| nothing | 4 | 1 (25 %, 5 to 70 %) |  |",
        "| shields | 2 | 0 (0 %, 0 to 66 %) | -25 % (-70 to +44 %) |",
    ]


def test_bots_take_turns_at_the_seeds_of_a_group_and_each_plays_all_whole_runs() -> None:
    assert balance.group_jobs("shields", 3) == [
        ("fighter", 1, "shields"),
        ("explorer", 2, "shields"),
        ("fighter", 3, "shields"),
    ]
    assert {*balance.group_jobs("", 3)} < {*balance.whole_jobs(3)}
    assert len(balance.whole_jobs(3)) == 6


Jobs = list[balance.Job]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Jobs:
    """What is played, each game in no time."""
    jobs: Jobs = []

    def play(job: balance.Job) -> Played:
        jobs.append(job)
        return Played(*job, "won", "", 1, 5, 1)

    monkeypatch.setattr(balance, "play", play)
    monkeypatch.setattr(balance, "ProcessPoolExecutor", ThreadPoolExecutor)
    return jobs


JOBS: Jobs = [("fighter", seed, "") for seed in range(1, 7)]


def test_it_goes_on_where_it_was_interrupted(tmp_path: Path, played: Jobs) -> None:
    file = tmp_path / "games.tsv"
    assert [*balance.play_all(JOBS[:4], 1, file)] == played == JOBS[:4]
    file.write_bytes(file.read_bytes()[:-3])  # it was killed while it wrote
    assert {*balance.play_all(JOBS, 1, file)} == {*JOBS}
    assert played == [*JOBS[:4], *JOBS[3:]]
    assert [game.job for game in balance.read_rows(file)] == JOBS
    assert {*balance.read_rows(file)} == {Played(*job, "won", "", 1, 5, 1) for job in JOBS}


def test_all_is_played_anew_by_another_program(
    tmp_path: Path, played: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.tsv"
    balance.play_all(JOBS[:4], 1, file)
    played.clear()
    monkeypatch.setattr(balance, "heading", lambda: "# program other\n")
    assert not balance.read_rows(file)
    balance.play_all(JOBS[:4], 1, file)
    assert played == JOBS[:4]


def test_a_table_goes_between_its_comments_and_nowhere_else() -> None:
    page = "a\n<!-- bots -->\nold\n<!-- end of bots -->\nb"
    assert put_into(page, "bots", ["x", "y"]) == ("a\n<!-- bots -->\nx\ny\n<!-- end of bots -->\nb")
    with pytest.raises(ValueError, match="no place for the table 'groups'"):
        put_into(page, "groups", [])


def test_page_has_a_place_for_each_table() -> None:
    page = (ROOT / PAGE).read_text("utf-8")
    for name in ("played", "bots", "groups"):
        assert put_into(page, name, ["|"]) != page
