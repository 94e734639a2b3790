"""The tree of causes: as text, as a sequence diagram, and as slices in time."""

from __future__ import annotations

import json
import re

import pytest

from eventcore import World
from eventcore.time import run
from eventcore.trace import (
    Tracer,
    Tree,
    chain_lines,
    sequence_diagram,
    story,
    trace_events,
    tree_lines,
)
from tests.eventcore.worlds.bodies import Dawn, Legs, Walk, component_of, does
from tests.eventcore.worlds.duel import CLASSES, Arm, Blow, Flesh, Shield, Shove, Wounds, fighters

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


def test_a_tree_is_written_with_changes_and_what_came_of_them_beneath(first: Tree) -> None:
    assert list(tree_lines(first, {3})) == [
        "  Shove #1 you → zombie; #1: became #2 by Arm.strike_instead",
        "    Blow #2 you → zombie; #1: done",
        '      Arm.put_weight_behind_it  strength 0 → 9, words [] → ["weight"]',
        "      Shield.turn_aside  strength 9 → 5",
        ">     Hurt #3 you → zombie; #1: done · strength 5",
        "        Flesh.bleed  Flesh.hp of zombie; #1 20 → 15, Flesh.scars of zombie; #1 [] → [5], "
        "Wounds.deep of zombie; #1 0 → 1",
        "        Flesh.groan  Flesh.hp of zombie; #1 15 → 16, Flesh.hp of zombie; #1 6 → 8",
        "        Groan #4 zombie; #1: done",
        "          Flesh.shiver  Flesh.hp 16 → 6",
        "      Arm.tire  Arm.swings 0 → 1",
        "      Shield.be_dented  Shield.dents of shield (4) 0 → 1",
        "      Judge.count  Judge.counted of the world 0 → 1",
    ]


def test_a_tree_about_an_event_has_its_causes_and_all_beneath_it_and_no_more(tree: Tree) -> None:
    found = tree.get(6)
    assert found is not None
    assert [span.sequence for span in tree.about([found]).spans] == [5, 6, 7]
    assert [span.sequence for span in tree.roots] == [1, 5]


def test_a_number_is_explained_in_one_line(tree: Tree) -> None:
    blow = tree.get(2)
    assert blow is not None
    assert story(blow, "strength") == (
        "strength 0 → 9 (Arm.put_weight_behind_it) → 5 (Shield.turn_aside)"
    )
    assert story(blow, "Arm.swings") == "Arm.swings 0 → 1 (Arm.tire)"
    assert story(blow, "speed") == ""


def test_a_chain_of_causes_is_a_line_an_event_the_first_cause_first(tree: Tree) -> None:
    hurt = tree.get(3)
    assert hurt is not None
    lines = list(chain_lines(tree, hurt))
    assert [line.split(":")[0] for line in lines] == [
        "Shove you → zombie; #1",
        "Blow you → zombie; #1",
        "Hurt you → zombie; #1",
    ]
    assert "strength 0 → 9 (Arm.put_weight_behind_it) → 5 (Shield.turn_aside)" in lines[1]


def test_what_is_long_is_only_said_to_have_changed() -> None:
    world = World(components=CLASSES)
    striker, struck = world.spawn(Arm()), world.spawn(Flesh(scars=[1000] * 20), Wounds())
    with Tracer(world) as tracer:
        world.publish(Blow(striker, struck))
    text = "\n".join(tree_lines(Tree(tracer.spans)))
    assert "Flesh.scars of entity 3 changed" in text


def test_a_refusal_says_who_and_why() -> None:
    world = World(components=CLASSES)
    striker, struck = world.spawn(Arm(weight=1)), world.spawn(Flesh())
    world.set_owner(world.spawn(Shield()), struck)
    with Tracer(world) as tracer:
        world.publish(Shove(striker, struck))
    assert list(tree_lines(Tree(tracer.spans))) == [
        "Shove #1 entity 2 → entity 3: became #2 by Arm.strike_instead, which failed (shield)",
        "  Blow #2 entity 2 → entity 3: failed (shield) by Shield.refuse_the_light",
    ]


