"""A session: the one place that wires a game and moves it on."""

import attrs
import msgspec
import pytest

from bidden.components.knowledge.memory import Memory
from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.content.catalogue import Catalogue
from bidden.content.datafiles import ContentError
from bidden.events.combat import Attack
from bidden.events.effects import Affect
from bidden.events.turns import TakeTurn
from bidden.intents import (
    INTENTS,
    Bid,
    Bind,
    Breathe,
    Cast,
    Close,
    Disarm,
    Drop,
    Eat,
    Engrave,
    Inhale,
    Intent,
    Move,
    Name,
    PickUp,
    Quaff,
    Search,
    Shoot,
    SwitchBoon,
    UseBoon,
    Wait,
)
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.state import Look, Side
from bidden.view import Ending
from bidden.worldgen.places import cellar
from bidden.worldgen.site import Site
from eventcore import Event, JournalError, SaveError, Stream, state_digest
from eventcore.outcome import REPLACED
from eventcore.time import Tick
from tests.bidden.scenes import Ear, MakeSession, catalogue, catalogue_for, drawn, hp, place


def creatures(session: Session) -> list[int]:
    return [one.id for one in session.world.having(Side) if one is not session.player]


# Turns


def test_as_it_is_won_nobody_acts_any_more_and_no_time_passes(make_session: MakeSession) -> None:
    you = {"Health": {"hp": 1, "most": 9}, "Wounds": None}
    session = make_session("#@z#", you=you, zombie={"Health": {"hp": 1}})
    session.world.publish(Affect(session.player, session.player, "poison"))
    ticks: list[Tick] = []
    session.world.observe(Tick, ticks.append)
    session.perform(Move(1, 0))
    assert (session.ending, hp(session.player), ticks) == (Ending.WON, 1, [])


def test_a_done_intent_costs_a_turn(make_session: MakeSession) -> None:
    session = make_session("#@.+.z#")
    assert session.perform(Move(1, 0)).done
    assert session.world.turn == 1


@pytest.mark.parametrize(
    ("intent", "reason"),
    [
        (Move(0, 1), "wall"),
        (Move(0, 0), "still"),
        (Move(5, 0), "far"),
        (Close(1, 0), "no door"),
        (Close(-1, 0), "shut"),
        (Close(3, 0), "far"),
    ],
)
def test_a_refused_intent_costs_no_turn_and_the_others_wait(
    make_session: MakeSession, intent: Intent, reason: str
) -> None:
    session = make_session("#+@..+z#")
    before, ear = drawn(session.world), Ear()
    session.world.tap(ear)
    assert session.perform(intent).reason == reason
    assert session.world.turn == 0
    assert drawn(session.world) == before
    assert {TakeTurn, Tick} & {type(event) for event in ear.events} == set()


def test_a_bump_become_a_blow_costs_a_turn(make_session: MakeSession) -> None:
    session = make_session("#@z#")
    (zombie,) = (one for one in session.world.having(Side) if one is not session.player)
    move = session.perform(Move(1, 0))
    assert move.outcome is REPLACED
    assert isinstance(move.replacement, Attack)
    assert session.world.turn == 1
    assert hp(zombie) < 8
    assert hp(session.player) < 40  # it struck back in its own turn


def test_a_bump_become_an_opening_costs_a_turn(make_session: MakeSession) -> None:
    session = make_session("#@+.z#")
    assert session.perform(Move(1, 0)).outcome is REPLACED
    assert (session.world.turn, drawn(session.world)) == (1, "#@'z.#")


def test_a_turn_is_the_players_then_each_creatures_by_id_and_then_the_worlds(
    make_session: MakeSession,
) -> None:
    session = make_session("""
        #######
        #@+z.z#
        ###z.z#
        #######
    """)
    order: list[tuple[str, int]] = []
    tellers: list[type[Event]] = [TakeTurn, Tick]
    for kind in tellers:
        session.world.observe(
            kind, lambda event: order.append((type(event).__name__, event.enactor.id))
        )
    session.perform(Wait())
    ids = creatures(session)
    assert ids == sorted(ids)
    assert len(ids) == 4
    assert order == [*(("TakeTurn", one) for one in ids), ("Tick", session.world.root.id)]


def test_the_tick_finds_the_turn_begun(make_session: MakeSession) -> None:
    session = make_session("#@#")
    ticks: list[int] = []
    session.world.observe(Tick, lambda tick: ticks.append(session.world.turn))
    for _ in range(3):
        session.perform(Wait())
    assert ticks == [1, 2, 3]


def test_who_was_killed_this_turn_does_not_act_in_it(make_session: MakeSession) -> None:
    session = make_session("#@z#z#", zombie={"Health": {"hp": 1}})
    _, other = creatures(session)
    acted: list[int] = []
    session.world.observe(TakeTurn, lambda turn: acted.append(turn.enactor.id))
    session.perform(Move(1, 0))
    assert len(creatures(session)) == 1
    assert acted == [other]


