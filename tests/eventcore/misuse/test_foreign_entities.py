"""Every call rejects an entity from another world, whether or not chains are compiled."""

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from eventcore import (
    APPLY,
    MODIFY,
    Action,
    Broadcast,
    Change,
    Component,
    Entity,
    Notice,
    Query,
    World,
    component,
    event,
    handles,
    role,
)
from eventcore.errors import DispatchError, EventcoreError
from eventcore.state.digest import state_digest
from tests.eventcore.worlds.clones import clone_world


@event
class Step(Action):
    pass


@event
class Push(Change):
    target: Entity | None = role(default=None)


@event
class Shout(Broadcast):
    about: Entity | None = None
    to: list[Entity] = attrs.field(factory=list)
    ranks: dict[str, Entity] = attrs.field(factory=dict)


@event
class Late(Notice):
    pass


@event
class Steps(Query):
    number: int = 0


@component
class Walker(Component):
    steps: int = 0
    later: Any = None

    @handles(Step, APPLY)
    @handles(Push, APPLY, role="target")
    @handles(Shout, APPLY)
    @handles(Late, APPLY)
    def count(self, step: Step | Push | Shout | Late, world: World) -> None:
        self.steps += 1
        if self.later is not None:
            self.later(world)

    @handles(Push, APPLY, role="enactor")
    def strain(self, push: Push, world: World) -> None:
        self.steps += 1

    @handles(Steps, MODIFY)
    def add(self, steps: Steps, world: World) -> None:
        steps.number += self.steps


@component
class Badge(Component):
    pass


@pytest.fixture(params=["compiled", "checked"])
def mode(request: pytest.FixtureRequest) -> str:
    """Return the mode in which chains run, compiled or checked."""
    return str(request.param)


def make_worlds(mode: str, warm: bool) -> tuple[World, World]:
    """Make a world and its clone. If ``warm`` is true, build their chains by publishing events."""
    home = World(components=[Walker, Badge], debug=mode == "checked")
    home.spawn(Walker()), home.spawn(Walker())
    clone = clone_world(home)
    for world in (home, clone) if warm else ():
        one, other = world[2], world[3]
        for happening in (Step(one), Push(one, other), Push(one), Shout(one), Late(one)):
            world.publish(happening)
        world.ask(Steps(one))
        world.preview(Step(one))
    home.agenda.schedule(home[2])
    home.agenda.freeze(home[3])
    return home, clone


VERBS: dict[str, Callable[[World, Entity], object]] = {
    "publish": lambda w, e: w.publish(Step(e)),
    "publish notice": lambda w, e: w.publish(Late(e)),
    "publish target": lambda w, e: w.publish(Push(w[2], e)),
    "publish enactor of two": lambda w, e: w.publish(Push(e, w[3])),
    "publish enactor alone": lambda w, e: w.publish(Push(e)),
    "publish both": lambda w, e: w.publish(Push(e, e)),
    "publish broadcast": lambda w, e: w.publish(Shout(e)),
    "ask": lambda w, e: w.ask(Steps(e)),
    "defer": lambda w, e: w.defer(Step(e)),
    "preview": lambda w, e: w.preview(Step(e)),
    "preview target": lambda w, e: w.preview(Push(w[2], e)),
    "preview query": lambda w, e: w.preview(Steps(e)),
    "plan": lambda w, e: w.plan(Step, e),
    "plan target": lambda w, e: w.plan(Push, w[2], e),
    "schedule": lambda w, e: w.schedule(Step(e), 1),
    "schedule target": lambda w, e: w.schedule(Push(w[2], e), 1),
    "schedule field": lambda w, e: w.schedule(Shout(w[2], e), 1),
    "attach": lambda w, e: w.attach(e, Badge()),
    "detach": lambda w, e: w.detach(e, Walker),
    "set_owner of": lambda w, e: w.set_owner(e, w[2]),
    "set_owner to": lambda w, e: w.set_owner(w[2], e),
    "set_owner to nobody": lambda w, e: w.set_owner(e, None),
    "despawn": lambda w, e: w.despawn(e),
    "observe": lambda w, e: w.observe(Step, print, entity=e),
    "connect": lambda w, e: w.signal(Step).connect(print_event, sender=e),
    "agenda.schedule": lambda w, e: w.agenda.schedule(e),
    "agenda.cancel": lambda w, e: w.agenda.cancel(e),
    "agenda.delay": lambda w, e: w.agenda.delay(e),
    "agenda.due": lambda w, e: w.agenda.due(e),
    "agenda.freeze": lambda w, e: w.agenda.freeze(e),
    "agenda.thaw": lambda w, e: w.agenda.thaw(e),
}


