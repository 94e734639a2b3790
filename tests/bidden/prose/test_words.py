"""Words: verbs, objects, aims, directions and numbers."""

import pytest

from bidden.going.ways_out import WayOut
from bidden.prose.words import read_sentence, verbs


def test_parser_reads_the_target_after_at_and_drops_articles() -> None:
    sentence = read_sentence("Please throw the sharp rock at the second bat!")
    assert (sentence.verb, sentence.object, sentence.aim) == (
        "Throw",
        ("sharp", "rock"),
        ("second", "bat"),
    )


def test_no_word_has_two_meanings_and_each_verb_has_an_example() -> None:
    assert len(verbs()) > 40
    names = [name.lower() for verb in verbs().values() for name in verb.says]
    assert len(names) == len(set(names))
    for name, verb in verbs().items():
        first = verb.example.split(";")[0]
        assert read_sentence(first).verb in (name, "Move"), first


@pytest.mark.parametrize("way", [one for one in WayOut if one is not WayOut.AGAIN])
def test_every_way_out_but_again_is_a_prose_command(way: WayOut) -> None:
    assert read_sentence(way.name.lower().replace("_", " ")).verb


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
