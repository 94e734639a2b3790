"""What each handler reads and writes is learned while it is watched, and only then."""

from typing import Any

import attrs
import pytest

from eventcore import (
    APPLY,
    Component,
    Event,
    World,
    component,
    event,
    handles,
    state_digest,
)
from eventcore.testing.order import Accesses
from eventcore.testing.order.footprints import Footprint
from eventcore.time import Scheduled
from tests.eventcore.testing.order.market import (
    Cards,
    Cloth,
    Crier,
    Dice,
    Doorman,
    Gate,
    Guard,
    Haggle,
    Host,
    Ledger,
    Market,
    Note,
    Purse,
    Sale,
    Salt,
    Sell,
    Tax,
    Weather,
    Worth,
)


def seen(handler: str, *parts: Component, kind: type = Sell, debug: bool = False) -> str:
    """What a handler does in a sale, in words."""
    market = Market(*parts, debug=debug)
    with Accesses() as accesses:
        market.perform(10)
    return str(accesses.of(kind, handler))


def test_a_field_of_the_packet_and_of_a_component_is_read_and_written(debug: bool) -> None:
    assert seen("Sale.take_silver", Sale(), debug=debug) == (
        "reads Sell.price, enactor[Purse], enactor[Purse].silver; writes enactor[Purse].silver"
    )


def test_a_list_that_grows_in_place_is_written(debug: bool) -> None:
    assert seen("Ledger.write_down", Sale(), Ledger(), debug=debug) == (
        "reads Sell.price, enactor[Purse], enactor[Purse].log; writes enactor[Purse].log"
    )


def test_a_list_that_is_looked_at_and_left_alone_is_only_read() -> None:
    @component
    class Reader(Component):
        @handles(Sell)
        def read(self, sell: Sell, world: World) -> None:
            assert len(self.entity[Purse].log) == 0

    assert seen("Reader.read", Sale(), Reader()) == (
        "reads enactor[Purse], enactor[Purse].log; writes nothing"
    )


def test_what_a_handler_publishes_is_done_by_it_as_well() -> None:
    assert seen("Ledger.count", Sale(), Crier(), Ledger(), kind=Note) == (
        "reads Note.text, enactor[Ledger].notes; writes enactor[Ledger].notes"
    )
    assert seen("Crier.cry", Sale(), Crier(), Ledger()) == (
        "reads enactor[Ledger].notes, enactor[Purse], enactor[Purse].log; "
        "writes enactor[Ledger].notes, enactor[Purse].log, sequence"
    )


def test_what_a_question_reads_is_read_by_who_asks_and_by_who_answers() -> None:
    assert seen("Salt.weigh_salt", Sale(), Haggle(), Cloth(), Salt(), kind=Worth) == (
        "reads Worth.sum, enactor[Salt].weight; writes Worth.sum"
    )
    assert seen("Haggle.haggle", Sale(), Haggle(), Cloth(), Salt()) == (
        "reads Sell.price, enactor[Cloth].length, enactor[Salt].weight; writes Sell.price"
    )


def test_a_draw_is_a_write_to_its_stream() -> None:
    assert seen("Dice.throw", Dice()) == "reads nothing; writes enactor[Dice].last, stream dice"


def test_a_refusal_is_a_write_to_the_outcome() -> None:
    assert seen("Guard.stop_the_poor", Sale(), Guard(), Purse(0)) == (
        "reads enactor[Purse], enactor[Purse].silver; writes Sell.cost, Sell.outcome"
    )


def test_who_spawns_writes_what_who_counts_reads() -> None:
    assert seen("Host.welcome_a_guest", Sale(), Host()) == "reads nothing; writes entities"
    assert seen("Doorman.count_guests", Sale(), Doorman()) == (
        "reads entities; writes enactor[Doorman].guests"
    )


def test_what_is_spawned_meanwhile_is_nothing_another_could_have_met() -> None:
    @component
    class Maker(Component):
        @handles(Sell)
        def make(self, sell: Sell, world: World) -> None:
            world.spawn(Purse(1))[Purse].silver += 1

    assert seen("Maker.make", Sale(), Maker()) == "reads nothing; writes entities"


def test_another_entity_is_called_by_its_role_or_other() -> None:
    @component
    class Thief(Component):
        @handles(Sell, APPLY)
        def steal(self, sell: Sell, world: World) -> None:
            for victim in world.having(Purse):
                victim[Purse].silver = 0

    world = World(components=[Thief, Purse])
    thief, buyer, _ = world.spawn(Thief()), world.spawn(Purse()), world.spawn(Purse())
    with Accesses() as accesses:
        world.publish(Sell(thief, buyer))
    assert str(accesses.of(Sell, "Thief.steal")) == (
        "reads entities, other[Purse], to[Purse]; writes other[Purse].silver, to[Purse].silver"
    )


