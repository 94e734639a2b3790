"""Who has some classes is found by looking, and by what has changed since then; both are equal."""

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
    max_size=60,
)


@settings(max_examples=200, deadline=None)
@given(deeds)
def test_what_is_kept_is_what_is_found_by_looking(done: list[tuple[str, int, int]]) -> None:
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


def test_who_asks_again_while_going_through_them_changes_nothing_for_the_first() -> None:
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


def test_many_who_move_unasked_are_not_kept_in_mind() -> None:
    world = World(components=CLASSES)
    assert [*world.having(Wing)] == []
    for _ in range(1_000):
        world.despawn(world.spawn(Wing()))
    (roll,) = world._entities._archetypes.watched.values()
    assert len(roll._moved) < 100
    last = world.spawn(Wing())
    assert [*world.having(Wing)] == [last]
