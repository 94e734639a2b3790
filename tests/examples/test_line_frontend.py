"""The second front end plays a run line by line, and the game opens it by name."""

from __future__ import annotations

from io import StringIO
from itertools import chain, cycle, islice
from pathlib import Path

import pytest

from bidden.cli.terminal import open_front_end
from bidden.recording.playing import begin, load
from bidden.session import Session
from eventcore.replay.playback import verify
from eventcore.tools import UsageError
from examples.line_frontend import LineFrontEnd


def test_run_is_played_to_its_end_and_verifies(tmp_path: Path) -> None:
    path, out = tmp_path / "game.jsonl", StringIO()
    script = chain(
        ["map", "look 1 1", "nonsense", "bind x", "back", "look a b", "look 900 1"],
        islice(cycle("fo>o."), 3_000),
    )
    game = begin(7, path, level="first")
    LineFrontEnd(script, out).play(lambda: game, "Loading …")
    game.close()
    told = out.getvalue()
    assert game.session.ending is not None
    assert [
        one for one in ("Level 1, ", "hjklyubn step", "WOUND", "Score") if one not in told
    ] == []
    assert game.view().epitaph in told
    journal = load(path)
    assert verify(Session.of_journal(journal), journal) is None


def test_line_front_end_shows_explanations_and_cards_and_rewinds(tmp_path: Path) -> None:
    out = StringIO()
    game = begin(7, tmp_path / "game.jsonl", level="run")
    script = ["bind 0", "o", "why", "card a", "throw a 3 3", "back 5", "quit"]
    LineFrontEnd(script, out).play(lambda: game, "Loading …")
    back = game.back
    assert back is not None
    assert back.view().turn == game.view().turn - 5
    assert "danger" in out.getvalue()
    for one in game.in_order():
        one.close()


def test_front_end_is_opened_by_name() -> None:
    with open_front_end("examples.line_frontend:LineFrontEnd") as front_end:
        assert isinstance(front_end, LineFrontEnd)


@pytest.mark.parametrize(
    "name", ["paper", "nowhere:Made", "examples.line_frontend:Gone", "examples.line_frontend:len"]
)
def test_front_end_that_cannot_be_created_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match=name), open_front_end(name):
        pass
