"""Debug mode detects state changes where no change is allowed."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Tuple  # noqa: UP035

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    AIM,
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Change,
    Component,
    Entity,
    Fixed,
    Notice,
    Query,
    Tap,
    World,
    component,
    event,
    handles,
)
from eventcore.errors import StateError
from eventcore.phase import COMMIT
from tests.eventcore.worlds.bodies import Body, Dawn, Hit, Legs, Walk, alone, component_of, does


def checked(*components: type[Component]) -> World:
    return World(components=components, debug=True)


@event
class Poke(Notice):
    """A notice with a function that changes the components of the enactor."""

    act: Callable[[Any], object]


@event
class Peek(Query):
    act: Callable[[Any], object]


@component
class Bag(Component):
    coins: int = 0
    things: list[str] = attrs.field(factory=list)


@attrs.frozen
class Mark:
    x: int


@attrs.frozen
class Note:
    """A note whose text is ignored when notes are compared."""

    text: str = attrs.field(default="new", eq=False)


@attrs.frozen
class Bundle:
    inside: list[int]


@attrs.define
class Loose:
    x: int = 0


@component
class Chest(Component):
    """Has fields of every type whose values can change in place."""

    rows: list[list[Any]] = attrs.field(factory=lambda: [[1, 2], [3]])
    marks: list[Mark] = attrs.field(factory=lambda: [Mark(1), Mark(2)])
    table: dict[str, Any] = attrs.field(factory=lambda: {"a": 1, "b": [Loose()], "c": {"d": 2}})
    places: dict[str, Mark] = attrs.field(factory=lambda: {"a": Mark(1), "b": Mark(2)})
    notes: list[Note] = attrs.field(factory=lambda: [Note("old")])
    names: dict[str, None] = attrs.field(factory=lambda: {"x": None})
    counts: dict[str, int] = attrs.field(factory=lambda: {"x": 1})
    loose: Loose = attrs.field(factory=Loose)
    bundle: Bundle = attrs.field(factory=lambda: Bundle([1]))
    anything: Any = attrs.field(factory=lambda: Bundle([1]))
    pair: tuple[Any, ...] = attrs.field(factory=lambda: (1, [2]))
    cells: Tuple = attrs.field(factory=lambda: ([0],))  # type: ignore[type-arg]  # noqa: UP006  # users may write this


INSIDE: dict[str, Callable[[Chest], object]] = {
    "list": lambda chest: chest.rows[0].append(9),
    "list replaced by an equal one": lambda chest: chest.rows.__setitem__(0, [1, 2]),
    "type of a number": lambda chest: chest.rows[1].__setitem__(0, 3.0),
    "frozen object in a list": lambda chest: chest.marks.__setitem__(0, Mark(3)),
    "one less in a list": lambda chest: chest.marks.pop(),
    "one more in a list": lambda chest: chest.rows.append([]),
    "value in a dict": lambda chest: chest.counts.update(x=2),
    "value in a mixed dict": lambda chest: chest.table.update(a=2),
    "type of a number in a dict": lambda chest: chest.table["c"].__setitem__("d", 2.0),
    "key of a dict": lambda chest: chest.table.update(z=1),
    "object in a list in a dict": lambda chest: setattr(chest.table["b"][0], "x", 5),
    "order of a dict of frozen objects": lambda chest: chest.places.update(a=chest.places.pop("a")),
    "frozen object that is equal but not the same": lambda chest: chest.notes.__setitem__(
        0, Note()
    ),
    "dict of names": lambda chest: chest.names.setdefault("y"),
    "object": lambda chest: setattr(chest.loose, "x", 1),
    "list in a frozen object": lambda chest: chest.bundle.inside.append(2),
    "list in a field of anything": lambda chest: chest.anything.inside.append(2),
    "list in a tuple": lambda chest: chest.pair[1].append(3),
    "list in a tuple of anything": lambda chest: chest.cells[0].append(3),
}


def poked_at(priority: int) -> type[Component]:
    """Return a component class that calls the function of a Poke at the given priority."""
    return component_of("Poked", do=does(lambda poke, _: poke.act(poke.enactor), Poke, priority))


def fill(entity: Entity) -> None:
    entity[Bag].coins = 1


def put_in(entity: Entity) -> None:
    entity[Bag].things.append("coin")


CHANGES = pytest.mark.parametrize("change", [fill, put_in])


@pytest.mark.parametrize("priority", [AIM, VALIDATE, MODIFY, COMMIT, RESOLVE, APPLY - 1])
@CHANGES
def test_state_changed_before_apply_is_caught(priority: int, change: Any) -> None:
    world, bag = alone(checked, poked_at(priority), Bag)
    with pytest.raises(StateError) as error:
        world.publish(Poke(bag, change))
    if change is fill:
        assert error.traceback[-2].name == "fill"
        assert bag[Bag].coins == 0


def test_error_names_the_state_and_the_handler(snapshot: SnapshotAssertion) -> None:
    for change in (fill, put_in):
        world, bag = alone(checked, poked_at(VALIDATE), Bag)
        with pytest.raises(StateError) as error:
            world.publish(Poke(bag, change))
        assert str(error.value) == snapshot


@component
class Tally(Component):
    waited: dict[str, int] = attrs.field(factory=dict)
    names: list[str] = attrs.field(factory=list)
    loose: list[Any] = attrs.field(factory=list)

    @handles(Poke, APPLY)
    def count(self, poke: Poke, world: World) -> None:
        poke.act(self)

    @handles(Poke, REACT)
    def note(self, poke: Poke, world: World) -> None:
        poke.act(self)


def test_value_inside_a_container_must_fit_its_annotation(snapshot: SnapshotAssertion) -> None:
    for phase in ("count", "note"):
        world = World(
            components=[Tally], debug=True, mute={"Tally.count", "Tally.note"} - {f"Tally.{phase}"}
        )
        entity = world.spawn(Tally())
        world.publish(Poke(entity, lambda tally: tally.waited.update(a=1)))
        world.publish(Poke(entity, lambda tally: tally.loose.append(0.5)))
        with pytest.raises(StateError) as error:
            world.publish(
                Poke(entity, lambda tally: tally.waited.update(a=tally.waited["a"] + 0.5))
            )
        assert str(error.value) == snapshot
        with pytest.raises(StateError):
            world.publish(Poke(entity, lambda tally: tally.names.append(None)))


def test_values_inside_containers_are_checked_after_the_first_event_too() -> None:
    world = World(components=[Tally], debug=True)
    with pytest.raises(StateError):
        world.publish(Poke(world.spawn(Tally()), lambda tally: tally.names.append(3)))


@pytest.mark.parametrize("inside", INSIDE)
def test_change_inside_a_field_is_caught_whatever_it_holds(inside: str) -> None:
    world, chest = alone(checked, poked_at(VALIDATE), Chest)
    with pytest.raises(StateError):
        world.publish(Poke(chest, lambda entity: INSIDE[inside](entity[Chest])))


@pytest.mark.parametrize("priority", [APPLY, REACT])
@CHANGES
def test_state_may_change_from_apply_on(priority: int, change: Any) -> None:
    world, bag = alone(checked, poked_at(priority), Bag)
    for act in (change, str):
        assert world.publish(Poke(bag, act)).done


def test_world_or_owner_handler_that_changes_a_container_before_apply_is_caught() -> None:
    @component
    class Ledger(Component):
        names: list[str] = attrs.field(factory=list)

        @handles(Walk, VALIDATE, via="world")
        def write(self, walk: Walk, world: World) -> None:
            self.names.append("walk")

        @handles(Hit, MODIFY, role="target", via="owner")
        def dent(self, hit: Hit, world: World) -> None:
            self.names.append("hit")

    world = checked(Ledger, Legs, Body)
    victim = world.spawn(Body(), Legs())
    world.set_owner(world.spawn(Ledger()), victim)
    with pytest.raises(StateError):
        world.publish(Hit(world.root, victim))
    world.attach(world.root, Ledger())
    with pytest.raises(StateError):
        world.publish(Walk(victim))


@CHANGES
@pytest.mark.parametrize("asked_in_apply", [False, True])
def test_query_changes_nothing(change: Any, asked_in_apply: bool) -> None:
    @component
    class Peeked(Component):
        do = does(lambda peek, _: peek.act(peek.enactor), Peek, MODIFY)

        @handles(Dawn, APPLY)
        def ask(self, dawn: Dawn, world: World) -> None:
            self.entity[Bag].coins = 7
            world.ask(Peek(self.entity, change))

    world, bag = alone(checked, Peeked, Bag)
    with pytest.raises(StateError):
        world.publish(Dawn(bag)) if asked_in_apply else world.ask(Peek(bag, change))
    assert bag[Bag].coins == (7 if asked_in_apply else 0)


def test_handler_write_permission_is_unchanged_after_a_nested_event() -> None:
    @component
    class Busy(Component):
        look = does(lambda dawn, _: None, Dawn, VALIDATE)

        @handles(Walk, RESOLVE)
        def resolve(self, walk: Walk, world: World) -> None:
            world.publish(Poke(self.entity, fill))
            if walk.log:
                self.entity[Bag].coins = 5

        @handles(Walk, APPLY)
        def step(self, walk: Walk, world: World) -> None:
            self.entity[Bag].coins += 1
            world.publish(Dawn(self.entity))
            self.entity[Bag].coins += 1

    world, busy = alone(checked, Busy, poked_at(APPLY), Bag)
    assert world.publish(Walk(busy)).done
    assert busy[Bag].coins == 3
    with pytest.raises(StateError):
        world.publish(Walk(busy, ["break the rule"]))
    assert busy[Bag].coins == 1


def test_state_changed_outside_a_dispatch_is_caught(snapshot: SnapshotAssertion) -> None:
    world, entity = alone(checked, Bag)
    with pytest.raises(StateError) as error:
        fill(entity)
    assert str(error.value) == snapshot
    put_in(entity)  # allowed, because no event has been published yet
    world.publish(Dawn(entity))
    put_in(entity)
    with pytest.raises(StateError) as error:
        world.publish(Dawn(entity))
    assert str(error.value) == snapshot


RESTRUCTURE: list[Callable[[World], object]] = [
    lambda w: w.spawn(),
    lambda w: w.attach(w.root, Legs()),
    lambda w: w.advance(),
    lambda w: w.despawn(w[2]),
]


@pytest.mark.parametrize("restructure", RESTRUCTURE)
def test_structural_change_catches_an_earlier_illegal_state_change(restructure: Any) -> None:
    world = checked(Bag, Legs)
    entity = world.spawn(Bag())
    world.publish(Dawn(world.root))
    put_in(entity)
    with pytest.raises(StateError):
        restructure(world)


@CHANGES
def test_state_changed_by_an_observer_is_caught(change: Any) -> None:
    world, bag = alone(checked, Bag)

    def meddler(dawn: Dawn) -> None:
        change(dawn.enactor)

    world.observe(Dawn, meddler)
    with pytest.raises(StateError, match=r"Bag\.(coins|things) of Entity\(2\)") as error:
        world.publish(Dawn(bag))
    assert "meddler" in "".join([str(error.value), *getattr(error.value, "__notes__", ())])


def test_error_names_all_observers_that_may_have_changed_a_list() -> None:
    world, bag = alone(checked, Bag)
    for name in ("first", "second"):
        world.observe(Dawn, make_observer(name))
    with pytest.raises(StateError, match="one of the observers first or second"):
        world.publish(Dawn(bag))


def make_observer(name: str) -> Callable[[Dawn], None]:
    def observer(dawn: Dawn) -> None:
        if name == "second":
            put_in(dawn.enactor)

    observer.__qualname__ = name
    return observer


def test_observer_that_writes_on_the_packet_is_caught(snapshot: SnapshotAssertion) -> None:
    world = checked(Legs)
    world.observe(Dawn, lambda dawn: dawn.log.append("seen"))
    with pytest.raises(StateError) as error:
        world.publish(Dawn(world.root))
    assert str(error.value) == snapshot


def test_tap_that_changes_state_is_caught() -> None:
    class Meddler(Tap):
        def settled(self, event: Any) -> None:
            fill(event.enactor)

    world, bag = alone(checked, Bag)
    world.tap(Meddler())
    with pytest.raises(StateError):
        world.publish(Dawn(bag))


def test_state_is_read_only_during_a_preview_and_writable_after_it() -> None:
    @component
    class Mind(Component):
        @handles(Dawn, APPLY)
        def think(self, dawn: Dawn, world: World) -> None:
            with pytest.raises(StateError):
                world.preview(Poke(self.entity, fill))
            self.entity[Bag].coins = 4

    world, thinker = alone(checked, Mind, poked_at(RESOLVE), Bag)
    world.publish(Dawn(thinker))
    assert thinker[Bag].coins == 4
    with pytest.raises(StateError):
        world.preview(Poke(thinker, fill))


def test_after_an_error_the_state_it_left_is_accepted() -> None:
    @component
    class Bang(Component):
        @handles(Walk, APPLY)
        def explode(self, walk: Walk, world: World) -> None:
            put_in(self.entity)
            raise ZeroDivisionError

    world, bomb = alone(checked, Bang, Bag)
    world.publish(Dawn(bomb))
    with pytest.raises(ZeroDivisionError):
        world.publish(Walk(bomb))
    assert world.publish(Dawn(bomb)).done


def test_converters_and_validators_run_with_and_without_debug_mode(debug: bool) -> None:
    @event
    class SetTo(Change):
        value: Any = 0

    @component
    class Counter(Component):
        n: int = attrs.field(default=0, converter=int, validator=attrs.validators.ge(0))

        @handles(SetTo, APPLY)
        def set_to(self, change: SetTo, world: World) -> None:
            self.n = change.value

    world = World(components=[Counter], debug=debug)
    counter = world.spawn(Counter())
    world.publish(SetTo(counter, "5"))
    assert counter[Counter].n == 5
    with pytest.raises(ValueError, match=">= 0"):  # the message comes from attrs
        world.publish(SetTo(counter, -1))


def test_chance_drawn_at_resolve_is_caught() -> None:
    Gambler = component_of(
        "Gambler", gamble=does(lambda _, world: world.stream("luck").below(6), Walk, RESOLVE)
    )
    world, gambler = alone(checked, Gambler, Legs)
    for _ in range(2):  # the first draw also creates the stream
        with pytest.raises(StateError):
            world.publish(Walk(gambler))


@component
class Drawn(Component):
    table: Fixed[str, int] = attrs.field(factory=Fixed)


LOOSE: Any = {"a": 1}


def test_dict_in_place_of_a_fixed_table_is_caught(snapshot: SnapshotAssertion) -> None:
    world, drawn = alone(checked, poked_at(APPLY), Drawn)
    with pytest.raises(StateError) as error:
        world.spawn(Drawn(table=LOOSE))
    assert str(error.value) == snapshot
    with pytest.raises(StateError):
        world.publish(Poke(drawn, lambda entity: setattr(entity[Drawn], "table", LOOSE)))
    assert type(drawn[Drawn].table) is Fixed


@pytest.mark.parametrize("known", [False, True], ids=["first of its kind", "like others"])
def test_components_of_a_refused_spawn_are_free_again(known: bool) -> None:
    world = checked(Legs, Drawn)
    if known:
        world.spawn(Legs(), Drawn())
    legs, drawn = Legs(), Drawn(table=LOOSE)
    with pytest.raises(StateError):
        world.spawn(legs, drawn)
    with pytest.raises(StateError):
        world.attach(world.root, legs, drawn)
    drawn.table = Fixed(LOOSE)
    one = world.spawn(legs, drawn)
    assert one.id == 2 + known
    assert (legs.entity, drawn.entity) == (one, one)


@pytest.mark.parametrize("receiver", [False, True], ids=["observe", "signal"])
def test_handler_that_reads_an_event_kept_by_an_observer_is_refused(receiver: bool) -> None:
    kept: list[Dawn] = []

    def remember(dawn: Dawn) -> None:
        kept.append(dawn)

    def receive(sender: Entity, event: Dawn) -> None:
        kept.append(event)

    def read(dawn: Dawn, _: World) -> object:
        return kept and kept[-1].enactor

    world, entity = alone(checked, component_of("Reader", read=does(read, Dawn)))
    if receiver:
        world.signal(Dawn).connect(receive)
    else:
        world.observe(Dawn, remember)
    world.observe(Dawn, lambda dawn: None)
    world.publish(Dawn(entity))
    assert [type(dawn) for dawn in kept] == [Dawn]  # outside of handlers, a kept event is usable
    assert kept[0].enactor is entity
    keeper = (receive if receiver else remember).__qualname__
    with pytest.raises(StateError) as caught:
        world.publish(Dawn(entity))
    assert "Reader.read" in str(caught.value)
    assert keeper in str(caught.value)


def test_observer_may_keep_and_read_events() -> None:
    kept: list[Dawn] = []

    def count(dawn: Dawn) -> None:
        kept.append(dawn)
        assert {type(each) for each in kept} == {Dawn}
        assert {each.enactor for each in kept} == {dawn.enactor}

    world, entity = alone(checked, Body)
    world.observe(Dawn, count)
    for _ in range(3):
        world.publish(Dawn(entity))
    assert len(kept) == 3


@pytest.mark.parametrize("structure", ["attach", "despawn", "own"])
def test_allowed_change_is_not_blamed_on_a_later_reader(structure: str) -> None:
    looks: list[int] = []

    @component
    class Porter(Component):
        @handles(Walk, VALIDATE)
        def look(self, walk: Walk, world: World) -> None:
            looks.append(len(self.entity[Bag].things))

        @handles(Walk, RESOLVE)
        def deliver(self, walk: Walk, world: World) -> None:
            world.publish(Poke(self.entity, put_in))

        @handles(Walk, RESOLVE + 1)
        def look_again(self, walk: Walk, world: World) -> None:
            looks.append(len(self.entity[Bag].things))

        @handles(Poke, APPLY)
        def pack(self, poke: Poke, world: World) -> None:
            put_in(self.entity)
            world.preview(Dawn(self.entity))
            put_in(self.entity)
            world.publish(Dawn(self.entity))
            put_in(self.entity)
            world.publish(Dawn(self.entity))
            if structure == "attach":
                world.attach(world.spawn(), Chest())
            elif structure == "despawn":
                world.despawn(self.entity.owned[0])
            else:
                world.set_owner(world.spawn(Bag()), self.entity)
            put_in(self.entity)

        @handles(Dawn, VALIDATE)
        def count(self, dawn: Dawn, world: World) -> None:
            looks.append(len(self.entity[Bag].things))

    world = checked(Porter, Bag, Chest)
    porter = world.spawn(Porter(), Bag())
    world.set_owner(world.spawn(Bag()), porter)
    for before in (0, 5):
        looks.clear()
        assert world.publish(Walk(porter)).done
        assert looks == [before + seen for seen in range(5)]
        world.set_owner(world.spawn(Bag()), porter)
        put_in(porter)  # allowed, because set_owner() was called before


def test_component_attached_at_resolve_is_not_blamed_on_a_later_reader() -> None:
    @component
    class Rule(Component):
        look = does(lambda walk, _: None, Walk, VALIDATE, via="world")
        look_again = does(lambda walk, _: None, Walk, RESOLVE + 1, via="world")

    @component
    class Porter(Component):
        @handles(Walk, RESOLVE)
        def give(self, walk: Walk, world: World) -> None:
            world.attach(world.root, Bag())

    world = checked(Porter, Rule, Bag)
    porter = world.spawn(Porter())
    world.attach(world.root, Rule())
    assert world.publish(Walk(porter)).done


def test_guard_blames_the_second_read_only_handler_if_only_it_writes() -> None:
    @component
    class Porter(Component):
        look = does(lambda walk, _: None, Walk, VALIDATE)

        @handles(Walk, RESOLVE)
        def steal(self, walk: Walk, world: World) -> None:
            put_in(self.entity)

    world, porter = alone(checked, Porter, Bag)
    with pytest.raises(StateError, match=r"Porter\.steal"):
        world.publish(Walk(porter))


@event
class Open(Notice):
    early: str
    late: str = ""


@component
class Lid(Component):
    """Publishes an event at RESOLVE, which may change state, but must not change state itself."""

    heard: list[str] = attrs.field(factory=list)

    def do(self, what: str, world: World) -> None:
        if what == "list":
            self.heard.append("lid")
        elif what == "draw":
            world.stream("lid").roll(1, 6)

    @handles(Open, RESOLVE)
    def lift(self, opened: Open, world: World) -> None:
        self.do(opened.early, world)
        with suppress(TypeError):
            world.publish(Poke(opened.enactor, lambda bag: bag.things.append("found")))
        with suppress(TypeError):
            world.publish(Poke(opened.enactor, lambda bag: bag.things["missing"]))
        self.do(opened.late, world)


@component
class Hand(Component):
    @handles(Poke, VALIDATE)
    def look(self, poke: Poke, world: World) -> None:
        pass

    @handles(Poke, APPLY)
    def reach(self, poke: Poke, world: World) -> None:
        world.stream("hand").roll(1, 6)
        poke.act(self.entity[Bag])


@pytest.mark.parametrize("what", ["list", "draw"])
@pytest.mark.parametrize("early", [True, False])
def test_handler_at_resolve_is_blamed_for_changes_it_makes_outside_its_events(
    what: str, early: bool
) -> None:
    world = checked(Lid, Bag, Hand)
    chest = world.spawn(Lid(), Bag(), Hand())
    with pytest.raises(StateError, match=r"Lid\.lift \(RESOLVE 500\)"):
        world.publish(Open(chest, what if early else "", "" if early else what))


def test_handler_at_resolve_is_not_blamed_for_what_its_events_change() -> None:
    world = checked(Lid, Bag, Hand)
    chest = world.spawn(Lid(), Bag(), Hand())
    assert world.publish(Open(chest, "")).done
    assert chest[Bag].things == ["found"]
