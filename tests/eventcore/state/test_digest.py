"""Two runs have equal digests if, and only if, the same things happen in both runs."""

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import attrs
import pytest

from eventcore import (
    APPLY,
    Action,
    Component,
    Digest,
    Fixed,
    Snapshot,
    World,
    component,
    event,
    handles,
    load_world,
    save_world,
)
from eventcore.errors import DispatchError
from eventcore.replay import EventLog
from eventcore.state.digest import (
    StateDigests,
    covered,
    is_partial,
    parts_that_differ,
    state_digest,
    states_differ,
)
from eventcore.time import run as run_until
from tests.eventcore.state.full_world import CLASSES, full_world
from tests.eventcore.worlds.bodies import Body, Dawn, Fade, Hit, Legs, component_of, does
from tests.eventcore.worlds.clones import clone_world


@component
class Dice(Component):
    rolled: int = 0

    @handles(Fade, APPLY)
    def roll(self, fade: Fade, world: World) -> None:
        self.rolled = world.stream("dice").roll(1, 6)
        fade.log.append(str(self.rolled))


def run(act: Callable[[World], object] = lambda _: None) -> list[str]:
    world = World(components=[Dice, Body, Legs], seed=1)
    digest = Digest(world)
    entity = world.spawn(Dice(), Body(), Legs())
    values = [digest.seal()]
    world.publish(Fade(entity))
    values.append(digest.seal())
    act(world)
    world.publish(Hit(world.root, entity))
    values.append(digest.seal())
    return values


def test_digest_of_a_given_state_never_changes() -> None:
    assert run() == ["49803881863289ee", "46cad163b441b1ec", "81e176a3e3436a05"]


def test_digest_is_what_the_document_says() -> None:
    # This implements the digest format of docs/journal.md a second time.
    first, second, _ = run()
    assert first == blake2b(b"[0,0,0,[]]", digest_size=8).hexdigest()
    said = '["Fade",2,["1","body"]]\n'
    whole = f'{first}{said}[0,0,1,[["dice",1]]]'
    assert second == blake2b(whole.encode(), digest_size=8).hexdigest()


@pytest.mark.parametrize(
    "act",
    [
        lambda w: w.publish(Fade(w[2])),
        lambda w: w.publish(Fade(w.root)),
        lambda w: w.publish(Dawn(w.root)),
        lambda w: w.advance(),
        lambda w: run_until(w, until=5),
        lambda w: w.stream("dice").roll(1, 6),
        lambda w: w.stream("other"),
    ],
)
def test_any_act_between_two_digests_changes_the_next_digest(
    act: Callable[[World], object],
) -> None:
    one, other = run(), run(act)
    assert one[:2] == other[:2]
    assert one[2] != other[2]


def test_digest_of_the_state_holds_all_of_it() -> None:
    changes: list[Callable[[World], object]] = [
        lambda w: w.spawn(),
        lambda w: w.attach(w.root, Body()),
        lambda w: w.publish(Fade(w.root)),
        lambda w: w.publish(Dawn(w.root)),
        lambda w: w.set_owner(w[2], w.root),
        lambda w: w.set_owner(w.spawn(), w.root),
        lambda w: w.set_owner(w[2], None),
        lambda w: w.set_owner(w[2], w.root),  # the order of owned entities has changed
        lambda w: w.despawn(w.spawn()),
        lambda w: w.advance(),
        lambda w: w.stream("dice"),
        lambda w: w.stream("dice").roll(1, 6),
        lambda w: w.despawn(w[2]),
    ]
    world = World(components=[Body])
    seen = [state_digest(world)]
    for change in changes:
        change(world)
        seen.append(state_digest(world))
    assert len(set(seen)) == len(seen)


@event
class Say(Action):
    word: str = ""
    more: Any = None
    words: list[str] = attrs.field(factory=list)


@component
class Ear(Component):
    heard: str = ""
    links: Any = None
    chain: dict[str, Any] | None = None

    @handles(Say, APPLY)
    def hear(self, say: Say, world: World) -> None:
        self.heard = say.word


UNWRITABLE: list[tuple[str, Any]] = [
    ("word", "\ud800"),
    ("more", [1, "\ud800"]),
    ("more", object()),
    ("words", ["a", "\udcff"]),
]


