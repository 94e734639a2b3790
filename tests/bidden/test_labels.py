"""Labels: a name and an inscription in one text."""

import pytest
from syrupy.assertion import SnapshotAssertion

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
def test_label_is_parted_and_written_again(label: str, name: str, inscription: str) -> None:
    assert split_label(label) == (name, inscription)
    assert label_of(name, inscription) == label


@pytest.mark.parametrize("text", ["{}", "{ }", "{x }", "a{x}", "{x} a", "{a{b}", "x}", "{x"])
def test_text_without_braces_at_its_end_is_a_name(text: str) -> None:
    assert split_label(text) == (text, "")


def test_thing_is_called_by_its_label_and_counted(snapshot: SnapshotAssertion) -> None:
    labels = ("", "Biter", "{spare}", "Biter {spare}")
    assert {label: labelled("javelin", label) for label in labels} == snapshot
    assert counted("javelin {for the bridge, of all}", 3) == snapshot


@pytest.mark.parametrize(
    ("name", "inscription", "too_long"), [(24, 40, False), (25, 1, True), (1, 41, True)]
)
def test_name_and_inscription_have_each_their_length(
    name: int, inscription: int, too_long: bool
) -> None:
    assert is_too_long(label_of("x" * name, "y" * inscription)) is too_long