def test_structure_schedule_time_and_what_is_deferred_have_names() -> None:
    @component
    class Busy(Component):
        @handles(Sell, APPLY)
        def do_all(self, sell: Sell, world: World) -> None:
            me = sell.enactor
            if Tax in me and me.alive and me.owner is None and world.turn >= 0:
                world.detach(me, Tax)
            world.attach(me, Gate())
            world.set_owner(next(iter(world.having(Guard))), me)
            world.agenda.schedule(me)
            world.advance()
            world.defer(Note(me))
            sell.cost = world.publish(Note(me)).sequence

    world = World(components=[Busy, Tax, Gate, Guard])
    me, _ = world.spawn(Busy(), Tax()), world.spawn(Guard())
    with Accesses() as accesses:
        world.publish(Sell(me))
    assert str(accesses.of(Sell, "Busy.do_all")) == (
        "reads agenda, alive, enactor[Gate], enactor[Tax], entities, owners, sequence, turn; "
        "writes Sell.cost, agenda, deferred, enactor[Gate], enactor[Tax], entities, owners, "
        "sequence, turn"
    )


def test_scheduling_and_cancelling_write_the_agenda_and_distributions_their_stream() -> None:
    @component
    class Busy(Component):
        @handles(Sell, APPLY)
        def put_off(self, sell: Sell, world: World) -> None:
            world.schedule(Sell(sell.enactor), world.stream("x").exponential(5)).cancel()

    world = World(components=[Busy])
    me = world.spawn(Busy())
    with Accesses() as accesses:
        world.publish(Sell(me))
    assert "writes agenda, stream x" in str(accesses.of(Sell, "Busy.put_off"))


def test_what_is_attached_at_once_is_written() -> None:
    @component
    class Outfitter(Component):
        @handles(Sell, APPLY)
        def fit_out(self, sell: Sell, world: World) -> None:
            world.attach_all(components=[Tax(), Gate()], entity=sell.enactor)

    assert seen("Outfitter.fit_out", Outfitter()).endswith(
        "; writes enactor[Gate], enactor[Tax], entities"
    )


@pytest.mark.parametrize("name", ["now", "turn"])
def test_the_time_is_read_from_the_agenda_as_well(name: str) -> None:
    @component
    class Watch(Component):
        @handles(Sell)
        def look(self, sell: Sell, world: World) -> None:
            assert getattr(world.agenda, name) == 0

    assert seen("Watch.look", Sale(), Watch()) == "reads turn; writes nothing"


@pytest.mark.parametrize(
    ("name", "reads"),
    [
        ("due", "agenda, alive"),
        ("pending", "agenda, alive"),
        ("event", "agenda, alive"),
        ("held", "agenda"),
    ],
)
def test_the_handle_of_a_scheduled_event_tells_of_the_agenda(name: str, reads: str) -> None:
    @component
    class Diary(Component):
        coming: Scheduled | None = None

        @handles(Sell)
        def look_up(self, sell: Sell, world: World) -> None:
            getattr(self.coming, name)

    market = Market(Sale(), Diary())
    market.merchant[Diary].coming = market.world.schedule(Sell(market.merchant), 5)
    with Accesses() as accesses:
        market.perform(10)
    assert str(accesses.of(Sell, "Diary.look_up")) == (
        f"reads {reads}, enactor[Diary].coming; writes nothing"
    )


@pytest.mark.parametrize(
    ("draw", "given"),
    [
        ("below", {"bound": 6}),
        ("roll", {"least": 1, "most": 6}),
        ("chance", {"part": 1, "whole": 6}),
        ("pick", {"choices": [1, 2]}),
        ("weighted", {"choices": [1, 2], "weights": [3, 4]}),
        ("shuffle", {"items": [1, 2]}),
        ("shuffled", {"items": [1, 2]}),
        ("shuffled_at_once", {"items": [1, 2]}),
        ("exponential", {"mean": 5}),
        ("normal", {"mean": 5, "deviation": 2}),
        ("triangular", {"least": 1, "most": 6, "mode": 2}),
    ],
)
def test_whatever_is_drawn_is_a_write_to_its_stream(draw: str, given: dict[str, Any]) -> None:
    @component
    class Gambler(Component):
        @handles(Sell, APPLY)
        def play(self, sell: Sell, world: World) -> None:
            getattr(world.stream("dice"), draw)(**given)

    assert seen("Gambler.play", Gambler()) == "reads nothing; writes stream dice"


def test_two_that_publish_do_not_clash_unless_one_reads_a_number() -> None:
    market = Market(Sale(), Crier())
    with Accesses() as accesses:
        market.perform(10)
    footprint = accesses.of(Sell, "Crier.cry")
    footprint.writes.discard("enactor[Purse].log")
    assert footprint.clash(footprint) == set()
    footprint.reads.add("sequence")
    assert footprint.clash(footprint) == {"sequence"}


def test_watching_changes_nothing(debug: bool) -> None:
    def play() -> str:
        market = Market(Sale(), Ledger(), Crier(), Haggle(), Cloth(), Dice(), debug=debug)
        market.perform(10)
        return state_digest(market.world)

    with Accesses():
        watched = play()
    assert watched == play()