@pytest.mark.parametrize(("field", "value"), UNWRITABLE, ids=range(4))
@pytest.mark.parametrize("record", [Digest, EventLog])
def test_event_that_cannot_be_written_is_refused_before_anything_changes(
    debug: bool, record: Callable[[World], object], field: str, value: Any
) -> None:
    world = World(components=[Ear], debug=debug)
    record(world)
    ear, heard = world.spawn(Ear()), list[Say]()
    world.observe(Say, heard.append)
    before = state_digest(world)
    with pytest.raises(DispatchError) as error:
        world.publish(Say(ear, **{field: value}))
    assert f"Say.{field}" in str(error.value)
    assert (state_digest(world), heard) == (before, [])
    assert world.publish(Say(ear, "é", ["ü", None], ["ö"])).done


def test_digest_error_names_the_field_with_invalid_text() -> None:
    garble = does(lambda say, world: setattr(say, "word", "\ud800"), Say, APPLY)
    Hoarse = component_of("Hoarse", say=garble)
    world = World(components=[Hoarse])
    Digest(world)
    with pytest.raises(DispatchError) as error:
        world.publish(Say(world.spawn(Hoarse())))
    assert "Say.word" in str(error.value)


@pytest.mark.parametrize("field", ["links", "chain"])
@pytest.mark.parametrize("keep", [save_world, clone_world, Snapshot, state_digest])
def test_value_that_holds_itself_is_refused(field: str, keep: Callable[[World], object]) -> None:
    held: Any = {}
    held["again"] = held
    world = World(components=[Ear])
    world.spawn(Ear(**{field: held}))
    with pytest.raises(TypeError):
        keep(world)


# Digests of earlier versions


def like(recorded: str, save: Callable[[], bytes], world: World) -> str:
    return StateDigests(world, with_parts="." in recorded).like(recorded, save)


def whole(state: bytes) -> str:
    return StateDigests(World(components=[]), with_parts=False).whole(state)


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        (whole(b"a"), whole(b"a"), False),
        (whole(b"a"), whole(b"b"), True),
        (whole(b"a"), whole(b"a") + "/0011", False),
        (whole(b"a") + "/0011", whole(b"a") + " 2233", False),
        (whole(b"a") + ".0011", whole(b"a") + "/2233", False),
        (whole(b"a"), "9c8c045159a40aa5", None),
        ("9c8c045159a40aa5", "9c8c045159a40aa5 0011", False),
        ("9c8c045159a40aa5", "bd52b68a00000000", True),
        (whole(b"a"), "", None),
    ],
)
def test_digests_of_one_form_are_compared(one: str, other: str, differ: bool | None) -> None:
    assert states_differ(one, other) is differ
    assert states_differ(other, one) is differ


SORTED = b'{"a":{"b":1,"c":[{"d":2,"e":1.5}]},"z":1180591620717411303424}'
AS_IT_IS = b'{"a":{"c":[{"e":1.5,"d":2}],"b":1},"z":1180591620717411303424}'


def test_digest_of_an_earlier_version_is_of_a_state_with_sorted_dicts() -> None:
    world, earlier = World(components=[]), whole(SORTED).removeprefix("2:")

    def differs(recorded: str, state: bytes) -> bool | None:
        return states_differ(like(recorded, lambda: state, world), recorded)

    for state in (SORTED, AS_IT_IS):
        assert differs(earlier, state) is False
        assert differs(earlier, state[:-2] + b"5}") is True
    now = whole(AS_IT_IS)
    assert differs(now, AS_IT_IS) is False
    assert differs(now, SORTED) is True


# Partial digests.


@component
class Coat(Component):
    color: str = ""


@component
class Diary(Component):
    lines: list[str] = attrs.field(factory=list)


@component
class Asleep(Component):
    pass


@component
class Away(Component):
    pass


@component
class Curfew(Component):
    hours: Fixed[str, int] = attrs.field(factory=Fixed)

    @handles(Say, APPLY, via="world")
    def hush(self, say: Say, world: World) -> None:
        pass


def house() -> World:
    """Return a world in which entities 2 and 3 have coats, and entity 3 has a long diary."""
    world = World(components=[Curfew, Diary, Coat])
    world.attach(world.root, Curfew(Fixed({"summer": 22, "winter": 20})))
    world.spawn(Coat("red"))
    world.spawn(Coat("blue"), Diary(["nothing happened"] * 5000))
    return world


def all_classes(world: World, *, with_parts: bool = False) -> str:
    return StateDigests(world, with_parts=with_parts).partial()


def unsaved() -> bytes:
    raise AssertionError("a partial digest does not save the state")


def again(recorded: str, world: World) -> str:
    return like(recorded, unsaved, world)


