"""Labels: a name and an inscription are one text, and come out of it as they went in."""

import pytest

from bidden.labels import is_too_long, label_of, labelled, split_label
from bidden.state import counted


@pytest.mark.parametrize(
    ("label", "name", "inscription"),
    [
        ("", "", ""),
        ("Biter", "Biter", ""),
        ("{@q1}", "", "@q1"),
        ("Biter {for the bridge}", "Biter", "for the bridge"),
        ("a javelin {x} {y}", "a javelin {x}", "y"),
    ],
)
def test_a_label_is_parted_and_written_again(label: str, name: str, inscription: str) -> None:
    assert split_label(label) == (name, inscription)
    assert label_of(name, inscription) == label


@pytest.mark.parametrize("text", ["{}", "{ }", "{x }", "a{x}", "{x} a", "{a{b}", "x}", "{x"])
def test_what_ends_in_no_braces_of_its_own_is_a_name(text: str) -> None:
    assert split_label(text) == (text, "")


@pytest.mark.parametrize(
    ("label", "called"),
    [
        ("", "javelin"),
        ("Biter", 'javelin named "Biter"'),
        ("{spare}", "javelin {spare}"),
        ("Biter {spare}", 'javelin named "Biter" {spare}'),
    ],
)
def test_a_thing_is_called_by_its_label_too(label: str, called: str) -> None:
    assert labelled("javelin", label) == called


def test_several_are_counted_before_the_inscription() -> None:
    assert counted("javelin {for the bridge, of all}", 3) == "3 javelins {for the bridge, of all}"


@pytest.mark.parametrize(
    ("name", "inscription", "too_long"), [(24, 40, False), (25, 1, True), (1, 41, True)]
)
def test_name_and_inscription_have_each_their_length(
    name: int, inscription: int, too_long: bool
) -> None:
    assert is_too_long(label_of("x" * name, "y" * inscription)) is too_long