def print_event(sender: Entity | None, event: object) -> None:
    print(sender, event)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("warm", [False, True], ids=["cold", "warm"])
def test_entity_of_another_world_is_refused(mode: str, verb: str, warm: bool) -> None:
    home, clone = make_worlds(mode, warm)
    before = state_digest(home), state_digest(clone), clone.sequence
    stranger = home[3] if verb == "agenda.thaw" else home[2]
    with pytest.raises(EventcoreError):
        VERBS[verb](clone, stranger)
    assert (state_digest(home), state_digest(clone), clone.sequence) == before


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("warm", [False, True], ids=["cold", "warm"])
def test_entity_of_another_world_is_refused_in_a_handler(mode: str, verb: str, warm: bool) -> None:
    home, clone = make_worlds(mode, warm)
    refused: list[EventcoreError] = []

    def use(world: World) -> None:
        user[Walker].later = None
        with pytest.raises(EventcoreError) as error:
            VERBS[verb](world, home[3] if verb == "agenda.thaw" else home[2])
        refused.append(error.value)

    user = clone.spawn(Walker(later=use))
    before = state_digest(home)
    assert clone.publish(Late(user)).done
    assert len(refused) == 1
    assert state_digest(home) == before


FIELDS: dict[str, Callable[[World, Entity], dict[str, Any]]] = {
    "field": lambda w, e: {"about": e},
    "list": lambda w, e: {"to": [w[2], e]},
    "dict": lambda w, e: {"ranks": {"first": e}},
}


@event
class Near(Query):
    about: Entity | None = None
    to: list[Entity] = attrs.field(factory=list)
    ranks: dict[str, Entity] = attrs.field(factory=dict)


WITH_FIELD: dict[str, Callable[[World, dict[str, Any]], Any]] = {
    "publish": lambda w, held: w.publish(Shout(w.root, **held)),
    "preview": lambda w, held: w.preview(Shout(w.root, **held)),
    "ask": lambda w, held: w.ask(Near(w.root, **held)),
    "defer": lambda w, held: w.defer(Shout(w.root, **held)),
    "schedule": lambda w, held: w.schedule(Shout(w.root, **held)),
}


@component
class Friends(Component):
    best: Entity | None = None
    others: list[Entity] = attrs.field(factory=list)

    @handles(Shout, APPLY)
    def hear(self, shout: Shout, world: World) -> None:
        """Do nothing."""


@pytest.mark.parametrize("where", FIELDS)
@pytest.mark.parametrize("verb", WITH_FIELD)
def test_entity_of_another_world_is_refused_in_a_field_that_is_not_a_role(
    debug: bool, where: str, verb: str
) -> None:
    home, abroad = (World(components=[Walker, Friends], debug=debug) for _ in range(2))
    home.spawn(Walker())
    home.attach(home.root, Friends())
    use, stranger = WITH_FIELD[verb], abroad.spawn(Walker())
    for _ in range(9):  # a chain is compiled after a few calls
        sequence = home.sequence
        with pytest.raises(EventcoreError):
            use(home, FIELDS[where](home, stranger))
        assert home.sequence == sequence
        use(home, FIELDS[where](home, home[2]))


@pytest.mark.parametrize("verb", ["spawn", "attach"])
@pytest.mark.parametrize("field", ["best", "others"])
def test_component_with_an_entity_of_another_world_is_refused(
    debug: bool, field: str, verb: str
) -> None:
    home, abroad = (World(components=[Walker, Friends], debug=debug) for _ in range(2))
    one, stranger = home.spawn(Walker()), abroad.spawn(Walker())

    def friends(entity: Entity) -> Friends:
        return Friends(entity) if field == "best" else Friends(others=[entity])

    verbs: dict[str, Callable[[Friends], object]] = {
        "spawn": home.spawn,
        "attach": lambda part: home.attach(home.spawn(), part),
    }
    for _ in range(2):
        with pytest.raises(DispatchError):
            verbs[verb](friends(stranger))
        verbs[verb](friends(one))
