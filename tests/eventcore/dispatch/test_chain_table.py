"""Printing a chain shows a table of its handlers."""

from eventcore import World
from tests.eventcore.worlds.duel import CLASSES, Arm, Blow


def test_chain_prints_as_a_table_with_the_commit_line() -> None:
    world = World(components=CLASSES)
    plan = world.plan(Blow, world.spawn(Arm()), world.spawn(Arm()))
    title, headings, *rows = repr(plan).splitlines()
    assert (title, headings.split()[:3]) == ("Blow", ["Priority", "Phase", "Role"])
    place = headings.index("Method")
    methods = [row[place:].split("  ")[0] for row in rows if "commit line" not in row]
    assert methods == [step.handler.name for step in plan.steps]
    assert ["commit line" in row for row in rows].index(True) == len(plan.above)
