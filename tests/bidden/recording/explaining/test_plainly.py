"""Plainly: what happened is told in sentences, with the numbers of the events themselves."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bidden.events
from bidden.order import COMPONENTS
from bidden.recording import playing
from bidden.recording.explaining.plain_words import SENTENCES, SILENT
from bidden.recording.explaining.plainly import plain_lines, sentence_of
from bidden.recording.explaining.span_words import PARTS
from eventcore import Event
from eventcore.trace import Span, Tree
from eventcore.trace.span import Who
from tests.bidden.recorded import give_in

YOU, ZOMBIE, POTION = Who(2, "you"), Who(9, "zombie"), Who(5, "red potion")


def span(event: str, number: int = 1, cause: int = 0, **said: Any) -> Span:
    """An event that was done, as it is told of."""
    roles = tuple((name, who) for name, who in said.items() if isinstance(who, Who))
    fields = tuple((name, value) for name, value in said.items() if not isinstance(value, Who))
    reason = dict(fields).pop("reason", "")
    fields = tuple(pair for pair in fields if pair[0] != "reason")
    return Span(number, event, 7, cause, 0, roles, fields, reason=reason, outcome=DONE)


OWN = ("bidden.", "eventcore.")
"""Whose events there are: tests have some of their own, by the same names."""

DONE: Any = object()
"""Any outcome but none: only an error leaves none."""


def events() -> Iterator[type[Event]]:
    for module in pkgutil.iter_modules(bidden.events.__path__):
        importlib.import_module(f"bidden.events.{module.name}")
    found: list[type[Event]] = [Event]
    while found:
        kind = found.pop()
        found += [one for one in kind.__subclasses__() if one.__module__.startswith(OWN)]
        yield kind


def test_every_type_that_is_told_of_is_there_with_what_its_sentence_names() -> None:
    kinds = {kind.__name__: kind for kind in events()}
    assert set(SENTENCES) | SILENT <= set(kinds)
    assert not set(SENTENCES) & SILENT
    for name, sentence in SENTENCES.items():
        if isinstance(sentence, str):
            wanted = {
                part.partition("}")[0].removesuffix("'s").removesuffix(" was")
                for part in sentence.split("{")[1:]
            }
            assert wanted <= set(kinds[name]._fields_) | set(kinds[name]._roles_), name


def test_every_part_of_a_strength_is_a_handlers() -> None:
    there = {handler.label for cls in COMPONENTS for handler in cls._handlers_}
    assert set(PARTS) <= there


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (span("Open", enactor=YOU, door=Who(3, "door")), "You opened the door."),
        (span("Quaff", enactor=ZOMBIE, item=POTION), "The zombie drank the red potion."),
        (span("Die", enactor=ZOMBIE, target=YOU, source=""), "You died."),
        (span("Die", enactor=YOU, target=ZOMBIE, source="fire"), "The zombie died of fire."),
        (
            span(
                "TakeDamage", enactor=ZOMBIE, target=YOU, strength=5, dealt=2, source="", sure=False
            ),
            "You lost 2 hit points, of up to 5.",
        ),
        (
            span(
                "TakeDamage", enactor=YOU, target=YOU, strength=1, dealt=1, source="gas", sure=True
            ),
            "Gas cost you 1 hit point.",
        ),
        (
            span("Wound", target=YOU, kind="leg", emptied=True, wounds=3, deadly=False),
            "You took a wound (leg) instead of dying: 3 by now.",
        ),
        (
            span("Wound", target=YOU, kind="leg", emptied=False, wounds=3, deadly=False),
            "You took a wound (leg) outright: 3 by now.",
        ),
        (
            span("Wound", target=YOU, kind="eye", emptied=True, wounds=5, deadly=True),
            "You took a wound (eye): number 5, one too many.",
        ),
        (span("Break", target=YOU, item=Who(4, "sword")), "The sword broke in your hands."),
        (
            span("Move", enactor=YOU, reason="wall"),
            "You tried in vain to move. There is a wall in the way.",
        ),
        (span("FooBar", enactor=YOU, target=ZOMBIE), "Foo bar: you → the zombie."),
        (span("Arrive", enactor=YOU), ""),
        (span("Obey", enactor=YOU), "You did what another mind wanted."),
        (
            span("Affect", enactor=ZOMBIE, target=YOU, effect="paralysis", reason="nothing"),
            "Paralysis did nothing to you.",
        ),
        (
            span("Affect", enactor=ZOMBIE, target=YOU, effect="speed", turns=9, applied=True),
            "Speed came upon you for 9 turns.",
        ),
        (span("Name", enactor=YOU, name="Mjölnir"), ""),
        (
            span("Name", enactor=YOU, name="Mjölnir", reason="known"),
            "You tried in vain to name. You know what that is.",
        ),
        (
            span("EffectMoment", enactor=YOU, effect="blindness", moment="half"),
            "Blindness had lasted half its time on you.",
        ),
        (
            span("Open", enactor=YOU, reason="locked"),
            "You tried in vain to open. The door is locked.",
        ),
        (span("Heal", enactor=ZOMBIE, target=ZOMBIE, reason="full"), ""),
        (span("Heal", enactor=YOU, target=YOU, gained=1), "You gained 1 hit point."),
        (span("Feed", enactor=YOU, target=YOU, gained=-2), "You lost 2 food."),
        (span("Displace", enactor=ZOMBIE, target=YOU), "You were moved."),
        (span("Displace", enactor=YOU, target=ZOMBIE), "The zombie was moved."),
    ],
    ids=lambda value: value.event if isinstance(value, Span) else "",
)
def test_an_event_is_a_sentence(told: Span, sentence: str) -> None:
    assert sentence_of(told) == sentence


def test_what_barred_a_step_is_called_as_the_place_draws_it() -> None:
    tree = Tree([span("Move", enactor=YOU, reason="wall")])
    told = "> You tried in vain to move. There is a tree in the way."
    assert [*plain_lines(tree, {1}, "a tree")] == [told]


WORLD, TRAP = Who(1, "the world"), Who(7, "fire trap")


@pytest.mark.parametrize(
    ("cause", "by", "sentence"),
    [
        ("Tick", WORLD, "Embers beside it set tall grass alight."),
        ("Burn", ZOMBIE, "Fire leapt to tall grass."),
        ("Burst", WORLD, "The flash set tall grass alight."),
        ("TakeDamage", WORLD, "Fire set tall grass alight."),
        ("Throw", YOU, "You set tall grass alight."),
        ("Spring", TRAP, "The fire trap set tall grass alight."),
    ],
)
def test_who_or_what_kindled_a_fire_is_told(cause: str, by: Who, sentence: str) -> None:
    tree = Tree([span(cause, 1, enactor=by), span("Ignite", 2, 1, enactor=by, kind="tall grass")])
    assert [*plain_lines(tree, {2})][-1].strip("> ") == sentence


@pytest.mark.parametrize(
    ("cause", "by", "sentence"),
    [
        ("Burn", ZOMBIE, "Fire that the zombie set cost you 3 hit points."),
        ("Move", YOU, "Fire that you set cost you 3 hit points."),
        ("Burn", WORLD, "Fire cost you 3 hit points."),
        ("Breathe", ZOMBIE, "Fire cost you 3 hit points."),
    ],
)
def test_who_set_the_fire_that_one_stood_in_is_told(cause: str, by: Who, sentence: str) -> None:
    harm = span("TakeDamage", enactor=by, target=YOU, dealt=3, source="fire", sure=True)
    assert sentence_of(harm, cause=cause) == sentence


def test_whom_a_shot_was_aimed_at_is_called_as_anybody_is() -> None:
    shot = span("Shoot", enactor=ZOMBIE, struck="you (2)", strength=6)
    assert sentence_of(shot) == "The zombie shot at you with 6."


def test_what_came_of_it_stands_beneath_and_what_is_silent_is_passed_over() -> None:
    tree = Tree(
        [
            span("TakeTurn", 1, enactor=ZOMBIE),
            span("Open", 2, 1, enactor=ZOMBIE, door=Who(3, "door")),
            span("Noise", 3, 2, enactor=ZOMBIE),
            span("Rouse", 4, 3, enactor=ZOMBIE, target=YOU, woke=1),
        ]
    )
    told = ["> The zombie opened the door.", "    You woke."]
    assert [*plain_lines(tree, {3})] == told
    assert [*plain_lines(tree, {4})] == ["  The zombie opened the door.", ">   You woke."]


def test_a_blow_is_told_with_what_the_defence_stopped_and_what_was_left(tmp_path: Path) -> None:
    game = playing.begin(111, tmp_path / "game.jsonl")
    while game.session.ending is None:
        game.perform(give_in(game.view()))
    view = game.view()
    assert game.why(view.turn, view.death, brief=True, plain=True) == (
        "The zombie struck at you with 4; your defence stopped 1.",
        "You lost 1 hit point, of up to 3; none left.",
        "You took a wound (heart): number 5, one too many.",
        "You died.",
    )
    blow = next(line for line in reversed(view.lines) if "hits you for 2" in line.text)
    assert game.why(blow.turn, blow.sequence, plain=True)[:2] == (
        "  The zombie struck at you with 4; your defence stopped 1.",
        ">   You lost 2 hit points, of up to 3; 6 left.",
    )


@pytest.mark.parametrize(("strength", "told"), [(1, "with 1."), (0, "costs 1 at the least.")])
def test_of_a_blow_of_which_all_was_stopped_it_is_told_that_it_costs_one(
    strength: int, told: str
) -> None:
    blow = span("Attack", enactor=ZOMBIE, target=YOU, strength=strength)
    assert sentence_of(blow).endswith(told)


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("body of yours", "Your body was left."),
        ("troll corpse", "A troll corpse appeared."),
        ("orc", "An orc appeared."),
    ],
)
def test_what_comes_to_be_is_called_as_one_would(what: str, told: str) -> None:
    assert sentence_of(span("Spawn", what=what)) == told


def test_what_a_level_holds_is_not_told_to_who_has_just_come() -> None:
    spans = [
        span("Climb", 1, enactor=YOU),
        span("MakeLevel", 2, 1, enactor=YOU),
        span("Spawn", 3, 2, what="zombie"),
    ]
    assert [*plain_lines(Tree(spans), {1})] == ["> You took a stair."]


def test_a_wound_is_laid_to_the_blow_where_it_was_one() -> None:
    wound = span("Wound", target=YOU, kind="leg", emptied=False, wounds=3, deadly=False)
    told = "You took a wound (leg) outright, by the blow itself: 3 by now."
    assert sentence_of(wound, cause="Hit") == told
