"""Digests: equal for runs that went the same way, and for no others."""

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import pytest

from eventcore import (
    APPLY,
    Action,
    Component,
    Digest,
    Snapshot,
    World,
    clone_world,
    component,
    event,
    handles,
    save_world,
    state_digest,
)
from eventcore.errors import DispatchError
from eventcore.testing.plugin import MakeWorld
from tests.eventcore.worlds.bodies import Body, Dawn, Fade, Hit, Legs, Walk


@component
class Dice(Component):
    """Rolls dice, and keeps what came up."""

    rolled: int = 0

    @handles(Fade, APPLY)
    def roll(self, fade: Fade, world: World) -> None:
        self.rolled = world.stream("dice").roll(1, 6)
        fade.log.append(str(self.rolled))


def run(make_world: MakeWorld, act: Callable[[World], object] = lambda _: None) -> list[str]:
    """Play a few events, do something in the middle, and give the digests."""
    world = make_world(Dice, Body, Legs, seed=1)
    digest = Digest(world)
    entity = world.spawn(Dice(), Body(), Legs())
    values = [digest.seal()]
    world.publish(Fade(entity))
    values.append(digest.seal())
    act(world)
    world.publish(Hit(world.root, entity))
    values.append(digest.seal())
    return values


def test_equal_runs_have_equal_digests(make_world: MakeWorld) -> None:
    assert run(make_world) == run(make_world)


def test_a_digest_is_what_it_always_was(make_world: MakeWorld) -> None:
    assert run(make_world) == ["49803881863289ee", "46cad163b441b1ec", "81e176a3e3436a05"]


def test_each_digest_holds_all_that_went_before(make_world: MakeWorld) -> None:
    values = run(make_world)
    assert len(set(values)) == 3
    world = make_world(Dice, Body, seed=1)
    digest = Digest(world)
    digest.seal()
    world.publish(Fade(world.spawn(Dice(), Body())))
    assert digest.seal() == values[1]


@pytest.mark.parametrize(
    "act",
    [
        lambda w: w.publish(Fade(w[2])),
        lambda w: w.publish(Fade(w.root)),
        lambda w: w.publish(Dawn(w.root)),
        lambda w: w.advance(),
        lambda w: w.stream("dice").roll(1, 6),
        lambda w: w.stream("other"),
    ],
)
def test_whatever_happens_in_between_parts_the_runs(
    make_world: MakeWorld, act: Callable[[World], object]
) -> None:
    one, other = run(make_world), run(make_world, act)
    assert one[:2] == other[:2]
    assert one[2] != other[2]


@pytest.mark.parametrize(
    "look",
    [
        lambda w: w.preview(Fade(w[2])),
        lambda w: list(w.having(Dice)),
        lambda w: w.plan(Fade, w[2]),
        lambda w: w.observe(Fade, lambda _: None),
    ],
)
def test_looking_on_parts_nothing(make_world: MakeWorld, look: Callable[[World], object]) -> None:
    assert run(make_world) == run(make_world, look)


def test_the_seed_of_the_world_parts_the_runs(make_world: MakeWorld) -> None:
    def first(seed: int) -> str:
        world = make_world(Dice, seed=seed)
        digest = Digest(world)
        world.publish(Fade(world.spawn(Dice())))
        return digest.seal()

    assert first(1) == first(1)
    assert first(1) != first(2)


def test_a_digest_hears_actions_and_changes(make_world: MakeWorld) -> None:
    digest = Digest(make_world())
    assert digest.hears(Fade)
    assert digest.hears(Walk)
    assert not digest.hears(Dawn)
    assert digest.value == ""


def test_refused_changes_count_with_their_reason(make_world: MakeWorld) -> None:
    def digest_of(gone: bool) -> str:
        world = make_world(Body)
        digest = Digest(world)
        entity = world.spawn()
        if gone:
            world.despawn(entity)
        assert world.publish(Fade(entity)).failed
        return digest.seal()

    assert digest_of(gone=False) != digest_of(gone=True)


def test_where_the_seals_fall_is_part_of_the_digest(make_world: MakeWorld) -> None:
    world = make_world()
    often, rarely = Digest(world), Digest(world)
    often.seal()
    assert often.seal() != rarely.seal()


