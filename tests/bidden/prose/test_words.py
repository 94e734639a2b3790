"""Words: verbs, objects, aims, directions and numbers."""

import pytest

from bidden.prose.words import Sentence, direction_of, number_of, ordinal_of, read_sentence, verbs


def test_longest_verb_that_a_line_begins_with_is_meant() -> None:
    assert read_sentence("look at the goblin").verb == "Examine"
    assert read_sentence("look around").verb == "Look"
    assert read_sentence("take off the mail").verb == "TakeOff"
    assert read_sentence("take apart the trap").verb == "Disarm"
    assert read_sentence("take the mail").verb == "PickUp"


def test_particle_of_a_verb_may_come_last() -> None:
    sentence = read_sentence("put the mail on")
    assert (sentence.verb, sentence.object) == ("PutOn", ("mail",))
    assert read_sentence("pick the rock up").object == ("rock",)


def test_aim_comes_after_at_and_articles_are_left_out() -> None:
    sentence = read_sentence("Please throw the sharp rock at the second bat!")
    assert (sentence.verb, sentence.object, sentence.aim) == (
        "Throw",
        ("sharp", "rock"),
        ("second", "bat"),
    )


@pytest.mark.parametrize("line", ["n", "north", "N.", "go north", "walk n"])
def test_direction_is_one_to_go_in(line: str) -> None:
    sentence = read_sentence(line)
    assert sentence.verb == "Move"
    assert direction_of(sentence.object) == (0, -1)


@pytest.mark.parametrize("words", [("se",), ("southeast",), ("south-east",), ("south", "east")])
def test_direction_has_several_names(words: tuple[str, ...]) -> None:
    assert direction_of(words) == (1, 1)


def test_letter_a_is_a_slot_where_nothing_comes_after_it() -> None:
    assert read_sentence("quaff a").object == ("a",)
    assert read_sentence("quaff a potion").object == ("potion",)


def test_line_of_an_unknown_word_has_no_verb() -> None:
    assert read_sentence("frobnicate the orc") == Sentence(
        "", "frobnicate", ("the", "orc"), (), "frobnicate the orc"
    )
    assert read_sentence(" !? ").said in ("?", "")


def test_numbers_are_said_in_digits_and_in_words() -> None:
    assert [number_of(word) for word in ("12", "three", "third", "x")] == [12, 3, 3, None]
    assert [ordinal_of(word) for word in ("second", "2nd", "two")] == [2, 2, None]


def test_no_word_has_two_meanings_and_each_verb_has_an_example() -> None:
    assert len(verbs()) > 40
    for name, verb in verbs().items():
        first = verb.example.split(";")[0]
        assert read_sentence(first).verb in (name, "Move"), first


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        ("?" * 50_000, "Help"),
        ("look " + "a?" * 15_000, "Look"),
        ("take " + "a, " * 10_000, "PickUp"),
    ],
)
def test_long_line_is_read(line: str, verb: str) -> None:
    assert read_sentence(line).verb == verb
