"""Saying: whatever a player means can be said in words, and the words mean just that."""

from collections import Counter

import pytest

from bidden.bots.roster import BOTS
from bidden.content.mods import RUN
from bidden.intents import INTENTS, Bind, Close, Drop, Intent, Move, Name, PickUp, Quaff, Throw
from bidden.prose.meanings import Act
from bidden.prose.parsing import understand
from bidden.prose.saying import say
from bidden.prose.words import verbs
from bidden.session import Session
from tests.bidden.prose.scenes import a_scene, held


def whole_game(bot: str, seed: int, turns: int = 1500) -> list[tuple[Intent, str | None]]:
    """A game that a bot plays to its end, or so far: what it meant, and how that is said."""
    session, choose, said = (
        Session(seed, level=RUN),
        BOTS[bot](seed),
        list[tuple[Intent, str | None]](),
    )
    for _ in range(turns):
        if session.over:
            break
        view = session.view()
        intent = choose(view)
        words = say(intent, view)
        if words is not None:
            assert understand(words, view) == Act((intent,))
        said.append((intent, words))
        session.perform(intent)
    return said


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "seed"), [("explorer", 5), ("explorer", 19), ("fighter", 7)])
def test_a_whole_game_of_a_bot_can_be_said_in_words(bot: str, seed: int) -> None:
    said = whole_game(bot, seed)
    assert len(said) > 200
    assert [intent for intent, words in said if words is None] == []
    letters = Counter("slot" in str(words) for _, words in said)
    assert letters[True] <= len(said) // 50


@pytest.mark.slow
def test_of_whatever_a_monkey_means_only_what_there_is_not_cannot_be_said() -> None:
    for intent, words in whole_game("monkey", 5, 600):
        if words is None:
            fields = [getattr(intent, name, 0) for name in ("dx", "dy", "number")]
            known = all(abs(field) <= 1 for field in fields[:2]) and any(fields[:2])
            assert not (isinstance(intent, Move | Close) and known), intent
            assert not (isinstance(intent, PickUp | Bind) and fields[2] == 0), intent


def test_each_kind_of_intent_has_a_verb_of_its_name() -> None:
    assert [name for name in INTENTS if name not in verbs()] == []


def test_the_plainest_words_that_mean_it_are_said() -> None:
    pack = (held("a", "a milky potion", "quaff"), held("b", "3 rocks", each="rock", count=3))
    view = a_scene(foes={(6, 3): "a bat", (9, 2): "a bat"}, pack=pack)
    assert say(Quaff("a"), view) == "quaff the milky potion"
    assert say(Throw("b", 6, 3), view) == "throw the rock at the bat"
    assert say(Throw("b", 9, 2), view) == "throw the rock at the second bat"
    assert say(Throw("b", 7, 4), view) == "throw the rock at 2 east and 1 south"
    assert say(Move(1, 0), view) == "attack the bat"
    assert say(Move(0, 1), view) == "go south"


def test_of_two_things_called_the_same_the_second_is_said_by_its_letter() -> None:
    pack = (held("a", "a red potion", "quaff"), held("k", "a red potion", "quaff"))
    view = a_scene(pack=pack)
    assert say(Quaff("a"), view) == "quaff the red potion"
    assert say(Quaff("k"), view) == "quaff slot k"


def test_somebody_is_called_as_one_would_call_them() -> None:
    own = a_scene(foes={(6, 3): "Sunniva the Twice-buried, wolf champion, asleep"})
    assert say(Move(1, 0), own) == "attack Sunniva"
    asleep = a_scene(foes={(6, 3): "a wolf, asleep"})
    assert say(Move(1, 0), asleep) == "attack the wolf"


def test_what_cannot_be_said_is_not_said() -> None:
    assert say(Move(90, 3), a_scene()) is None


def test_what_is_inscribed_is_said_without_its_inscription() -> None:
    view = a_scene(pack=(held("f", "a bow {to be thrown at Tom}", "put on"),))
    assert say(Drop("f"), view) == "drop the bow"
    assert say(Name("f", "Yew {x}"), view) == 'name the bow "Yew {x}"'
    lying = a_scene(underfoot=("a rock", "a bow {to be thrown at Tom}"))
    assert say(PickUp(1), lying) == "take the bow"
