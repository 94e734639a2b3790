"""A roster lists all entities that currently have certain components."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from eventcore import Component, Entity, World, component


@component
class Wing(Component):
    pass


@component
class Horn(Component):
    pass


CLASSES: list[type[Component]] = [Wing, Horn]
WANTED: list[tuple[type[Component], ...]] = [(Wing,), (Horn,), (Wing, Horn), ()]


def by_looking(world: World, wanted: tuple[type[Component], ...]) -> list[Entity]:
    return [one for one in world if all(cls in one for cls in wanted)]


deeds = st.lists(
    st.tuples(
        st.sampled_from(["spawn", "despawn", "turn", "ask"]), st.integers(0, 9), st.integers(0, 3)
    ),
    min_size=20,
    max_size=40,
)


@settings(max_examples=40, deadline=None)
@given(deeds)
def test_world_having_matches_a_full_search_of_the_entities(
    done: list[tuple[str, int, int]],
) -> None:
    world = World(components=CLASSES)
    for verb, who, what in done:
        there = [one for one in world if one is not world.root]
        if verb == "spawn":
            world.spawn(*[cls() for bit, cls in enumerate(CLASSES) if what >> bit & 1])
        elif verb == "ask":
            assert [*world.having(*WANTED[what])] == by_looking(world, WANTED[what])
        elif there and verb == "despawn":
            world.despawn(there[who % len(there)])
        elif there:
            one, cls = there[who % len(there)], CLASSES[what % 2]
            if cls in one:
                world.detach(one, cls)
            else:
                world.attach(one, cls())
    for wanted in WANTED:
        assert [*world.having(*wanted)] == by_looking(world, wanted)
        assert [*world.roster(*wanted)] == by_looking(world, wanted)


def test_second_query_does_not_disturb_a_running_iteration() -> None:
    world = World(components=CLASSES)
    first, second, third = (world.spawn(Wing()) for _ in range(3))
    late = world.spawn()
    reached = []
    for one in world.having(Wing):
        reached.append(one)
        if one is first:
            world.attach(late, Wing())
            world.detach(second, Wing)
            world.spawn(Wing())
            assert len([*world.having(Wing)]) == 4
    assert reached == [first, third]
    assert len([*world.having(Wing)]) == 4
