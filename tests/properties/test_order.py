"""Invariant: the order of a chain is the order of its declared keys, whatever else varies.

The keys are: priority; rules, then roles as declared; own before owned; the world's order of
classes; definition. What must not matter: the order in which classes are defined, components
attached and entities spawned.
"""

from __future__ import annotations

from typing import Any

import attrs
from hypothesis import given, settings
from hypothesis import strategies as st

from eventcore import Component, Entity, Notice, World, component, event, handles, role


@event
class Never(Notice):
    """Not published: heard by all, so that no component is a rule of the world alone."""


@handles(Never)
def hear_never(part: Any, never: Never, world: Any) -> None:
    """Hear nothing."""


@event
class Deal(Notice):
    """Three roles; who is called writes into the log."""

    target: Entity = role()
    item: Entity = role()
    log: list[str] = attrs.field(factory=list)


ROLES = ("enactor", "target", "item")


@attrs.frozen
class Ear:
    """One handler, and what its place in the chain follows from."""

    priority: int
    role: str
    via: Any

    def key(self, rank: int, index: int) -> tuple[int, ...]:
        place = 0 if self.via == "world" else 1 + ROLES.index(self.role)
        return (self.priority, place, self.via == "owner", rank, index)


ears = st.builds(
    Ear,
    st.sampled_from([1, 100, 100, 399, 400, 1000]),
    st.sampled_from(ROLES),
    st.sampled_from(["self", "self", "owner", "world"]),
)
tables = st.lists(st.lists(ears, max_size=4), min_size=2, max_size=4)


def make_class(number: int, table: list[Ear]) -> type[Component]:
    body = {f"h{place}": make_handler(ear, f"{number}.{place}") for place, ear in enumerate(table)}
    return component(type(f"C{number}", (Component,), {**body, "never": hear_never}))


def make_handler(ear: Ear, label: str) -> Any:
    who = "world" if ear.via == "world" else ear.role

    @handles(Deal, ear.priority, role="enactor" if ear.via == "world" else ear.role, via=ear.via)
    def hear(part: Any, deal: Any, world: Any) -> None:
        deal.log.append(f"{who}:{label}")

    return hear


def expected(table_list: list[list[Ear]], order: list[int]) -> list[str]:
    """Where each class is on the root, on one entity of each role, and on a thing it owns."""
    keyed = [
        (ear.key(order.index(number), place), number, place, ear)
        for number, table in enumerate(table_list)
        for place, ear in enumerate(table)
    ]
    return [
        f"{'world' if ear.via == 'world' else ear.role}:{number}.{place}"
        for _, number, place, ear in sorted(keyed, key=lambda one: one[0])
    ]


@settings(deadline=None)
@given(tables, st.data(), st.booleans())
def test_a_chain_is_in_the_order_of_its_keys(
    table_list: list[list[Ear]], data: st.DataObject, debug: bool
) -> None:
    numbers = range(len(table_list))
    order = data.draw(st.permutations(numbers), label="order of the world")
    defined = data.draw(st.permutations(numbers), label="order of definition")
    classes = {number: make_class(number, table_list[number]) for number in defined}
    world = World(components=[classes[number] for number in order], debug=debug)
    for number in data.draw(st.permutations(numbers), label="order of attaching"):
        world.attach(world.root, classes[number]())
    players = {}
    for name in data.draw(st.permutations(ROLES), label="order of spawning"):
        thing = world.spawn(*(classes[number]() for number in defined))
        players[name] = world.spawn()
        world.set_owner(thing, players[name])
        for number in data.draw(st.permutations(numbers), label="order of components"):
            world.attach(players[name], classes[number]())
    deal = world.publish(Deal(players["enactor"], players["target"], players["item"]))
    assert deal.log == expected(table_list, order)