CHANGES: list[tuple[Callable[[World], object], tuple[str, ...]]] = [
    (lambda w: setattr(w[2][Coat], "color", "green"), ("Coat",)),
    (lambda w: w[3][Diary].lines.append("rain"), ("Diary",)),
    (lambda w: w.despawn(w[2]), ("Coat",)),
    (lambda w: w.despawn(w[3]), ("Diary", "Coat")),
    (lambda w: w.detach(w[3], Diary), ("Diary",)),
    (lambda w: w.attach(w[2], Diary()), ("Diary",)),
    (lambda w: w.spawn(Coat("red")), ("Coat",)),
    (lambda w: setattr(w.root[Curfew], "hours", Fixed({"summer": 22})), ("Curfew",)),
    (lambda w: setattr(w.root[Curfew], "hours", Fixed({"winter": 20, "summer": 22})), ("Curfew",)),
]


@pytest.mark.parametrize(("change", "parts"), CHANGES, ids=range(len(CHANGES)))
@pytest.mark.parametrize("with_parts", [False, True])
def test_digest_finds_every_change_of_a_component(
    change: Callable[[World], object], parts: tuple[str, ...], with_parts: bool
) -> None:
    world = house()
    partial = all_classes(world, with_parts=with_parts)
    full = StateDigests(world, with_parts=with_parts).whole(save_world(world))
    assert [is_partial(each) for each in (partial, full)] == [True, False]
    assert not states_differ(again(partial, house()), partial)
    change(world)
    assert states_differ(again(partial, world), partial)
    for before in (partial, full):
        now = like(before, lambda: save_world(world), world)
        assert parts_that_differ(world, before, now) == (parts if with_parts else ())


def test_digest_finds_a_change_of_components_without_fields() -> None:
    world = World(components=[Asleep, Away])
    sleeper = world.spawn(Asleep())
    for with_parts in (False, True):
        asleep = all_classes(world, with_parts=with_parts)
        world.detach(sleeper, Asleep)
        assert states_differ(again(asleep, world), asleep)
        world.attach(sleeper, Away())
        assert states_differ(again(asleep, world), asleep)
        world.detach(sleeper, Away)
        world.attach(sleeper, Asleep())
        assert not states_differ(again(asleep, world), asleep)


@pytest.mark.parametrize(
    ("recorded", "finds"),
    [
        ("3:7675:7:c0d78caa.a1aaf4c9adce", "Curfew"),  # holds the contents of fixed tables
        ("4:7675:7:60b536a3", ""),
        ("4:7675:7:60b536a3.85c9f4c9adce", "Curfew"),
        ("4:7675:5:2261c3a2.85c9adce", "Curfew"),
        ("5:7675:21700024", ""),
    ],
)
def test_digest_of_an_earlier_version_is_compared(recorded: str, finds: str) -> None:
    world = house()
    assert again(recorded, world) == recorded
    world[3][Diary].lines.pop()
    assert states_differ(recorded, again(recorded, world)) is (":5:" not in recorded)
    world = house()
    world.root[Curfew].hours = Fixed({"summer": 22})
    changed = again(recorded, world)
    assert states_differ(recorded, changed) is True
    assert parts_that_differ(world, recorded, changed) == ((finds,) if finds else ())


def test_partial_digest_is_the_same_after_loading() -> None:
    world = full_world()
    loaded = load_world(save_world(world), components=CLASSES)
    for with_parts in (False, True):
        digests = [all_classes(each, with_parts=with_parts) for each in (world, loaded)]
        assert digests[0] == digests[1] == again(digests[0], loaded)


def test_digests_that_cover_other_classes_are_not_compared() -> None:
    world, other = house(), World(components=[Coat, Diary, Curfew])
    every, by_entity = all_classes(world, with_parts=True), all_classes(world)
    first, rest = (again(f"4:7675:{mask}:0.", world) for mask in (1, 6))
    full = whole(save_world(world))
    assert [len(covered(world, each)) for each in (every, first, rest, by_entity)] == [3, 1, 2, 3]
    for one in (every, by_entity):
        assert states_differ(again(one, other), one) is None
    pairs = [(every, first), (first, rest), (every, full), (first, "9c8c045159a40aa5")]
    for one, another in [*pairs, (every, by_entity), (every, f"3{every[1:]}")]:
        assert states_differ(one, another) is states_differ(another, one) is None


def test_partial_digest_refuses_what_a_save_refuses() -> None:
    world = World(components=[Ear])
    world.spawn(Ear(links=object()))
    with pytest.raises(TypeError, match=r"Ear\.links"):
        all_classes(world)
