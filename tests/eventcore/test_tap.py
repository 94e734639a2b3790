"""Taps: told in the middle of a dispatch, of what they override and want to hear."""

from eventcore import (
    APPLY,
    REACT,
    RESOLVE,
    VALIDATE,
    Change,
    Component,
    Event,
    Handler,
    Query,
    Tap,
    World,
    component,
    event,
    handles,
)
from eventcore.event import name_of
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import (
    Body,
    Dawn,
    Fade,
    Legs,
    Walk,
    Weight,
    component_of,
    fails,
    says,
)


class Log(Tap):
    """Writes down all it is told."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def published(self, event: Event) -> None:
        self.lines.append(f"published {name_of(event)}")

    def handled(self, event: Event, handler: Handler) -> None:
        self.lines.append(f"handled {name_of(event)} {handler.name} {event.outcome.value}")

    def settled(self, event: Event) -> None:
        self.lines.append(f"settled {name_of(event)} {event.outcome.value}")


class ChangesOnly(Log):
    """Hears Changes."""

    def hears(self, kind: type[Event]) -> bool:
        return issubclass(kind, Change)


@component
class Fader(Component):
    @handles(Walk, RESOLVE)
    def fade(self, walk: Walk, world: World) -> None:
        world.publish(Fade(self.entity))


@component
class Wall(Component):
    look = says("look", Walk, VALIDATE)
    stop = fails("wall", Walk, VALIDATE)
    insist = says("insist", Walk, VALIDATE, always=True)
    react = says("react", Walk, REACT)


def test_a_tap_is_told_what_happens_as_it_happens(make_world: MakeWorld) -> None:
    world = make_world(Legs, Body, Fader)
    tap = Log()
    world.tap(tap)
    world.publish(Walk(world.spawn(Fader(), Legs(), Body())))
    assert tap.lines == [
        "published Walk #1",
        "published Fade #2",
        "handled Fade #2 fade done",
        "settled Fade #2 done",
        "handled Walk #1 fade done",
        "handled Walk #1 step done",
        "settled Walk #1 done",
    ]


def test_a_tap_is_told_of_refusals(make_world: MakeWorld) -> None:
    world = make_world(Wall, Legs)
    tap = Log()
    world.tap(tap)
    walker = world.spawn(Wall())
    world.publish(Walk(walker))
    world.despawn(walker)
    world.publish(Walk(walker))
    world.publish(Walk(world.root))
    assert tap.lines == [
        "published Walk #1",
        "handled Walk #1 look continue",
        "handled Walk #1 stop failed",
        "handled Walk #1 insist failed",
        "settled Walk #1 failed",
        "published Walk #2",
        "settled Walk #2 failed",
        "published Walk #3",
        "settled Walk #3 failed",
    ]


def test_a_tap_is_told_only_of_what_it_hears(make_world: MakeWorld) -> None:
    world = make_world(Legs, Body, Fader)
    tap = ChangesOnly()
    world.tap(tap)
    world.publish(Walk(world.spawn(Fader(), Legs(), Body())))
    assert tap.lines == ["published Fade #2", "handled Fade #2 fade done", "settled Fade #2 done"]


def test_a_tap_is_not_told_of_queries(make_world: MakeWorld) -> None:
    world = make_world()
    tap = Log()
    world.tap(tap)
    world.ask(Weight(world.root))
    assert tap.lines == []


class Asking(Log):
    """Hears events, and has another hear queries of one type."""

    def __init__(self) -> None:
        super().__init__()
        self.questions = Log()

    def tap_for_query(self, kind: type[Query]) -> Tap | None:
        return self.questions if kind is Weight else None


def test_a_tap_may_have_another_told_of_queries_as_they_are_answered(
    make_world: MakeWorld,
) -> None:
    @component
    class Scales(Component):
        @handles(Walk, VALIDATE)
        def weigh(self, walk: Walk, world: World) -> None:
            world.ask(Weight(walk.enactor))
            world.ask(Height(walk.enactor))

        @handles(Weight, VALIDATE)
        def refuse(self, weight: Weight, world: World) -> None:
            weight.fail("no scales")

        never = says("never", Weight, VALIDATE)
        stay = says("stay", Weight, VALIDATE, always=True)

    @event
    class Height(Query):
        pass

    world = make_world(Scales, Legs)
    tap = Asking()
    world.tap(tap)
    world.publish(Walk(world.spawn(Scales(), Legs())))
    assert tap.questions.lines == [
        "published Weight",
        "handled Weight refuse failed",
        "handled Weight stay failed",
        "settled Weight failed",
    ]
    assert [line for line in tap.lines if "Walk" not in line] == []
    world.untap(tap)
    world.ask(Weight(world.root))
    assert len(tap.questions.lines) == 4


def test_a_tap_hears_nothing_of_what_is_asked_of_the_gone(make_world: MakeWorld) -> None:
    world = make_world(Legs)
    tap, gone = Asking(), world.spawn(Legs())
    world.tap(tap)
    world.despawn(gone)
    assert world.ask(Weight(gone)).reason == "gone"
    assert tap.questions.lines == []


def test_a_tap_is_not_told_of_calls_that_were_not_made(make_world: MakeWorld) -> None:
    @component
    class Shed(Component):
        @handles(Dawn, APPLY)
        def shed(self, dawn: Dawn, world: World) -> None:
            world.detach(self.entity, Skin)
            world.detach(self.entity, Shed)

        never = says("never", Dawn, APPLY, always=True)

    Skin = component_of("Skin", itch=says("itch", Dawn))
    world = make_world(Shed, Skin)
    tap = Log()
    world.tap(tap)
    assert world.publish(Dawn(world.spawn(Shed(), Skin()))).log == []
    assert tap.lines == ["published Dawn #1", "handled Dawn #1 shed done", "settled Dawn #1 done"]


def test_taps_are_told_in_the_order_they_came(make_world: MakeWorld) -> None:
    told: list[str] = []

    class Named(Tap):
        def __init__(self, name: str) -> None:
            self.name = name

        def settled(self, event: Event) -> None:
            told.append(self.name)

    world = make_world()
    for name in "bca":
        world.tap(Named(name))
    world.publish(Dawn(world.root))
    assert told == ["b", "c", "a"]


def test_a_tap_taken_out_is_told_nothing_more(make_world: MakeWorld) -> None:
    world = make_world()
    tap = Log()
    world.publish(Dawn(world.root))
    world.tap(tap)
    world.publish(Dawn(world.root))
    world.untap(tap)
    world.publish(Dawn(world.root))
    assert tap.lines == ["published Dawn #2", "settled Dawn #2 done"]


def test_a_tap_that_overrides_nothing_is_told_nothing(make_world: MakeWorld) -> None:
    world = make_world(Legs)
    world.tap(Tap())
    assert world.publish(Walk(world.spawn(Legs()))).log == ["legs"]
    assert Tap().hears(Walk)


def test_a_tap_sees_an_event_settled_before_observers_are_told(make_world: MakeWorld) -> None:
    world = make_world()
    tap = Log()
    world.tap(tap)
    world.observe(Dawn, lambda dawn: tap.lines.append("observed"))
    world.publish(Dawn(world.root))
    assert tap.lines == ["published Dawn #1", "settled Dawn #1 done", "observed"]


def test_a_tap_is_told_of_a_call_before_it_is_made_and_whose_it_is(make_world: MakeWorld) -> None:
    told: list[str] = []

    class Before(Tap):
        def handling(self, event: Event, handler: Handler, component: Component) -> None:
            steps = component.steps if isinstance(component, Legs) else None
            told.append(f"{handler.label} of {component.entity.id} at {steps}")

    world = make_world(Legs, Body, Fader)
    world.tap(Before())
    world.publish(Walk(world.spawn(Fader(), Legs(), Body())))
    assert told == ["Fader.fade of 2 at None", "Body.fade of 2 at None", "Legs.step of 2 at 0"]


def test_a_tap_is_not_told_of_a_call_that_will_not_be_made(make_world: MakeWorld) -> None:
    Gone = component_of("Gone", go=says("go", Dawn))

    @component
    class Remover(Component):
        @handles(Dawn, APPLY)
        def remove(self, dawn: Dawn, world: World) -> None:
            world.detach(self.entity, Gone)

    told: list[str] = []

    class Before(Tap):
        def handling(self, event: Event, handler: Handler, component: Component) -> None:
            told.append(handler.name)

    world = make_world(Remover, Gone)
    world.tap(Before())
    world.publish(Dawn(world.spawn(Remover(), Gone())))
    assert told == ["remove"]
