"""Explanations: replaying the journal shows where a game's numbers came from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.content.mods import RUN
from bidden.events.movement import Arrive
from bidden.events.things import PickUp
from bidden.intents import Move, Quaff, Read, Wait
from bidden.recording import playing
from bidden.recording.explain import explain, trace_turn
from bidden.recording.player import JournalPlayer
from bidden.recording.playing import Play, timeline_of
from bidden.session import Session
from bidden.view import Line
from eventcore import JournalError
from eventcore.replay.playback import Playback, verify
from tests.bidden.recorded import give_in
from tests.journals import seal
from tests.sampling import sampled


@pytest.fixture
def game(tmp_path: Path) -> Play:
    """Begin a game of seed 111, which is soon lost to a zombie."""
    game = playing.begin(111, tmp_path / "game.jsonl")
    while game.session.ending is None:
        game.perform(give_in(game.view()))
    return game


def last_blow(game: Play) -> Line:
    view = game.view()
    harm = [line for line in view.lines if line.tone == "harm" and not line.loud]
    return next(line for line in reversed(harm) if line.sequence != view.death)


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
    assert str(dealt.after) in line.text
    assert game.session.player[Health].hp == 0


def test_brief_explanation_of_a_death_starts_at_its_first_cause(
    game: Play, snapshot: SnapshotAssertion
) -> None:
    view = game.view()
    told = game.why(view.turn, view.death, brief=True)
    assert [text.split()[0] for text in told if "#" in text] == [
        "TakeTurn", "Move", "Attack", "TakeDamage", "Die", "Wound", "Die",
    ]  # fmt: skip
    assert [text.strip() for text in told if "Strike." in text] == snapshot


@pytest.mark.endurance
def test_every_logged_message_of_the_current_game_can_be_explained(game: Play) -> None:
    told = [line for line in game.view().lines if line.sequence]  # hints have sequence 0
    for line in sampled(told, 10):
        assert any(f"#{line.sequence} " in text for text in game.why(line.turn, line.sequence))


def test_asking_why_changes_neither_the_game_nor_its_journal(tmp_path: Path) -> None:
    game = playing.begin(7, tmp_path / "game.jsonl")
    game.perform(Move(0, 1))
    before = game.view(), game.session.world.sequence, game.path.read_bytes()
    game.why(1, 5)
    assert (game.view(), game.session.world.sequence, game.path.read_bytes()) == before
    game.perform(Wait())
    game.close()
    journal = playing.load(game.path)
    assert verify(Session.of_journal(journal), journal) is None


def test_a_journal_that_is_played_back_explains_itself(game: Play) -> None:
    show, line = JournalPlayer(game.path, playing.load(game.path)), last_blow(game)
    assert show.why(line.turn, line.sequence) == game.why(line.turn, line.sequence)
    assert show.position == 0


@pytest.fixture
def waited(tmp_path: Path) -> Play:
    """Play 350 turns of waiting."""
    game = playing.begin(7, tmp_path / "game.jsonl", level=RUN)
    for _ in range(350):
        game.perform(Wait())
    return game


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the position of each record that is replayed."""
    steps, step = list[int](), Playback.step

    def counted(play: Playback) -> bool:
        steps.append(play.position)
        return step(play)

    monkeypatch.setattr(Playback, "step", counted)
    return steps


def is_told(game: Play, turn: int) -> bool:
    """Return whether the first event of a turn is explained."""
    records = playing.load(game.path).records
    number = next(one.seq for one in records if one.turn == turn)
    return any(f"#{number} " in text for text in game.why(turn, number))


def test_late_turn_is_replayed_from_a_nearby_keyframe(waited: Play, steps: list[int]) -> None:
    assert is_told(waited, 240)
    assert 0 < len(steps) < 100 < min(steps)


def test_unexplainable_event_gives_a_one_line_answer(
    game: Play, snapshot: SnapshotAssertion
) -> None:
    (line,) = game.why(0, 1)
    assert line == snapshot
    game.path.unlink()
    (line,) = game.why(50, 300)
    assert line == snapshot


