"""Every intent can be put into words, and parsing the words returns the intent."""

from collections import Counter

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.bots.roster import BOTS
from bidden.content.mods import RUN
from bidden.intents import INTENTS, Bind, Close, Drop, Intent, Move, Name, PickUp, Quaff, Throw
from bidden.prose.meanings import Act
from bidden.prose.words import verbs
from bidden.session import Session
from bidden.view import View
from tests.bidden.prose.saying import say, understand
from tests.bidden.prose.scenes import a_scene, held


def whole_game(bot: str, seed: int, turns: int = 1500) -> list[tuple[Intent, str | None]]:
    """Let a bot play, and return its intents with their words."""
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
@pytest.mark.parametrize(("bot", "seed"), [("explorer", 5), ("fighter", 7)])
def test_whole_game_of_a_bot_can_be_said_in_words(bot: str, seed: int) -> None:
    said = whole_game(bot, seed)
    assert len(said) > 200
    assert [intent for intent, words in said if words is None] == []
    letters = Counter("slot" in str(words) for _, words in said)
    assert letters[True] <= len(said) // 50


@pytest.mark.slow
def test_possible_intents_of_the_monkey_can_be_said_in_words() -> None:
    for intent, words in whole_game("monkey", 5, 600):
        if words is None:
            fields = [getattr(intent, name, 0) for name in ("dx", "dy", "number")]
            known = all(abs(field) <= 1 for field in fields[:2]) and any(fields[:2])
            assert not (isinstance(intent, Move | Close) and known), intent
            assert not (isinstance(intent, PickUp | Bind) and fields[2] == 0), intent


def test_each_intent_type_has_a_verb_with_the_same_name() -> None:
    assert [name for name in INTENTS if name not in verbs()] == []


def in_words(intents: list[Intent], view: View) -> list[str | None]:
    """Return the words of intents, and check that they parse back to the same intents."""
    words = [say(intent, view) for intent in intents]
    for intent, told in zip(intents, words, strict=True):
        assert told is not None
        assert understand(told, view) == Act((intent,))
    return words


def test_intents_are_put_into_plain_words(snapshot: SnapshotAssertion) -> None:
    pack = (
        held("a", "a milky potion", "quaff"),
        held("b", "3 rocks", each="rock", count=3),
        held("c", "a milky potion", "quaff"),
        held("f", "a bow", "put on"),
    )
    view = a_scene(foes={(6, 3): "a bat", (9, 2): "a bat"}, pack=pack)
    throws = [Throw("b", 6, 3), Throw("b", 9, 2), Throw("b", 7, 4)]
    intents = [Quaff("a"), Quaff("c"), *throws, Move(1, 0), Move(0, 1)]
    intents += [Drop("f"), Name("f", "Yew")]
    assert in_words(intents, view) == snapshot
    lying = a_scene(underfoot=("a rock", "a bow"))
    assert in_words([PickUp(1)], lying) == snapshot


@pytest.mark.parametrize(
    "name", ["Sunniva the Twice-buried, wolf champion, asleep", "a wolf, asleep"]
)
def test_command_text_calls_a_foe_only_by_its_name(name: str, snapshot: SnapshotAssertion) -> None:
    assert in_words([Move(1, 0)], a_scene(foes={(6, 3): name})) == snapshot


def test_step_of_more_than_one_tile_has_no_sentence() -> None:
    assert say(Move(90, 3), a_scene()) is None
