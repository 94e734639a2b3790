"""Labels and amounts: names, inscriptions and numbers in texts."""

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.labels import is_too_long, label_of, labelled, split_label
from bidden.state import counted
from bidden.text import numbered, signed


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


@pytest.mark.parametrize(
    ("count", "told"), [(0, "0 tiles"), (1, "1 tile"), (2, "2 tiles"), (1200, "1,200 tiles")]
)
def test_only_one_is_singular(count: int, told: str) -> None:
    assert numbered("tile", count) == told


def test_number_has_its_sign() -> None:
    assert [signed(n) for n in (2, 0, -1)] == ["+2", "0", "\N{MINUS SIGN}1"]
