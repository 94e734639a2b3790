"""A search finds the notable moments of a journal, and survives damaged journals."""

from __future__ import annotations

from pathlib import Path

from syrupy.assertion import SnapshotAssertion

from bidden.recording.marks import MarkSearch
from bidden.recording.playing import load, timeline_of
from bidden.shown.games import MarkKind
from bidden.view import Ending
from eventcore.journal import Journal
from eventcore.replay import Keyframes
from tests.bidden.recorded import record
from tests.journals import seal


def search_of(path: Path, journal: Journal | None = None) -> MarkSearch:
    search = MarkSearch(timeline_of(path, load(path) if journal is None else journal))
    while not search.over:
        search.step()
    return search


def test_every_death_and_the_victory_are_marked_at_their_message(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    game = record(tmp_path / "won.jsonl", 2, 230, level="cellar")
    search = search_of(game.path, game.journal)
    deaths = [mark for mark in search.marks if mark.kind is MarkKind.DEATH]
    assert len(deaths) == 8
    assert {mark.text for mark in deaths} == snapshot
    for mark in deaths:
        before, after = (game.views[mark.position - back].lines for back in (1, 0))
        new = [line for line in after if line.sequence > before[-1].sequence]
        assert any(line.tone == "good" and "zombie" in line.text for line in new)
    (victory,) = [mark for mark in search.marks if mark.kind is MarkKind.VICTORY]
    assert victory.position == deaths[-1].position
    assert game.views[victory.position].ending is Ending.WON
    assert search.position == len(game.journal.records)


def test_level_change_is_marked_and_gets_a_keyframe(tmp_path: Path) -> None:
    game = record(tmp_path / "game.jsonl", 1, 297, level="armoury")
    levels = [mark for mark in search_of(game.path).marks if mark.kind is MarkKind.LEVEL]
    assert len(levels) == 1
    (mark,) = levels
    assert [game.views[mark.position - back].level for back in (1, 0)] == [1, 2]
    kept = {keyframe.position for keyframe in Keyframes.beside(game.path)}
    assert mark.position in kept  # so that a journal player gets there at once


def test_divergence_from_the_recording_is_marked_once(tmp_path: Path) -> None:
    game = record(tmp_path / "game.jsonl", 2, 20, level="cellar")
    lines = game.path.read_bytes().splitlines(keepends=True)
    lines[9] = lines[9].replace(b'"dx":1', b'"dx":0').replace(b'"dx":-1', b'"dx":0')
    game.path.write_bytes(seal(lines))
    kinds = [mark.kind for mark in search_of(game.path).marks]
    assert kinds.count(MarkKind.DIVERGENCE) == 1


def test_search_ends_before_a_record_that_cannot_be_played(tmp_path: Path) -> None:
    game = record(tmp_path / "game.jsonl", 2, 20)
    lines = game.path.read_bytes().splitlines(keepends=True)
    lines[15] = lines[15].replace(b'"type":"Move"', b'"type":"Leap"')
    game.path.write_bytes(seal(lines))
    search = search_of(game.path)
    assert (search.over, search.position) == (True, 14)