def test_a_digest_is_sixteen_hexadecimal_digits(make_world: MakeWorld) -> None:
    world = make_world()
    for value in (Digest(world).seal(), state_digest(world)):
        assert len(value) == 16
        assert int(value, 16) >= 0


def test_the_digest_of_the_state_holds_all_of_it(make_world: MakeWorld) -> None:
    changes: list[Callable[[World], object]] = [
        lambda w: w.spawn(),
        lambda w: w.attach(w.root, Body()),
        lambda w: w.publish(Fade(w.root)),
        lambda w: w.publish(Dawn(w.root)),
        lambda w: w.set_owner(w[2], w.root),
        lambda w: w.despawn(w.spawn()),
        lambda w: w.advance(),
        lambda w: w.stream("dice"),
        lambda w: w.stream("dice").roll(1, 6),
        lambda w: w.despawn(w[2]),
    ]
    world = make_world(Body)
    seen = [state_digest(world)]
    for change in changes:
        change(world)
        seen.append(state_digest(world))
    assert len(set(seen)) == len(seen)


def test_the_order_of_what_is_owned_is_state(make_world: MakeWorld) -> None:
    digests = set()
    for order in ((2, 3), (3, 2)):
        world = make_world()
        world.spawn()
        world.spawn()
        for number in order:
            world.set_owner(world[number], world.root)
        digests.add(state_digest(world))
    assert len(digests) == 2


def test_the_seed_is_state_even_before_anything_is_drawn(make_world: MakeWorld) -> None:
    assert state_digest(make_world(seed=1)) != state_digest(make_world(seed=2))


def test_a_new_world_of_another_mode_has_the_same_state() -> None:
    digests = set()
    for debug in (False, True):
        world = World(components=[Body], debug=debug)
        world.publish(Fade(world.spawn(Body())))
        digests.add(state_digest(world))
    assert len(digests) == 1


def test_a_digest_is_what_the_document_says_it_is(make_world: MakeWorld) -> None:
    """The form as docs/journal.md has it, written down a second time."""
    first, second, _ = run(make_world)
    assert first == blake2b(b"[0,0,0,[]]", digest_size=8).hexdigest()
    said = '["Fade",2,["1","body"]]\n'
    whole = f'{first}{said}[0,0,1,[["dice",1]]]'
    assert second == blake2b(whole.encode(), digest_size=8).hexdigest()


@event
class Say(Action):
    """Says something, which is kept."""

    word: str = ""
    more: Any = None


@component
class Ear(Component):
    heard: str = ""
    links: Any = None
    chain: dict[str, Any] | None = None

    @handles(Say, APPLY)
    def hear(self, say: Say, world: World) -> None:
        self.heard = say.word


@pytest.mark.parametrize(
    ("field", "value"), [("word", "\ud800"), ("more", [1, "\ud800"]), ("more", object())]
)
def test_event_that_cannot_be_digested_is_named_with_its_field(field: str, value: Any) -> None:
    world = World(components=[Ear])
    Digest(world)
    with pytest.raises(TypeError, match=rf"^Say\.{field}: this cannot be saved"):
        world.publish(Say(world.spawn(Ear()), **{field: value}))


def test_debug_mode_refuses_a_lone_surrogate_before_anything_changes() -> None:
    world = World(components=[Ear], debug=True)
    one = world.spawn(Ear())
    with pytest.raises(DispatchError, match=r"^Say\.word holds .* cannot be written as UTF-8"):
        world.publish(Say(one, "\ud800"))
    assert (one[Ear].heard, world.sequence) == ("", 0)
    assert world.publish(Say(one, "Größe")).done


@pytest.mark.parametrize("field", ["links", "chain"])
@pytest.mark.parametrize("keep", [save_world, clone_world, Snapshot, state_digest])
def test_value_that_holds_itself_is_refused(field: str, keep: Callable[[World], object]) -> None:
    held: Any = {}
    held["again"] = held
    world = World(components=[Ear])
    world.spawn(Ear(**{field: held}))
    with pytest.raises(TypeError, match="it holds itself"):
        keep(world)
