"""A trace shows a tree of causes, as text or as HTML."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import World
from eventcore.time import run
from eventcore.trace import Span, Tracer, Tree
from eventcore.trace.span import NamedEntity
from eventcore.trace.values import make_writer
from tests.eventcore.worlds.bodies import Dawn, Legs, Walk, component_of, does
from tests.eventcore.worlds.duel import (
    CLASSES,
    Arm,
    Blow,
    Flesh,
    Shield,
    Shove,
    fighters,
)

NAMES = {1: "world", 2: "you", 3: "zombie; #1", 4: "shield"}


@pytest.fixture
def tree() -> Tree:
    world = World(components=CLASSES)
    striker, struck = fighters(world)
    with Tracer(world, lambda entity: NAMES[entity.id]) as tracer:
        world.publish(Shove(striker, struck))
        world.publish(Blow(striker, struck))
    return Tree(tracer.spans)


@pytest.fixture
def first(tree: Tree) -> Tree:
    found = tree.get(4)
    assert found is not None
    return tree.about([found])


def test_tree_has_changes_and_effects_beneath(first: Tree, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(first.lines({3})) == snapshot


def test_tree_about_an_event_includes_its_causes_and_effects(tree: Tree) -> None:
    found = tree.get(6)
    assert found is not None
    assert [span.sequence for span in tree.about([found]).spans] == [5, 6, 7]
    assert [span.sequence for span in tree.roots] == [1, 5]


def test_tree_of_a_chain_of_causes_leaves_out_other_effects(tree: Tree) -> None:
    hurt = tree.get(3)
    assert hurt is not None
    chain = Tree((*tree.causes(hurt), hurt))
    assert [span.event for span in chain.spans] == ["Shove", "Blow", "Hurt"]
    assert str(chain).startswith("Shove #1 ")


def refused() -> Tree:
    world = World(components=CLASSES)
    striker, struck = world.spawn(Arm(weight=1)), world.spawn(Flesh())
    world.set_owner(world.spawn(Shield()), struck)
    with Tracer(world) as tracer:
        world.publish(Shove(striker, struck))
    return Tree(tracer.spans)


def test_refusal_names_handler_and_reason(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(refused().lines()) == snapshot


def test_scheduled_event_is_listed_for_its_handler_and_names_its_origin(
    snapshot: SnapshotAssertion,
) -> None:
    def plan(dawn: Dawn, world: World) -> None:
        world.schedule(Walk(dawn.enactor), 500).cancel()
        world.schedule(Walk(dawn.enactor), 50)
        world.publish(Walk(dawn.enactor))
        world.schedule(Dawn(dawn.enactor), 100)

    Eager = component_of("Eager", plan=does(plan, Dawn))
    world = World(components=(Eager, Legs))
    body = world.spawn(Eager(), Legs())
    world.schedule(Walk(body), 700)  # without a handler
    with Tracer(world) as tracer:
        world.publish(Dawn(body))
        run(world, until=50)
    assert [(span.event, span.cause, span.origin) for span in tracer.spans] == [
        ("Dawn", 0, 0), ("Walk", 1, 0), ("Walk", 0, 1)
    ]  # fmt: skip
    (plans,) = (call.plans for span in tracer.spans for call in span.calls if call.plans)
    assert list(map(str, plans)) == [
        "schedules Walk, due at 500", "cancels Walk, due at 500", "schedules Walk, due at 50",
        "schedules Dawn, due at 100",
    ]  # fmt: skip
    assert "\n".join(Tree(tracer.spans).lines()) == snapshot


def test_span_involves_the_entities_of_its_roles_and_fields() -> None:
    world = World(components=CLASSES)
    zombie, orc, nobody = (world.spawn() for _ in range(3))
    write = make_writer({zombie: "zombie", orc: "orc", nobody: ""}.__getitem__)
    others = [nobody, orc, "day 9", "(8)", "entity 7"]
    fields = (("by", write(zombie)), ("others", write(others)), ("n", 6), ("said", "entity 5"))
    assert fields[:2] == (
        ("by", "zombie 2"),
        ("others", '["entity 4","orc 3","day 9","(8)","entity 7"]'),
    )
    span = Span(1, "Hit", 0, 0, 0, (("enactor", NamedEntity(20)), ("target", None)), fields)
    assert [number for number in range(40) if span.involves(number)] == [2, 3, 4, 20]


def test_root_is_called_the_world_without_a_name_function() -> None:
    world = World(components=CLASSES)
    with Tracer(world) as tracer:
        world.publish(Dawn(world.root))
    assert str(Tree(tracer.spans)) == "Dawn #1 the world: done"
