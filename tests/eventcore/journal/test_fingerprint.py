"""The fingerprint of handlers covers everything that decides the order of a chain."""

import pytest

from eventcore import APPLY, REACT, Component
from eventcore.journal.rules import handler_table, handlers_fingerprint
from tests.eventcore.worlds.bodies import Body, Hit, Legs, Method, Run, Walk, component_of, says


def ears(*handlers: Method, name: str = "Ears") -> type[Component]:
    return component_of(name, **{f"hear_{n}": h for n, h in enumerate(handlers)})


ONE = ears(says("a", Hit, APPLY))


def test_handler_fingerprint_matches_the_value_stored_in_old_journals() -> None:
    assert handlers_fingerprint([Legs, Body]) == "c36029a151e0f104"  # journals store this value
    assert handlers_fingerprint([ONE]) == handlers_fingerprint([ears(says("b", Hit, APPLY))])


@pytest.mark.parametrize(
    "other",
    [
        ears(says("a", Hit, APPLY), name="Eyes"),
        ears(says("a", Hit, REACT)),
        ears(says("a", Walk, APPLY)),
        ears(says("a", Hit, APPLY, role="target")),
        ears(says("a", Hit, APPLY, via="owner")),
        ears(says("a", Hit, APPLY, always=True)),
        ears(says("a", Hit, APPLY), says("b", Hit, APPLY)),
        ears(),
    ],
    ids=["class", "priority", "event", "role", "via", "always", "one more", "one less"],
)
def test_different_handler_gives_a_different_fingerprint(other: type[Component]) -> None:
    assert handlers_fingerprint([ONE]) != handlers_fingerprint([other])


def test_different_order_gives_a_different_fingerprint() -> None:
    assert handlers_fingerprint([Legs, Body]) != handlers_fingerprint([Body, Legs])
    one, two = says("a", Walk, APPLY), says("b", Run, APPLY)
    assert handlers_fingerprint([ears(one, two)]) != handlers_fingerprint([ears(two, one)])


def test_table_lists_the_handlers_of_each_class_in_order() -> None:
    two = ears(says("a", Hit, APPLY, role="target"), says("b", Walk, REACT, via="owner"))
    assert handler_table([component_of("Rock"), two]) == {
        "Rock": [],
        "Ears": ["hear_0 Hit 700 target", "hear_1 Walk 1000 enactor via owner"],
    }
    assert handler_table([ears(says("a", Hit, APPLY, always=True))]) == {
        "Ears": [f"{ONE._handlers_[0].name} Hit 700 {ONE._handlers_[0].role} always"]
    }
