"""The fingerprint of handler tables: it changes with whatever decides the order of a chain."""

import pytest

from eventcore import APPLY, REACT, Component, component
from eventcore.dispatch.order import handlers_fingerprint
from tests.eventcore.worlds.bodies import Body, Hit, Legs, Run, Walk, says


def ears(*handlers: object, name: str = "Ears") -> type[Component]:
    """Make a component of these handlers."""
    return component(
        type(name, (Component,), {f"hear_{n}": handler for n, handler in enumerate(handlers)})
    )


def test_equal_tables_have_equal_fingerprints() -> None:
    one = handlers_fingerprint([ears(says("a", Walk, APPLY)), Legs])
    assert one == handlers_fingerprint([ears(says("b", Walk, APPLY)), Legs])
    assert len(one) == 16


def test_a_fingerprint_is_what_it_always_was() -> None:
    assert handlers_fingerprint([Legs, Body]) == "c36029a151e0f104"


@pytest.mark.parametrize(
    "other",
    [
        ears(says("a", Walk, APPLY), name="Eyes"),
        ears(says("a", Walk, REACT)),
        ears(says("a", Run, APPLY)),
        ears(says("a", Walk, APPLY, via="owner")),
        ears(says("a", Walk, APPLY, always=True)),
        ears(says("a", Walk, APPLY), says("b", Walk, APPLY)),
        ears(),
    ],
)
def test_another_handler_is_another_fingerprint(other: type[Component]) -> None:
    assert handlers_fingerprint([ears(says("a", Walk, APPLY))]) != handlers_fingerprint([other])


def test_another_role_is_another_fingerprint() -> None:
    one, other = ears(says("a", Hit, APPLY)), ears(says("a", Hit, APPLY, role="target"))
    assert handlers_fingerprint([one]) != handlers_fingerprint([other])


def test_another_order_of_components_is_another_fingerprint() -> None:
    assert handlers_fingerprint([Legs, Body]) != handlers_fingerprint([Body, Legs])


def test_another_order_of_definition_is_another_fingerprint() -> None:
    one, two = says("a", Walk, APPLY), says("b", Run, APPLY)
    assert handlers_fingerprint([ears(one, two)]) != handlers_fingerprint([ears(two, one)])
