"""Why something happened just now is told from a state near it, of which few are in memory."""

from __future__ import annotations

from pathlib import Path

from bidden.intents import Wait
from bidden.recording.playing import begin


def test_little_is_played_once_more_however_long_the_game_is(tmp_path: Path) -> None:
    game = begin(3, tmp_path / "game.jsonl", level="run")
    played = []
    for turn in range(1, 241):
        game.perform(Wait())
        game.settle()
        if turn % 30 == 0:
            timeline = game._timeline()
            timeline.approach(timeline.length)
            played.append(timeline.length - timeline.position)
    assert max(played) <= 30
    in_memory = [one for one in game._known if one.position % 25 == 0 and one.position % 100]
    assert [one.position for one in in_memory] == [175, 225]
    game.close()
