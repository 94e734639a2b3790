"""Every event has narration texts, and every template can be filled."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import attrs
import pytest

import bidden
from bidden.events.movement import Wait
from bidden.going.commands.taking import LIES_HERE
from bidden.narration import NARRATIONS
from bidden.narration.grammar import SOMETHING, YOU, Noun, fill
from bidden.narration.witness import Narration, Witness
from bidden.rules.magic.effects import Effects
from bidden.words import refusal_of, sentence_of, tables, why_sentence
from eventcore import Event, Query
from tests.bidden.scenes import MakeScene, MakeSession

NAMES = re.compile(r"\{(?:(?:a|the|bare|some) )?([a-z_]+)(?:'s)?\}")


def events() -> Iterator[type[Event]]:
    found = [*Event.__subclasses__()]
    while found:
        kind = found.pop()
        found += kind.__subclasses__()
        if kind.__module__.startswith("bidden.events.") and not issubclass(kind, Query):
            yield kind


EVENTS = {kind.__name__: kind for kind in events()}
URGAL = "Urgal the Lame, troll champion"
VALUES: dict[str, object] = {"zombie": Noun("zombie"), "bats": Noun("bat", 3), "you": YOU}


def filled(template: str) -> str:
    return fill(template, lambda name: VALUES.get(name, 3))


@pytest.mark.parametrize("event", EVENTS)
def test_each_event_has_a_sentence_on_the_why_screen_or_is_silent(event: str) -> None:
    assert why_sentence(event) is not None


def test_unique_relic_takes_the_definite_article() -> None:
    relic = Noun("amulet of the summoner")
    assert fill("You pick up {some item}.", lambda _: relic) == (
        "You pick up the amulet of the summoner."
    )


def test_event_of_a_mod_has_no_explanation_sentence() -> None:
    assert why_sentence("Dazzle") is None


@pytest.mark.parametrize("event", [name for name in EVENTS if name in tables()])
def test_sentences_name_roles_and_fields_of_their_event(event: str) -> None:
    table, kind = tables()[event], EVENTS[event]
    assert attrs.has(kind)
    fields = attrs.fields_dict(kind)
    for key, entry in table.items():
        if key == "why" or (key.startswith("why_") and key not in ("why_loss", "why_body")):
            names = {name.lower() for name in NAMES.findall(str(entry).lower())}
            assert names <= fields.keys()


def sentences_about(name: object, make_session: MakeSession) -> list[str]:
    effects = make_session("#@#").world.root[Effects].kinds.values()
    texts = [text for kind in effects for text in attrs.astuple(kind.seen)]
    texts += [
        sentence_of(entry).text for each in EVENTS for entry in tables().get(each, {}).values()
    ]
    return [fill(text, lambda _: name) for text in texts]


def test_title_ends_with_a_comma_in_every_sentence(make_session: MakeSession) -> None:
    sentences = sentences_about(URGAL, make_session)
    assert len([one for one in sentences if "champion, " in one]) > 150
    assert not [one for one in sentences if re.search(r"champion( \w|'s|,[,.!:])", one)]
    told = fill("{Who} hits {who's} ally {who}.", lambda _: URGAL)
    assert told == f"{URGAL}, hits Urgal the Lame's ally {URGAL}."


def test_sentences_use_only_the_name_of_a_champion_already_introduced(
    make_session: MakeSession,
) -> None:
    sentences = sentences_about(Noun(URGAL), make_session)
    short = [one for one in sentences if "Urgal the Lame" in one and "champion" not in one]
    assert len(short) > 150
    told = fill("{Who} hits {who's} ally {a who}.", lambda _: Noun(URGAL))
    assert told == f"Urgal the Lame hits Urgal the Lame's ally {URGAL}."


def test_each_sentence_has_a_known_tone_and_reads_as_one() -> None:
    for event in EVENTS.keys() & tables().keys():
        for key, entry in tables()[event].items():
            said = sentence_of(entry)
            assert said.tone in ("plain", "good", "news", "harm", "refusal"), event
            assert said.text == "" or said.text[0].isupper() or said.text[0] == "{", event
            assert key.startswith("why") or said.text[-1:] in '.!"})', event


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{Zombie} {hit|hits} {you}.", "The zombie hits you."),
        ("{You} {hit|hits} {a zombie}.", "You hit a zombie."),
        ("{Some bats} {fly|flies}.", "3 bats fly."),
        ("{You's} {bare zombie}: {bats's} {n} {turns|turn}.", "Your zombie: the bat's 3 turns."),
    ],
)
def test_braces_are_filled(template: str, text: str) -> None:
    assert filled(template) == text


def test_message_verb_agrees_in_number_with_its_subject() -> None:
    values = {"fire": "fire", "coils": "coils", "one": 1, "thing": SOMETHING}
    assert fill("{Fire} {burn|burns}", values.__getitem__) == "Fire burns"
    assert fill("{Coils} {hurt|hurts}", values.__getitem__) == "Coils hurt"
    assert fill("{one} {turns|turn}", values.__getitem__) == "1 turn"
    assert fill("{Thing} {hit|hits} {thing's}", values.__getitem__) == "Something hits something's"


def test_unknown_refusal_reason_has_no_message() -> None:
    assert refusal_of("no such reason") == ""
    assert "{" not in refusal_of("wall", "a tree")


def test_second_narration_for_an_event_type_is_refused(make_scene: MakeScene) -> None:
    scene = make_scene("#@#")
    witness = Witness(scene.world, scene["@"])
    with pytest.raises(TypeError, match="Wait"):
        witness.observe((*NARRATIONS, Narration(Wait), Narration(Wait)))


def test_sentence_that_is_missing_is_an_error(make_scene: MakeScene) -> None:
    scene = make_scene("#@#")
    witness = Witness(scene.world, scene["@"])
    with pytest.raises(KeyError, match="Wait has no sentence 'you'"):
        witness.say(Wait(scene["@"]), "you")


@pytest.mark.parametrize(
    ("target", "words"),
    [("bat", "The bat hits another bat."), ("rat", "The bat hits the rat.")],
)
def test_sentence_says_another_if_the_target_has_the_attackers_name(
    target: str, words: str
) -> None:
    nouns = {"enactor": Noun("bat"), "target": Noun(target)}
    assert fill("{Enactor} hits {target}.", nouns.__getitem__) == words


def test_the_same_creature_may_be_named_twice() -> None:
    bat = Noun("bat")
    assert fill("{Target} flees, and {target's} wing bleeds.", lambda name: bat) == (
        "The bat flees, and the bat's wing bleeds."
    )


def test_each_table_is_in_one_file() -> None:
    folder = Path(bidden.words.__path__[0])
    found = [
        name for each in folder.glob("*.toml") for name in tomllib.loads(each.read_text("utf-8"))
    ]
    assert sorted(found) == sorted(tables())


@pytest.mark.parametrize(
    ("table", "key", "part"),
    [
        ("Move", "items", LIES_HERE),
        ("PickUp", "you", "You pick up"),
        ("PickUp", "you_slot", "You pick up"),
        ("PickUp", "you_more", "You now have"),
        ("LetGo", "yours", "You drop "),
        ("LetGo", "yours_many", "You drop "),
        ("Earn", "yours", " (press I to choose)"),
        ("Earn", "yours_several", " (press I to choose)"),
        ("Call", "offers", " (press O to choose)"),
        ("Call", "offer", " (press O to choose)"),
        ("repeat", "done", "Done "),
        ("news", "come", " into view"),
        ("news", "back", " into view"),
        ("news", "asleep", " asleep, "),
    ],
)
def test_sentence_has_the_part_by_which_screens_and_commands_find_it(
    table: str, key: str, part: str
) -> None:
    assert part in sentence_of(tables()[table][key]).text


def calls_of_phrase() -> Iterator[tuple[str, set[str], set[str]]]:
    """Yield the subject, the possible keys and the fields of each call of ``phrase``."""
    for path in Path(bidden.__path__[0]).rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            match call:
                case ast.Call(ast.Name("phrase"), [ast.Constant(str(subject)), key]):
                    keys = {
                        each.value
                        for each in ast.walk(key)
                        if isinstance(each, ast.Constant) and isinstance(each.value, str)
                    }
                    yield subject, keys, {each.arg or "" for each in call.keywords}


def test_each_phrase_exists_and_has_the_fields_of_its_call() -> None:
    used = defaultdict[str, set[str]](set)
    for subject, keys, _ in calls_of_phrase():
        assert keys <= tables()[subject].keys(), subject
        used[subject] |= keys
    variable = {
        each: tables()[each].keys() - named or tables()[each].keys() for each, named in used.items()
    }
    for subject, keys, fields in calls_of_phrase():
        keys = keys or {*variable[subject]}  # the others, as the key is in a variable
        used[subject] |= keys
        named = {
            name
            for key in keys
            for _, name, _, _ in Formatter().parse(tables()[subject][key])
            if name is not None
        }
        assert named == fields, (subject, keys)
    unused = {each: tables()[each].keys() - used[each] for each in used}
    assert not {each: keys for each, keys in unused.items() if keys}
