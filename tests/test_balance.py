"""`make balance`: the items it removes, the games it plays, and the tables it writes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.content.tables import FACTIONS, LEVELS, load_tables
from tests import balance
from tests.balance import GROUPS, PAGE, Played, bots_table, groups_table, put_into
from tests.cli.process import ROOT

JOBS: list[balance.Job] = [("fighter", seed, "") for seed in range(1, 7)]


@pytest.mark.parametrize("name", GROUPS)
def test_removing_an_item_group_removes_every_item_in_it(name: str) -> None:
    def lying() -> set[str]:
        things = {thing for lot in balance.lots(contents[LEVELS]["run"]) for thing in lot["of"]}
        return things | {gift for one in contents[FACTIONS].values() for gift in one["gifts"]}

    contents = load_tables()
    before = lying()
    taken = {thing for thing in before if GROUPS[name](thing)}
    balance.take_out(name, contents)
    assert taken
    assert lying() == before - taken | {balance.TRIFLE}


@pytest.mark.slow
def test_balance_game_is_reproducible_and_changes_without_an_item_group(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(balance, "MOST", 300)
    games = [balance.play(("explorer", 1, group)) for group in ("", "", "potions and vials")]
    assert games[0] == games[1]
    assert games[0] != attrs.evolve(games[2], group="")
    assert games[0].turns > 100


def test_balance_tables_match_their_snapshots(snapshot: SnapshotAssertion) -> None:
    games = [
        Played("fighter", 1, "", "won", "", 200, 5, 20),
        Played("fighter", 2, "", "died", "orc", 100, 1, 10),
        Played("fighter", 3, "", "died", "orc", 300, 3, 6),
        Played("fighter", 4, "", "", "", 400, 0, 4),
    ]
    assert bots_table(games) == snapshot
    assert groups_table({"": games, "shields": games[1:3]}) == snapshot


def test_interrupted_batch_of_games_resumes_but_restarts_if_the_program_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[balance.Job] = []

    def play(job: balance.Job) -> Played:
        played.append(job)
        return Played(*job, "won", "", 1, 5, 1)

    monkeypatch.setattr(balance, "play", play)
    monkeypatch.setattr(balance, "ProcessPoolExecutor", ThreadPoolExecutor)
    file = tmp_path / "games.tsv"
    balance.play_all(JOBS[:4], 1, file)
    file.write_bytes(file.read_bytes()[:-3])  # it was killed while it wrote
    assert {*balance.play_all(JOBS, 1, file)} == {*JOBS}
    assert played == [*JOBS[:4], *JOBS[3:]]
    assert [game.job for game in balance.read_rows(file)] == JOBS
    monkeypatch.setattr(balance, "heading", lambda: "# program other\n")
    assert balance.read_rows(file) == []


def test_page_has_a_place_for_each_table() -> None:
    page = (ROOT / PAGE).read_text("utf-8")
    for name in ("played", "bots", "groups"):
        assert put_into(page, name, ["|"]) != page