def test_who_is_killed_before_its_turn_does_not_get_it(make_session: MakeSession) -> None:
    session = make_session(
        "#@+hz#", hound={"Health": {"hp": 1}, "Mind": {"plan": ["hunt"], "radius": 5}}
    )
    zombie, hound = creatures(session)
    turns: list[int] = []
    session.world.observe(TakeTurn, lambda turn: turns.append(turn.enactor.id))
    session.perform(Wait())
    assert turns == [zombie]
    assert hound not in [thing.id for thing in session.world]


def test_once_the_player_is_dead_the_others_rest(make_session: MakeSession) -> None:
    session = make_session("#z@z#", you={"Health": {"hp": 1}, "Wounds": None})
    turns: list[int] = []
    session.world.observe(TakeTurn, lambda turn: turns.append(turn.enactor.id))
    session.perform(Wait())
    assert turns == creatures(session)[:1]
    assert session.world.turn == 0


# Ends


def test_a_game_goes_on_while_both_sides_live(make_session: MakeSession) -> None:
    assert make_session("#@.z#").ending is None


def test_a_game_is_won_when_nobody_of_another_side_is_left(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie={"Health": {"hp": 1}})
    session.perform(Move(1, 0))
    assert session.ending is Ending.WON


def test_a_game_is_lost_when_the_player_dies(make_session: MakeSession) -> None:
    session = make_session("#@z#", you={"Health": {"hp": 1}, "Wounds": None})
    session.perform(Wait())
    assert session.ending is Ending.DIED


@pytest.mark.parametrize("intent", [Move(1, 0), Move(5, 0), Close(0, 0), Wait()])
def test_the_dead_player_means_nothing_any_more(make_session: MakeSession, intent: Intent) -> None:
    session = make_session("#@z#", you={"Health": {"hp": 1}, "Wounds": None})
    session.perform(Wait())
    before = drawn(session.world)
    assert session.perform(intent).reason == "gone"
    assert (session.world.turn, drawn(session.world)) == (0, before)


# Beginnings


def test_the_player_starts_in_the_first_room_and_everyone_else_elsewhere_on_their_own() -> None:
    for seed in range(20):
        session = Session(seed, catalogue=catalogue(), level="cellar")
        world = session.world
        spots = [place(one) for one in world.having(Side)]
        doors = [place(door) for door in world.having(Door)]
        assert len(set(spots)) == len(spots) == 1 + 8
        assert len(set(doors)) == len(doors)
        assert not set(spots) & set(doors)
        site = Site(session.catalogue.level("first").measures)
        home = cellar.draw(site, Stream(seed, "level-1")).rooms[0]
        assert [spot in home for spot in spots] == [True] + [False] * 8


def test_ids_go_to_doors_then_the_player_then_the_creatures(make_session: MakeSession) -> None:
    session = make_session("#z+@+z#")
    assert [thing[Look].glyph for thing in session.world.having(Position)] == [
        "+",
        "+",
        "@",
        "z",
        "z",
    ]


def test_the_player_looks_around_before_the_first_turn(make_session: MakeSession) -> None:
    session = make_session("#@.+.z#")
    assert session.player[Memory].rows == ["#..+   "]
    assert session.world.turn == 0


def test_more_creatures_than_tiles_for_them_are_refused(make_session: MakeSession) -> None:
    crowd = attrs.evolve(catalogue_for("#@.z#", {}).level("first"), creatures={"zombie": 99})
    make_session("#@.z#")  # which has sessions begin on the drawing
    with pytest.raises(ContentError, match=r"^levels.toml: creatures: 99 are too many for 1 tiles"):
        Session(0, catalogue=attrs.evolve(catalogue(), levels={"first": crowd}))


def test_the_same_seed_begins_the_same_game_and_another_one_another() -> None:
    def state(seed: int) -> str:
        return state_digest(Session(seed, catalogue=catalogue()).world)

    assert state(5) == state(5)
    assert state(5) != state(6)


@pytest.mark.parametrize(
    ("lacking", "missing"),
    [
        (attrs.evolve(catalogue(), levels={}), "levels.toml: first: is missing"),
        (
            attrs.evolve(catalogue(), blueprints={}),
            "(door|you): is in none of creatures.toml, items.toml and traps.toml",
        ),
    ],
    ids=["levels", "creatures"],
)
def test_what_every_game_needs_is_asked_for_by_name(lacking: Catalogue, missing: str) -> None:
    with pytest.raises(ContentError, match=f"^{missing}(\n|$)"):
        Session(1, catalogue=lacking)


def test_without_a_catalogue_it_reads_the_one_that_ships() -> None:
    assert Session(1).catalogue.fingerprint != catalogue().fingerprint  # that one has a hound
    assert set(catalogue().blueprints) - set(Session(1).catalogue.blueprints) == {"hound"}