def test_classes_are_as_before_afterwards_on_an_error_too() -> None:
    @component
    class Broken(Component):
        @handles(Sell)
        def fall(self, sell: Sell, world: World) -> None:
            raise LookupError

    def state() -> list[object]:
        return [dict(vars(cls)) for cls in (Component, Sell, World, Purse, *type(Purse()).__mro__)]

    before, market = state(), Market(Sale(), Broken())
    assert not any("__getattribute__" in vars(cls) for cls in (Component, Event))
    accesses = Accesses()
    with pytest.raises(LookupError), accesses:
        market.perform(10)
    assert state() == before
    market.merchant[Purse].silver += 1
    assert str(accesses.of(Sell, "Broken.fall")) == "reads nothing; writes nothing"


def test_one_watch_within_another_sees_what_it_is_there_for() -> None:
    market = Market(Sale(), Weather())
    with Accesses() as outer:
        market.perform(10)
        with Accesses() as inner:
            market.perform(10)
        market.perform(10)
    assert [label for _, label, _ in inner] == ["Sale.take_silver", "Weather.change"]
    assert [str(found) for *_, found in inner] == [str(found) for *_, found in outer]


def test_one_world_may_be_watched_alone() -> None:
    market, other = Market(Sale()), Market(Cards())
    with Accesses(market.world) as accesses:
        market.perform(10)
        other.perform(10)
    assert [(kind, label) for kind, label, _ in accesses] == [(Sell, "Sale.take_silver")]


def test_what_was_not_seen_to_run_does_nothing() -> None:
    assert str(Accesses().of(Sell, "Sale.take_silver")) == "reads nothing; writes nothing"


def test_a_preview_is_watched_as_well() -> None:
    market = Market(Sale(), Tax())
    with Accesses(market.world) as accesses:
        market.world.preview(Sell(market.merchant))
    assert str(accesses.of(Sell, "Tax.tax")) == "reads Sell.price; writes Sell.price"


def test_the_same_accesses_are_not_entered_twice_at_once() -> None:
    with Accesses() as accesses:
        with pytest.raises(RuntimeError, match="active already"):
            accesses.__enter__()
        assert list(accesses) == []
    with accesses:
        Market(Sale()).perform(1)
    assert [label for _, label, _ in accesses] == ["Sale.take_silver"]


def test_who_reads_clashes_with_who_writes_whichever_comes_first() -> None:
    reader, writer = Footprint({"hp"}, {"rage"}), Footprint({"mana"}, {"hp"})
    assert reader.clash(writer) == writer.clash(reader) == {"hp"}
    assert reader.clash(reader) == {"rage"}
    assert Footprint({"hp"}).clash(Footprint({"hp"})) == set()


def test_the_number_of_the_event_that_is_heard_is_the_same_in_any_order() -> None:
    @component
    class Numberer(Component):
        @handles(Sell)
        def look(self, sell: Sell, world: World) -> None:
            assert sell.sequence == 1

    assert seen("Numberer.look", Sale(), Numberer()) == "reads nothing; writes nothing"


def test_what_has_become_of_an_event_and_what_it_costs_are_read() -> None:
    @component
    class Clerk(Component):
        @handles(Sell)
        def look(self, sell: Sell, world: World) -> None:
            assert sell.done
            assert sell.cost

    assert seen("Clerk.look", Sale(), Clerk()) == "reads Sell.cost, Sell.outcome; writes nothing"


def test_a_field_that_is_validated_is_written_as_any_other() -> None:
    @component
    class Scale(Component):
        weight: int = attrs.field(default=0, validator=attrs.validators.ge(0))

        @handles(Sell, APPLY)
        def weigh(self, sell: Sell, world: World) -> None:
            self.weight = 3

    assert "__setattr__" in vars(Scale)
    assert seen("Scale.weigh", Scale()) == "reads nothing; writes enactor[Scale].weight"


def test_what_has_no_form_in_json_may_change_in_place_too() -> None:
    @component
    class Chest(Component):
        by_place: Any = attrs.field(factory=dict)
        left_alone: Any = attrs.field(factory=lambda: {(0, 0): object()})

        @handles(Sell)
        def fill(self, sell: Sell, world: World) -> None:
            if self.left_alone:
                self.by_place[1, 2] = "silk"

    assert seen("Chest.fill", Sale(), Chest()) == (
        "reads enactor[Chest].by_place, enactor[Chest].left_alone; writes enactor[Chest].by_place"
    )


def test_a_list_in_the_packet_that_grows_in_place_is_written() -> None:
    @event
    class Load(Sell):
        goods: list[str] = attrs.field(factory=list)

    @component
    class Packer(Component):
        @handles(Load)
        def pack(self, load: Load, world: World) -> None:
            load.goods.append("silk")

        @handles(Load)
        def look(self, load: Load, world: World) -> None:
            assert load.goods

    world = World(components=[Packer, Sale, Purse])
    with Accesses() as accesses:
        world.publish(Load(world.spawn(Packer(), Sale(), Purse())))
    assert str(accesses.of(Load, "Packer.pack")) == "reads Load.goods; writes Load.goods"
    assert str(accesses.of(Load, "Packer.look")) == "reads Load.goods; writes nothing"
