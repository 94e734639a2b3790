"""Explanations are plain sentences with the numbers of the events."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.narration.why import sentence_of
from bidden.recording import playing
from eventcore import World
from eventcore.trace import Span
from eventcore.trace.span import NamedEntity
from eventcore.trace.values import make_writer
from tests.bidden.recorded import give_in

YOU, ZOMBIE, POTION = NamedEntity(2, "you"), NamedEntity(9, "zombie"), NamedEntity(5, "red potion")


def span(event: str, number: int = 1, cause: int = 0, **said: Any) -> Span:
    """Return the span of an event that was done."""
    roles = tuple((name, who) for name, who in said.items() if isinstance(who, NamedEntity))
    fields = tuple(
        (name, value) for name, value in said.items() if not isinstance(value, NamedEntity)
    )
    reason = dict(fields).pop("reason", "")
    fields = tuple(pair for pair in fields if pair[0] != "reason")
    return Span(number, event, 7, cause, 0, roles, fields, reason=reason, outcome=DONE)


_LEAST = "1 damage, the minimum for a hit"
DONE: Any = object()
"""Any outcome except None, which only an error leaves."""


TOLD = [
    span("Open", enactor=YOU, door=NamedEntity(3, "door")),
    span("Quaff", enactor=ZOMBIE, item=POTION),
    span("Die", enactor=ZOMBIE, target=YOU, source=""),
    span("Die", enactor=YOU, target=ZOMBIE, source="fire"),
    span("TakeDamage", enactor=ZOMBIE, target=YOU, strength=5, dealt=2, source="", sure=False),
    span("TakeDamage", enactor=YOU, target=YOU, strength=1, dealt=1, source="gas", sure=True),
    span("Wound", target=YOU, kind="leg", emptied=True, wounds=3, deadly=False),
    span("Wound", target=YOU, kind="leg", emptied=False, wounds=3, deadly=False),
    span("Wound", target=YOU, kind="eye", emptied=True, wounds=5, deadly=True),
    span("Break", target=YOU, item=NamedEntity(4, "sword")),
    span("Move", enactor=YOU, reason="wall"),
    span("FooBar", enactor=YOU, target=ZOMBIE),
    span("Arrive", enactor=YOU),
    span("Obey", enactor=YOU),
    span("Affect", enactor=ZOMBIE, target=YOU, effect="paralysis", reason="nothing"),
    span("Affect", enactor=ZOMBIE, target=YOU, effect="speed", turns=9, applied=True),
    span("Name", enactor=YOU, name="Mjölnir"),
    span("Name", enactor=YOU, name="Mjölnir", reason="known"),
    span("EffectMoment", enactor=YOU, effect="blindness", moment="half"),
    span("Open", enactor=YOU, reason="locked"),
    span("Heal", enactor=ZOMBIE, target=ZOMBIE, reason="full"),
    span("Heal", enactor=YOU, target=YOU, gained=1),
    span("Feed", enactor=YOU, target=YOU, gained=-2),
    span("Throw", enactor=YOU, item=POTION, strength=0),
    span("Shoot", enactor=ZOMBIE, struck=YOU, strength=6),
    span("Impact", enactor=ZOMBIE, target=YOU, strength=-1),
    span("Fulfil", enactor=YOU, target=ZOMBIE),
    span("Climb", enactor=YOU, to_level=8),
    span("Improve", enactor=YOU, option="hp"),
    span("Displace", enactor=ZOMBIE, target=YOU),
    span("Displace", enactor=YOU, target=ZOMBIE),
]


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told.event)
def test_an_event_is_a_sentence(told: Span, snapshot: SnapshotAssertion) -> None:
    assert sentence_of(told) == snapshot


def test_entity_in_a_field_is_named_without_its_id() -> None:
    you = make_writer(lambda entity: "you")(World(components=[]).spawn())
    shot = span("Shoot", enactor=ZOMBIE, struck=you, strength=6)
    assert sentence_of(shot) == "The zombie shoots at you: up to 6 damage."


def test_explanation_of_a_hit_shows_the_effect_of_defence_and_the_hit_points_left(
    tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    game = playing.begin(111, tmp_path / "game.jsonl")
    while game.session.ending is None:
        game.perform(give_in(game.view()))
    view = game.view()
    assert game.why(view.turn, view.death, brief=True, plain=True) == snapshot
    harm = [line for line in view.lines if line.tone == "harm" and not line.loud]
    blow = next(line for line in reversed(harm) if line.sequence != view.death)
    assert game.why(blow.turn, blow.sequence, plain=True)[:2] == snapshot


def test_terms_of_an_attack_add_up_to_its_damage(tmp_path: Path) -> None:
    game = playing.begin(111, tmp_path / "game.jsonl")
    while game.session.ending is None:
        game.perform(give_in(game.view()))
    hits = [line for line in game.view().lines if line.tone in ("harm", "good")]
    told = [text for hit in hits for text in game.why(hit.turn, hit.sequence, plain=True)]
    sums = [text for text in told if "(Attack " in text]
    for text in sums:
        terms, most = re.findall(r"(Attack|plus|minus)[^,)]*?(\d+)", text), text.split(": ")[-1]
        total = sum(int(n) * (-1 if word == "minus" else 1) for word, n in terms)
        assert most == (f"up to {total} damage." if total > 0 else f"{_LEAST}.")
    assert len(sums) >= 3
    assert not [text for text in told if re.search(r"with -?\d", text)]


def test_arrival_on_a_level_is_named() -> None:
    climb = span("Displace", enactor=YOU, target=YOU, level=8)
    assert sentence_of(climb, cause="Climb") == "You arrive on level 8."
