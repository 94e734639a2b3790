"""A journal is shown at any place as it was played, whatever way led there."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path

import pytest

from bidden.intents import Close, Move
from bidden.perception.cards.card import OnTile
from bidden.recording import player
from bidden.recording.player import JournalPlayer
from bidden.recording.playing import begin, load, session_for
from bidden.session import Session
from eventcore.replay import Keyframes, verify
from tests.bidden.recorded import TO_AND_FRO, Recorded, forget_keyframes, record, record_intents
from tests.journals import seal

LENGTH = 230


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """Seed 2: the bot lives, and lays all the dead to rest."""
    return record(tmp_path_factory.mktemp("player") / "game.jsonl", 2, LENGTH)


def go(show: JournalPlayer, position: int) -> None:
    show.aim(position)
    while show.move_on():
        pass


def places() -> list[int]:
    chance = random.Random(5)
    return [LENGTH, 0, LENGTH - 1, 1, *[chance.randrange(LENGTH) for _ in range(40)]]


@pytest.mark.parametrize("keyframes", [True, False], ids=["with keyframes", "with none"])
def test_every_place_shows_what_was_seen_when_it_was_played(
    recorded: Recorded, keyframes: bool
) -> None:
    if not keyframes:
        forget_keyframes(recorded.path)
    show = JournalPlayer(recorded.path, recorded.journal)
    for position in places():
        go(show, position)
        assert show.view() == recorded.views[position]
    assert show.diverged == ""


def test_backwards_step_by_step_it_shows_what_was_seen(recorded: Recorded) -> None:
    show = JournalPlayer(recorded.path, recorded.journal)
    for position in range(LENGTH, LENGTH - 60, -1):
        go(show, position)
        assert show.view() == recorded.views[position]


def test_turns_are_gone_by_one_at_a_time_forth_and_back(recorded: Recorded) -> None:
    show = JournalPlayer(recorded.path, recorded.journal)
    turns = sorted({view.turn for view in recorded.views})
    assert len(turns) > 150
    there = 0
    for turn in turns[1:]:
        there = show.after_turns(there, 1)
        assert recorded.views[there].turn == turn
    for turn in reversed(turns[:-1]):
        there = show.after_turns(there, -1)
        assert recorded.views[there].turn == turn
    assert there == 0


def test_a_turn_is_gone_to_by_its_number(recorded: Recorded) -> None:
    show = JournalPlayer(recorded.path, recorded.journal)
    for turn in (100, 3, 150, 0):
        go(show, show.position_of_turn(turn))
        assert show.view().turn == turn
    assert show.last_turn == recorded.views[-1].turn
    assert show.position_of_turn(10_000) == show.length


def test_to_watch_once_more_writes_no_keyframe_anew(recorded: Recorded) -> None:
    forget_keyframes(recorded.path)
    keys = recorded.path.with_name(recorded.path.name + ".keys")
    sizes = set()
    for _ in range(2):
        show = JournalPlayer(recorded.path, recorded.journal)
        for position in (show.length, 150, 250, 0, show.length):
            go(show, position)
        for _ in range(show.length + 1):
            show.look_ahead()
        sizes.add(keys.stat().st_size)
    assert len(sizes) == 1


def test_of_intents_that_take_no_turn_some_have_a_keyframe_too(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = begin(2, path)
    for _ in range(250):
        game.perform(Close(1, 1))
    game.close()
    assert game.session.world.turn == 0
    kept = [frame.position for frame in Keyframes.beside(path).newest(load(path))]
    assert kept == [250, 200, 100]


def test_a_long_way_is_gone_in_moves_that_end(
    recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget_keyframes(recorded.path)
    monkeypatch.setattr(player, "_STRIDE", 0.0)
    show = JournalPlayer(recorded.path, recorded.journal)
    show.aim(LENGTH)
    assert show.move_on()
    assert 0 <= show.position <= 1
    monkeypatch.setattr(player, "_STRIDE", 60.0)
    assert show.move_on()
    assert show.position == LENGTH
    assert not show.move_on()


def test_all_seeing_shows_the_level_and_leaves_every_digest_alone(tmp_path: Path) -> None:
    recorded = record(tmp_path / "game.jsonl", 2, 230, level="cellar")
    forget_keyframes(recorded.path)
    show = JournalPlayer(recorded.path, recorded.journal)
    show.all_seeing = True
    seen = set()
    while show.position < show.length:
        show.aim(show.position + 1)
        show.move_on()
        view = show.view()
        seen.add(sum(tile.glyph == "z" for row in view.tiles for tile in row))
        assert not any(tile.glyph == " " for row in view.tiles for tile in row)
    assert show.diverged == ""
    assert max(seen) == 8
    assert len(seen) > 3


def test_what_is_told_of_tiles_things_and_the_player_leaves_every_digest_alone(
    tmp_path: Path,
) -> None:
    recorded = record(tmp_path / "game.jsonl", 2, 60, level="cellar")
    forget_keyframes(recorded.path)
    show, cards = JournalPlayer(recorded.path, recorded.journal), set[str]()
    while show.position < show.length:
        show.aim(show.position + 1)
        show.move_on()
        view = show.view()
        assert show.tile(*view.here)
        for x, y in view.foes_at:
            card = show.card(OnTile(x, y))
            assert card is not None
            cards.add(card.title)
            show.forecast(Move(1, 0))
        assert show.character().stats
        assert show.chart().levels
    assert show.diverged == ""
    assert any("zombie" in title for title in cards)


def test_a_journal_of_a_crash_is_shown_up_to_it(
    recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "copy.jsonl"
    path.write_bytes(recorded.path.read_bytes())
    show = JournalPlayer(path, load(path))
    session = type(session_for(recorded.journal))
    perform = session.perform

    def crash(self: object, intent: object) -> object:
        if self.world.turn >= 50:  # type: ignore[attr-defined]
            raise ZeroDivisionError("a rule is broken")
        return perform(self, intent)  # type: ignore[arg-type]

    monkeypatch.setattr(session, "perform", crash)
    looks = [show.looks_ahead]
    for _ in range(100):
        show.look_ahead()
    assert 40 < show.surveyed < 80
    assert [*looks, show.looks_ahead] == [True, False]
    go(show, 30)
    assert show.view() == recorded.views[30]
    go(show, LENGTH)
    assert 40 < show.position < 80
    assert "ZeroDivisionError: a rule is broken" in show.stopped
    assert show.view() == recorded.views[show.position]


@pytest.mark.parametrize("keyframes", [True, False], ids=["with keyframes", "with none"])
def test_before_a_record_that_cannot_be_played_all_is_shown_and_can_be_taken_over(
    recorded: Recorded, tmp_path: Path, keyframes: bool
) -> None:
    path = tmp_path / "copy.jsonl"
    lines = recorded.path.read_bytes().splitlines(keepends=True)
    lines[121] = re.sub(b'"type":"[A-Za-z]+"', b'"type":"Fly"', lines[121])
    path.write_bytes(seal(lines))
    if keyframes:
        go(JournalPlayer(path, load(path)), 110)
    show = JournalPlayer(path, load(path))
    go(show, LENGTH)
    said = "line 122: there is no intent 'Fly' in this game"
    assert (show.position, show.length, show.target) == (120, 120, 120)
    assert (show.stopped, show.diverged) == (said, "")
    assert show.view() == recorded.views[120]
    game = show.take_over()
    game.perform(Close(1, 1))
    game.close()
    mine = load(game.path)
    assert verify(session_for(mine), mine) is None
    show = JournalPlayer(path, load(path))
    for position in (LENGTH, 30, LENGTH):
        go(show, position)
        assert show.view() == recorded.views[min(position, 120)]


@pytest.mark.slow
def test_in_a_long_game_every_turn_is_near(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "long.jsonl"
    record_intents(path, *TO_AND_FRO * 500, seed=1, level="moments")
    forget_keyframes(path)
    # Clocked so, a move plays three records at most, as on a machine that is slow or busy.
    monkeypatch.setattr(player, "_STRIDE", 4)
    monkeypatch.setattr(player, "perf_counter", itertools.count().__next__)
    played, restored = count(monkeypatch, "perform"), count(monkeypatch, "restore")
    show, chance = JournalPlayer(path, load(path)), random.Random(1)

    def cost_of(position: int) -> tuple[int, int]:
        """How many intents are played, and states restored, on the way to a place."""
        before = len(played), len(restored)
        go(show, position)
        return len(played) - before[0], len(restored) - before[1]

    assert cost_of(show.length) == (1000, 0)  # no keyframe helps on the first way there
    jumps = [cost_of(show.position_of_turn(chance.randrange(1000))) for _ in range(30)]
    go(show, show.length)
    steps = [cost_of(show.after_turns(show.position, -1)) for _ in range(30)]
    assert show.view().turn == 970
    first, *further = steps  # on the first step back, states are kept for those after it
    for ways, most in ((jumps, 100), ([first], 100), (further, 10)):
        assert all(played < most and restored <= 1 for played, restored in ways)


def count(monkeypatch: pytest.MonkeyPatch, method: str) -> list[None]:
    """Have each call of a session's method add to a list."""
    calls: list[None] = []
    called = getattr(Session, method)

    def counted(*given: object, **named: object) -> object:
        calls.append(None)
        return called(*given, **named)

    monkeypatch.setattr(Session, method, counted)
    return calls
