"""Explaining: the journal, played once more, tells what a game's own numbers came of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import msgspec
import pytest

from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.components.movement.waiting import Waiting
from bidden.content.mods import RUN
from bidden.events import movement as events
from bidden.events.movement import Arrive
from bidden.events.things import PickUp
from bidden.intents import Intent, Move, Quaff, Read, Wait
from bidden.recording import playing
from bidden.recording.explaining.explain import _namer, _without_secrets, explain, trace_turn
from bidden.recording.player import JournalPlayer
from bidden.recording.playing import Play, session_for, timeline_of
from bidden.recording.resume import resume
from bidden.session import Session
from bidden.state import called
from bidden.view import Line
from eventcore import Action, JournalError, World
from eventcore.replay import Playback, verify
from eventcore.tools.explaining import choose, of_turns
from eventcore.trace import Span, Tree
from tests.bidden.recorded import forget_keyframes, give_in, record_intents
from tests.bidden.recording.test_resume import rewritten
from tests.journals import seal
from tests.sampling import sampled


@pytest.fixture
def game(tmp_path: Path) -> Play:
    """A game of seed 111, which is soon lost to a zombie."""
    game = playing.begin(111, tmp_path / "game.jsonl")
    while game.session.ending is None:
        game.perform(give_in(game.view()))
    return game


def last_blow(game: Play) -> Line:
    return [line for line in game.view().lines if "hits you" in line.text][-1]


def test_the_numbers_of_a_blow_agree_with_what_happened(game: Play) -> None:
    line = last_blow(game)
    tree = trace_turn(timeline_of(game.path, playing.load(game.path)), line.turn).tree
    blow = tree.get(line.sequence)
    assert blow is not None
    said = [change for call in blow.calls for change in call.changes]
    (hp,) = [change for change in said if change.component == "Health"]
    (dealt,) = [change for change in said if change.field == "dealt"]
    assert isinstance(hp.before, int)
    assert isinstance(dealt.after, int)
    assert (hp.before - dealt.after, hp.after, hp.entity) == (0, 0, game.session.player.id)
    assert f"for {dealt.after}." in line.text
    assert game.session.player[Health].hp == 0


def test_a_blow_is_told_with_what_led_to_it_and_what_came_of_it(game: Play) -> None:
    line = last_blow(game)
    told = game.why(line.turn, line.sequence)
    assert told[0].startswith("  TakeTurn #")
    assert any("Guard.turn_aside  strength 4 → 3" in text for text in told)
    (marked,) = (text for text in told if text.startswith(">"))
    assert f"TakeDamage #{line.sequence} zombie → you: done" in marked
    assert any("Die #" in text for text in told[told.index(marked) :])


def test_a_death_is_told_in_short_from_its_first_cause(game: Play) -> None:
    view = game.view()
    told = game.why(view.turn, view.death, brief=True)
    assert [text.split()[0] for text in told] == [
        "TakeTurn", "Move", "Attack", "TakeDamage", "Die", "Wound", "Die",
    ]  # fmt: skip
    assert told[2] == (
        "Attack zombie → you: strength 0 → 4 (Strike.put_weight_behind_it) → 3 (Guard.turn_aside)"
    )


@pytest.mark.endurance
def test_every_line_of_a_game_that_goes_on_can_be_explained(game: Play) -> None:
    told = [line for line in game.view().lines if line.sequence]  # but what to try, which is 0
    for line in sampled(told, 10):
        assert any(f"#{line.sequence} " in text for text in game.why(line.turn, line.sequence))


def test_asking_moves_neither_the_game_nor_its_journal(tmp_path: Path) -> None:
    game = playing.begin(7, tmp_path / "game.jsonl")
    game.perform(Move(0, 1))
    before = game.view(), game.session.world.sequence, game.path.read_bytes()
    game.why(1, 5)
    assert (game.view(), game.session.world.sequence, game.path.read_bytes()) == before
    game.perform(Wait())
    game.close()
    journal = playing.load(game.path)
    assert verify(session_for(journal), journal) is None


def test_a_journal_that_is_played_back_explains_itself(game: Play) -> None:
    show, line = JournalPlayer(game.path, playing.load(game.path)), last_blow(game)
    assert show.why(line.turn, line.sequence) == game.why(line.turn, line.sequence)
    assert show.position == 0


def test_a_game_is_saved_with_what_the_player_died_of(game: Play) -> None:
    saved = msgspec.json.decode(game.session.save())
    assert saved["death"] == game.view().death > 0


@pytest.fixture
def waited(tmp_path: Path) -> Play:
    """A game in which 350 turns were waited."""
    game = playing.begin(7, tmp_path / "game.jsonl", level=RUN)
    for _ in range(350):
        game.perform(Wait())
    return game


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The position of each record that is played back."""
    steps, step = list[int](), Playback.step

    def counted(play: Playback) -> bool:
        steps.append(play.position)
        return step(play)

    monkeypatch.setattr(Playback, "step", counted)
    return steps