def test_journal_that_diverges_from_the_game_cannot_be_explained(
    game: Play, snapshot: SnapshotAssertion
) -> None:
    lines = game.path.read_bytes().splitlines(keepends=True)
    journal = seal([*lines[:10], *lines[11:]])
    game.path.write_bytes(journal)
    forged = playing.load(game.path)
    with pytest.raises(JournalError) as error:
        explain(timeline_of(game.path, forged), 50, 300)
    assert re.sub(r"\b[0-9a-f]{16}\b", "<digest>", str(error.value)) == snapshot
    (line,) = game.why(50, 300)
    assert str(error.value) in line


@pytest.fixture
def holding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games begin with two potions and a scroll in the pack, and a zombie soon killed."""
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
    """Return the explanation of an event of the first turn."""
    timeline = timeline_of(game.path, playing.load(game.path))
    (span,) = [span for span in trace_turn(timeline, 1).tree.spans if span.event == event]
    return "\n".join(explain(timeline, 1, span.sequence))


@pytest.fixture
def quaffed_in_vain(holding: None, tmp_path: Path) -> Play:
    """Return a game whose unhurt player drank a potion of health."""
    game = playing.begin(1, tmp_path / "game.jsonl")
    game.perform(Quaff("a"))
    return game


def is_kept_secret(told: str) -> bool:
    return not any(secret in told for secret in ("Affect", "Heal", "health"))


def test_explanation_hides_the_secret_effect_of_an_unknown_item(quaffed_in_vain: Play) -> None:
    told = why_of(quaffed_in_vain, "Quaff")
    assert "Quaff" in told
    assert "UseUp" in told
    assert is_kept_secret(told), told


@pytest.mark.usefixtures("holding")
def test_explanation_shows_the_effect_of_an_item_that_it_identified(tmp_path: Path) -> None:
    game = playing.begin(1, tmp_path / "game.jsonl")
    game.perform(Quaff("b"))
    told = why_of(game, "Quaff")
    assert "Affect" in told
    assert "confusion" in told


@pytest.mark.usefixtures("holding")
def test_explanation_names_the_seen_cause_but_not_the_unknown_item(tmp_path: Path) -> None:
    game = playing.begin(1, tmp_path / "game.jsonl")
    game.perform(Read("c"))
    lines = [line for line in game.view().lines if line.sequence]
    line = next(
        one for one in lines if "Die" in "".join(game.why(one.turn, one.sequence, brief=True))
    )
    for brief in (False, True):
        told = "\n".join(game.why(line.turn, line.sequence, brief=brief))
        assert "Read" in told
        assert "TakeDamage" in told
        assert "Die" in told
        assert "scroll titled" in told
        assert "scroll of lightning" not in told


@pytest.mark.usefixtures("haunted")
@pytest.mark.parametrize("plain", [True, False])
def test_explanation_does_not_name_a_creature_that_the_message_hides(
    tmp_path: Path, *, plain: bool
) -> None:
    game = playing.begin(1, tmp_path / "game.jsonl")
    game.perform(Move(1, 0))
    line = next(one for one in game.view().lines if "something" in one.text)
    told = "\n".join(game.why(line.turn, line.sequence, plain=plain))
    assert "omething" in told
    assert "phantom" not in told
    game.perform(Move(-1, 0))
    line = next(one for one in game.view().lines if "the zombie" in one.text)
    assert "zombie" in "\n".join(game.why(line.turn, line.sequence, plain=plain))


@pytest.fixture
def haunted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games begin with a phantom and a zombie beside the player."""
    begin = Session.__init__

    def begin_haunted(session: Session, *arguments: Any, **options: Any) -> None:
        begin(session, *arguments, **options)
        here = session.player[Position]
        for name, dx in (("phantom", 1), ("zombie", -1)):
            one = session.world.spawn(*session.catalogue.make(name))
            session.world.attach(one, Position(here.x + dx, here.y, here.level))
            session.world.publish(Arrive(one))

    monkeypatch.setattr(Session, "__init__", begin_haunted)
