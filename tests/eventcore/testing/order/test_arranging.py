"""Only handlers of equal priority are reordered, and only in worlds made meanwhile."""

import pytest

from eventcore import MODIFY, REACT, VALIDATE, Component, World, component, handles
from eventcore.testing.order import Decider
from eventcore.testing.order.arranging import Arrange, arranged, reversed_, shuffled, swapped
from eventcore.testing.order.pairs import pairs_of
from tests.eventcore.testing.order.market import PARTS, Note, Purse, Sale, Sell
from tests.eventcore.worlds.bodies import component_of, does


@component
class Line(Component):
    """Three handlers at one priority, one before them, and one behind the commit line."""

    said: str = ""

    @handles(Sell, VALIDATE)
    def early(self, sell: Sell, world: World) -> None:
        self.said += "e"

    @handles(Sell, MODIFY)
    def a(self, sell: Sell, world: World) -> None:
        self.said += "a"

    @handles(Sell, MODIFY)
    def b(self, sell: Sell, world: World) -> None:
        self.said += "b"

    @handles(Sell, MODIFY)
    def c(self, sell: Sell, world: World) -> None:
        self.said += "c"

    @handles(Sell, REACT)
    def late(self, sell: Sell, world: World) -> None:
        self.said += "l"


Rule = component_of("Rule", rule=does(lambda sell, world: None, Sell, MODIFY, via="world"))
Charm = component_of("Charm", charm=does(lambda sell, world: None, Sell, MODIFY, via="owner"))
Buyer = component_of("Buyer", buy=does(lambda sell, world: None, Sell, MODIFY, role="to"))
Wit = component_of("Wit", jest=does(lambda sell, world: None, Sell, MODIFY))


def order(arrange: Arrange) -> str:
    """Return the order of the handlers in a world that is arranged so."""
    with arranged(arrange):
        world = World(components=[Line])
        plan = world.plan(Sell, world.spawn(Line()))
    return "".join(step.handler.name[0] for step in plan.steps)


A_AND_B, A_AND_C = ("Line.a", "Line.b"), ("Line.a", "Line.c")


def test_neighbours_are_swapped() -> None:
    assert order(swapped(A_AND_B)) == "ebacl"


def test_pair_that_stands_apart_is_swapped_either_way() -> None:
    assert order(swapped(A_AND_C)) == "ecabl"
    assert order(swapped(A_AND_C, late=True)) == "ebcal"


def test_handlers_of_different_priorities_stay() -> None:
    assert order(swapped(("Line.a", "Line.early"))) == "eabcl"
    assert order(swapped(("Line.a", "Nobody.here"))) == "eabcl"


def test_reversal_keeps_fixed_pairs_in_order() -> None:
    assert order(reversed_()) == "ecbal"
    assert order(reversed_([A_AND_B])) == "ecabl"
    assert order(reversed_([A_AND_B, A_AND_C])) == "eacbl"


def test_shuffle_follows_from_its_seed() -> None:
    assert [order(shuffled(seed)) for seed in range(6)] == [
        order(shuffled(seed)) for seed in range(6)
    ]
    assert {order(shuffled(seed)) for seed in range(40)} == {
        "eabcl", "eacbl", "ebacl", "ebcal", "ecabl", "ecbal",
    }  # fmt: skip
    assert {order(shuffled(seed, [A_AND_B])) for seed in range(40)} == {"eabcl", "eacbl", "ecabl"}


def test_handlers_run_in_their_new_order() -> None:
    with arranged(reversed_()):
        world = World(components=[Line, Sale, Purse])
        line = world.spawn(Line(), Sale(), Purse())
        world.publish(Sell(line))
    assert line[Line].said == "ecbal"


def test_worlds_made_afterwards_are_not_reordered() -> None:
    with pytest.raises(LookupError), arranged(reversed_()):
        raise LookupError
    assert order(lambda plan: plan) == "eabcl"


def test_pairs_know_what_decides_their_order() -> None:
    world = World(components=[Wit, Charm, Buyer, Line, Rule])
    world.attach(world.root, Rule())
    seller, buyer, thing = world.spawn(Line(), Wit()), world.spawn(Buyer()), world.spawn(Charm())
    world.set_owner(thing, seller)
    found = {(p.one, p.other): p.decider for p in pairs_of(world.plan(Sell, seller, buyer))}
    assert found["Rule.rule", "Line.a"] is Decider.WORLD
    assert found["Line.a", "Buyer.buy"] is Decider.ROLES
    assert found["Line.a", "Charm.charm"] is Decider.OWNING
    assert found["Wit.jest", "Line.a"] is Decider.CLASSES
    assert found["Line.a", "Line.b"] is Decider.DEFINITION
    assert len(found) == 21
    assert not any("early" in name or "late" in name for pair in found for name in pair)


def test_handler_is_not_paired_with_itself() -> None:
    world = World(components=[Charm, *PARTS])
    seller = world.spawn()
    for _ in range(2):
        world.set_owner(world.spawn(Charm()), seller)
    plan = world.plan(Sell, seller)
    assert len(plan.steps) == 2
    assert list(pairs_of(plan)) == []
    with arranged(reversed_()):
        again = World(components=[Charm])
        owner = again.spawn()
        for _ in range(2):
            again.set_owner(again.spawn(Charm()), owner)
        assert [step.slot for step in again.plan(Sell, owner).steps] == [0, 1]
    assert list(pairs_of(world.plan(Note, seller))) == []