def is_told(game: Play, turn: int) -> bool:
    """Say whether it is told why the first thing in a turn happened."""
    records = playing.load(game.path).records
    told = game.why(turn, next(one.seq for one in records if one.turn == turn))
    return not told[0].startswith("It cannot be told")


def test_a_late_turn_is_played_from_a_keyframe_near_it(waited: Play, steps: list[int]) -> None:
    assert is_told(waited, 240)
    assert 0 < len(steps) < 100 < min(steps)


def test_without_keyframes_it_is_near_once_the_game_was_gone_on_with(
    waited: Play, steps: list[int]
) -> None:
    waited.close()
    forget_keyframes(waited.path)
    game = resume(waited.path, playing.load(waited.path))
    assert min(steps) == 0
    for turn in (340, 150):
        steps.clear()
        assert is_told(game, turn)
        assert 0 < len(steps) <= 100 <= min(steps)


def test_where_there_is_no_keyframe_but_the_journal_one_question_makes_those_of_the_next(
    waited: Play, steps: list[int]
) -> None:
    waited._recorder.keyframes = None
    for count in (range(300, 400), range(100)):
        steps.clear()
        assert is_told(waited, 340)
        assert len(steps) in count


def test_what_other_rules_led_to_is_told_from_the_states_they_left(
    waited: Play, steps: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    waited.close()

    def rest(part: Waiting, wait: events.Wait, world: World) -> None:
        if world.turn == 50:
            world.stream("combat").roll(1, 6)

    monkeypatch.setattr(Waiting, "let_time_pass", rest)
    rewritten(monkeypatch)
    game = resume(waited.path, playing.load(waited.path))
    assert "its replay differs first on turn 51" in game.notice
    for _ in range(3):
        game.perform(Wait())
    for turn in (351, 340):
        steps.clear()
        assert is_told(game, turn)
        assert 0 < len(steps) <= 60


def test_a_turn_has_all_its_events_and_those_of_no_other(game: Play) -> None:
    journal = playing.load(game.path)
    timeline = timeline_of(game.path, journal)
    tree = of_turns(trace_turn(timeline, 50).tree, 50, 50)
    assert {span.turn for span in tree.spans} == {50}
    numbers = [span.sequence for span in tree.spans]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    after = of_turns(trace_turn(timeline, 51).tree, 51, 51)
    assert after.spans[0].sequence == numbers[-1] + 1


def test_a_turn_has_the_causes_it_has_in_turns_before() -> None:
    older, cause, event = (
        Span(number, "Tick", turn, number - 1, 0, (), ())
        for number, turn in ((1, 3), (2, 3), (3, 4))
    )
    assert of_turns(Tree([older, cause, event]), 4, 4).spans == (older, cause, event)


def test_what_cannot_be_explained_says_so_in_one_line(game: Play) -> None:
    (line,) = game.why(0, 1)
    assert line.startswith("It cannot be told why: it happened as the game began")
    game.path.unlink()
    (line,) = game.why(50, 300)
    assert line.startswith("It cannot be told why: ")
    assert "there is no such file" in line


def test_a_journal_that_parts_from_the_game_explains_nothing(game: Play) -> None:
    lines = game.path.read_bytes().splitlines(keepends=True)
    journal = seal([*lines[:10], *lines[11:]])
    game.path.write_bytes(journal)
    forged = playing.load(game.path)
    with pytest.raises(JournalError, match="no longer plays back the same"):
        explain(timeline_of(game.path, forged), 50, 300)
    assert "no longer plays back the same" in game.why(50, 300)[0]


def test_to_the_player_a_thing_goes_by_what_they_call_it() -> None:
    session = Session(1)
    thing = session.world.spawn(*session.catalogue.make("scroll of blinking"))
    assert called(thing, session.world) == "scroll of blinking"
    assert _namer(session.world, {})(thing).startswith("scroll titled ")


@pytest.fixture
def holding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games begin with two potions and a scroll in the pack, and a zombie soon put to rest."""
    begin = Session.__init__

    def begin_with_potions(session: Session, *arguments: Any, **options: Any) -> None:
        begin(session, *arguments, **options)
        here = session.player[Position]
        for name in ("potion of health", "potion of confusion", "scroll of lightning"):
            thing = session.world.spawn(*session.catalogue.make(name))
            session.world.attach(thing, Position(here.x, here.y, here.level))
            session.world.publish(Arrive(thing))
            session.world.publish(PickUp(session.player, thing))
        weak = session.world.spawn(*session.catalogue.make("zombie"))
        weak[Health].hp = 1
        session.world.attach(weak, Position(here.x + 1, here.y, here.level))
        session.world.publish(Arrive(weak))

    monkeypatch.setattr(Session, "__init__", begin_with_potions)


def why_of(game: Play, event: str) -> str:
    """What the player is told of an event of the first turn."""
    timeline = timeline_of(game.path, playing.load(game.path))
    (span,) = choose(trace_turn(timeline, 1).tree, event)
    return "\n".join(explain(timeline, 1, span.sequence))


@pytest.fixture
def quaffed_in_vain(holding: None, tmp_path: Path) -> Play:
    """A game whose player has drunk of the potion of health, being well."""
    game = playing.begin(1, tmp_path / "game.jsonl")
    game.perform(Quaff("a"))
    assert game.view().lines[-1].text == "Nothing happens."
    return game


def is_kept_secret(told: str) -> bool:
    return not any(secret in told for secret in ("Affect", "Heal", "health"))


def test_what_an_unknown_thing_did_in_secret_is_not_told(quaffed_in_vain: Play) -> None:
    told = why_of(quaffed_in_vain, "Quaff")
    assert "Quaff" in told
    assert "UseUp" in told
    assert is_kept_secret(told), told


@pytest.mark.parametrize("brief", [False, True])
def test_of_what_was_done_in_secret_it_is_told_what_led_to_it(
    quaffed_in_vain: Play, brief: bool
) -> None:
    line = quaffed_in_vain.view().lines[-1]
    told = "\n".join(quaffed_in_vain.why(line.turn, line.sequence, brief=brief))
    assert "Quaff" in told
    assert is_kept_secret(told), told


@pytest.mark.usefixtures("holding")
def test_what_a_thing_did_is_told_once_it_is_known_by_it(tmp_path: Path) -> None:
    game = playing.begin(1, tmp_path / "game.jsonl")
    game.perform(Quaff("b"))
    told = why_of(game, "Quaff")
    assert "Affect" in told
    assert "confusion" in told


@pytest.mark.usefixtures("holding")
def test_what_the_player_saw_is_told_with_its_cause_though_it_is_not_known(tmp_path: Path) -> None:
    game = playing.begin(1, tmp_path / "game.jsonl")
    game.perform(Read("c"))
    lines = game.view().lines
    assert [line.text for line in lines if "rest" in line.text] == ["You put the zombie to rest."]
    line = next(line for line in lines if "rest" in line.text)
    for brief in (False, True):
        told = "\n".join(game.why(line.turn, line.sequence, brief=brief))
        assert "Read" in told
        assert "TakeDamage" in told
        assert "Die" in told
        assert "scroll titled" in told
        assert "scroll of lightning" not in told


@pytest.mark.usefixtures("holding")
def test_what_nobody_was_told_of_is_left_out_with_all_that_came_of_it(tmp_path: Path) -> None:
    game = playing.begin(1, tmp_path / "game.jsonl")
    game.perform(Read("c"))
    trace = trace_turn(timeline_of(game.path, playing.load(game.path)), 1)
    assert {"Affect", "TakeDamage", "Die"} <= {p.event for p in _without_secrets(trace).spans}
    (read,) = (span for span in trace.tree.spans if span.event == "Read")
    scroll = dict(read.roles)["item"]
    assert scroll is not None
    found = attrs.evolve(trace, messages=frozenset(), unknown=frozenset({scroll.id}))
    unseen = _without_secrets(found)
    assert "Read" in {span.event for span in unseen.spans}
    assert not {"Affect", "TakeDamage", "Die"} & {span.event for span in unseen.spans}


def test_of_a_turn_with_very_many_records_only_those_about_the_event_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = record_intents(tmp_path / "game.jsonl", *[Move(0, 0)] * 700, Wait())
    player = JournalPlayer(path, playing.load(path))
    asked = player.why(0, playing.load(path).records[500].seq)
    performed, real = 0, Session.perform

    def count(session: Session, intent: Intent) -> Action:
        nonlocal performed
        performed += 1
        return real(session, intent)

    monkeypatch.setattr(Session, "perform", count)
    told = player.why(0, playing.load(path).records[500].seq)
    assert told == asked
    assert told[0].startswith("> Move #")
    assert 0 < performed <= 400