def test_a_game_that_nobody_reads_goes_the_same_way_and_is_not_saved() -> None:
    read, unread = (Session(3, catalogue=catalogue(), read=read) for read in (True, False))
    for intent in [Move(1, 0), Move(0, 1), Search(), Wait()] * 5:
        read.perform(intent)
        unread.perform(intent)
    assert read.digest.seal() == unread.digest.seal()
    assert read.messages.lines
    assert unread.messages.lines == read.messages.lines[:1]  # the hint, with which it began
    with pytest.raises(SaveError, match="nobody reads"):
        unread.save()


def test_the_header_says_what_a_replay_needs_to_know() -> None:
    session = Session(77, catalogue=catalogue())
    header = session.header
    assert (header.game, header.seed) == ("bidden", 77)
    assert header.content == catalogue().fingerprint
    assert session.world.components == COMPONENTS


# Records


@pytest.mark.parametrize(
    ("intent", "record"),
    [
        (Move(1, -1), ("Move", 1, b'{"dx":1,"dy":-1}')),
        (Close(0, 1), ("Close", 1, b'{"dx":0,"dy":1}')),
        (Wait(), ("Wait", 1, b"{}")),
        (PickUp(1), ("PickUp", 1, b'{"number":1}')),
        (Drop("c"), ("Drop", 1, b'{"slot":"c"}')),
        (Eat("c"), ("Eat", 1, b'{"slot":"c"}')),
        (Quaff("c"), ("Quaff", 1, b'{"x":-1,"y":-1,"slot":"c"}')),
        (Shoot(3, 4), ("Shoot", 1, b'{"x":3,"y":4}')),
        (Cast("blink"), ("Cast", 1, b'{"spell":"blink","x":-1,"y":-1}')),
        (Search(), ("Search", 1, b"{}")),
        (Engrave("x"), ("Engrave", 1, b'{"text":"x"}')),
        (Inhale(), ("Inhale", 1, b"{}")),
        (Breathe(3, 4), ("Breathe", 1, b'{"x":3,"y":4}')),
        (Bid("stay"), ("Bid", 1, b'{"word":"stay"}')),
        (Bind(2), ("Bind", 1, b'{"number":2}')),
        (UseBoon(0, 1), ("UseBoon", 1, b'{"dx":0,"dy":1}')),
        (SwitchBoon(), ("SwitchBoon", 1, b"{}")),
        (Disarm(0, 1), ("Disarm", 1, b'{"dx":0,"dy":1}')),
        (Name("c", "x", True), ("Name", 1, b'{"alike":true,"name":"x","slot":"c"}')),
    ],
)
def test_an_intent_is_recorded_and_read_again(
    intent: Intent, record: tuple[str, int, bytes]
) -> None:
    session = Session(1, catalogue=catalogue())
    name, version, fields = session.encode(intent)
    assert (name, version, msgspec.json.encode(fields)) == record
    assert session.decode(*record) == intent


def test_all_intents_are_tried_here() -> None:
    tried = ["Move", "Close", "Wait", "PickUp", "Drop", "Quaff", "Eat", "Read", "Throw", "PutOn"]
    tried += ["TakeOff", "Shoot", "Cast", "Name", "Search", "Disarm", "Improve", "Inhale"]
    tried += ["Breathe", "Bid", "Bind", "UseBoon", "SwitchBoon", "Engrave"]
    assert list(INTENTS) == tried


@pytest.mark.parametrize(
    ("name", "version", "data", "reason"),
    [
        ("Fly", 1, b"{}", "there is no intent 'Fly' in this game"),
        ("Move", 2, b'{"dx":1,"dy":0}', "Move has version 2, and this game knows 1"),
        ("Drop", 1, b'{"slot":1}', "Drop: Expected `str`, got `int`"),
        ("Move", 1, b'{"dx":1}', "Move: Object missing required field `dy`"),
        ("Move", 1, b'{"dx":1.5,"dy":0}', "Move: Expected `int`, got `float`"),
        ("Move", 1, b'{"dx":"1","dy":0}', "Move: Expected `int`, got `str`"),
        ("Move", 1, b'{"dx":true,"dy":0}', "Move: Expected `int`, got `bool`"),
        ("Move", 1, b"[1,0]", "Move: Expected `object`, got `array`"),
        ("Wait", 1, b"", "Wait: Input data was truncated"),
        ("Wait", 1, b"\xff", "Wait: JSON is malformed"),
    ],
)
def test_a_record_that_is_no_intent_is_refused_with_its_reason(
    name: str, version: int, data: bytes, reason: str
) -> None:
    session = Session(1, catalogue=catalogue())
    with pytest.raises(JournalError) as caught:
        session.decode(name, version, data)
    assert str(caught.value).startswith(reason)


def test_what_is_encoded_is_json_for_any_reader() -> None:
    _, _, data = Session(1, catalogue=catalogue()).encode(Move(-1, 0))
    assert msgspec.json.encode(data) == b'{"dx":-1,"dy":0}'