def test_what_a_handler_schedules_stands_beside_what_it_changed() -> None:
    def plan(dawn: Dawn, world: World) -> None:
        world.schedule(Walk(dawn.enactor), 500).cancel()
        world.schedule(Walk(dawn.enactor), 50)
        world.publish(Walk(dawn.enactor))
        world.schedule(Dawn(dawn.enactor), 100)

    Eager = component_of("Eager", plan=does(plan, Dawn))
    world = World(components=(Eager, Legs))
    body = world.spawn(Eager(), Legs())
    world.schedule(Walk(body), 7)  # of no handler
    with Tracer(world) as tracer:
        world.publish(Dawn(body))
    assert list(tree_lines(Tree(tracer.spans))) == [
        "Dawn #1 entity 2: done",
        "  Eager.plan  schedules Walk 3, due at 50, schedules Dawn 4, due at 100",
        "  Walk #2 entity 2: done",
        '    Legs.step  log [] → ["legs"], Legs.steps 0 → 1',
    ]


def test_what_was_scheduled_is_part_of_what_scheduled_it() -> None:
    def plan(dawn: Dawn, world: World) -> None:
        world.schedule(Walk(dawn.enactor), 50)

    Eager = component_of("Eager", plan=does(plan, Dawn))
    world = World(components=(Eager, Legs))
    body = world.spawn(Eager(), Legs())
    with Tracer(world) as tracer:
        world.publish(Dawn(body))
        run(world, until=50)
    assert [(span.cause, span.origin) for span in tracer.spans] == [(0, 0), (0, 1)]
    assert [*tree_lines(Tree(tracer.spans))][2] == "Walk #2 entity 2: done · part of #1"


def test_every_line_of_the_diagram_is_one_that_mermaid_knows(tree: Tree) -> None:
    first, *lines = sequence_diagram(tree).splitlines()
    assert first == "sequenceDiagram"
    assert lines[:2] == [
        "    participant e2 as you (2)",
        "    participant e3 as zombie#59; #35;1 (3)",
    ]
    known = re.compile(
        r"    (participant e\d+ as .+|e\d+(->>|--x)e\d+: .+|Note over e\d+: .+)", re.ASCII
    )
    assert [line for line in lines if not known.fullmatch(line)] == []
    assert "    e2->>e3: Blow #35;2" in lines
    assert "    Note over e3: Shield.turn_aside strength 9 → 5" in lines


def test_the_diagram_says_what_became_of_an_event_and_who_saw_to_it() -> None:
    world = World(components=CLASSES)
    striker, struck = world.spawn(Arm(weight=1)), world.spawn(Flesh())
    world.set_owner(world.spawn(Shield()), struck)
    with Tracer(world) as tracer:
        world.publish(Shove(striker, struck))
    assert sequence_diagram(Tree(tracer.spans)).splitlines()[3:] == [
        "    e2--xe3: Shove #35;1: became #35;2 by Arm.strike_instead, which failed (shield)",
        "    e2--xe3: Blow #35;2: failed (shield) by Shield.refuse_the_light",
    ]


def test_slices_lie_within_each_other_and_tell_what_changed(tree: Tree) -> None:
    data = json.loads(json.dumps(trace_events(tree)))
    slices = data["traceEvents"]
    assert {entry["ph"] for entry in slices} == {"X"}
    spans = {entry["name"]: (entry["ts"], entry["ts"] + entry["dur"]) for entry in slices[::-1]}
    for inner, outer in [
        ("Blow #2", "Shove #1"),
        ("Hurt #3", "Arm.land"),
        ("Arm.land", "Blow #2"),
        ("Groan #4", "Flesh.groan"),
    ]:
        assert spans[outer][0] <= spans[inner][0] < spans[inner][1] <= spans[outer][1]
    (turned, _) = (entry for entry in slices if entry["name"] == "Shield.turn_aside")
    assert turned["args"] == {"strength": {"before": 9, "after": 5}}


def test_slices_of_one_thread_never_overlap_without_nesting(tree: Tree) -> None:
    spans = [(e["ts"], e["ts"] + e["dur"]) for e in trace_events(tree)["traceEvents"]]
    for one in spans:
        for other in spans:
            assert not one[0] < other[0] < one[1] < other[1]


def test_the_same_run_gives_the_same_file() -> None:
    files = []
    for _ in range(2):
        world = World(components=CLASSES)
        with Tracer(world) as tracer:
            world.publish(Blow(*fighters(world)))
        files.append(json.dumps(trace_events(Tree(tracer.spans))))
    assert files[0] == files[1]
