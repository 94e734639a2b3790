"""docs/journal.md: its queries say of journals what the games say."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import duckdb
import pytest

from bidden.bots.explorer import choose
from bidden.bots.scenario import choose_in_scenario
from bidden.content.mods import FIRST
from bidden.events.combat import TakeDamage
from bidden.recording import playing
from bidden.state import name_of
from tests.examples.printed import blocks

PAGE = "docs/journal.md"


def play(seed: int, path: Path, level: str = FIRST) -> list[tuple[str, int, int]]:
    """Record a game that a bot plays; return who dealt how much in which turn."""
    game = playing.begin(seed, path, level=level, events=True)
    player, dealt = game.session.player, []
    kind = game.session.catalogue.level(level)

    def see(damage: TakeDamage) -> None:
        if damage.done and not damage.source:
            name = "player" if damage.enactor is player else name_of(damage.enactor)
            dealt.append((name, damage.dealt, game.session.world.turn))

    game.session.world.observe(TakeDamage, see)
    for _ in range(120):
        intent = choose(game.view()) if level == FIRST else choose_in_scenario(kind, game.view())
        if game.session.ending is None and intent is not None:
            game.perform(intent)
    game.close()
    return dealt


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "journals").mkdir()
    return tmp_path


def test_damage_by_kind_of_creature(folder: Path) -> None:
    blows: Counter[str] = Counter()
    damage: Counter[str] = Counter()
    for seed, level in ((7, FIRST), (1, "minds"), (8, FIRST)):
        for name, dealt, _ in play(seed, folder / "journals" / f"{seed}.jsonl", level):
            blows[name] += 1
            damage[name] += dealt
    assert {"player", "zombie", "fungus"} < {*damage}  # of these, fungi come later too
    torn = folder / "journals" / "8.jsonl"
    torn.write_bytes(torn.read_bytes()[:-20])  # a power cut in the last line spoils nothing
    playing.begin(9, folder / "journals" / "9.jsonl").close()  # nor does one without events
    expected = [(name, blows[name], dealt) for name, dealt in damage.most_common()]
    assert duckdb.execute(blocks(PAGE, "sql")[-1]).fetchall() == expected


def test_damage_by_turn(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    by_turn: Counter[int] = Counter()
    for _, dealt, turn in play(7, folder / "game.jsonl"):
        by_turn[turn] += dealt
    names: dict[str, object] = {}
    exec(blocks(PAGE, "python")[-1], names)
    assert names["dealt"].to_dict() == by_turn  # type: ignore[attr-defined]
    assert capsys.readouterr().out
