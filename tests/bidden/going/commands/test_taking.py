"""Automatic pickup depends on an item's kind, and on what the tile held before."""

from __future__ import annotations

from string import ascii_lowercase as LETTERS
from typing import Any

import attrs
import pytest

from bidden.content.catalogue import load_catalogue
from bidden.frontend.preferences.options import Options
from bidden.going.commands.explore import Explore
from bidden.going.commands.taking import group_of, is_wanted, thing_to_take
from bidden.going.known.notes import Notes
from bidden.intents import PickUp
from bidden.order import COMPONENTS
from bidden.state import Look
from bidden.view import Held, Line, Seen
from tests.bidden.going.walking import level, steps, walk

ROOM = "####\n#@.#\n####"


@pytest.mark.parametrize(
    ("thing", "group"),
    [
        ("potion of health", "potions"),
        ("fire pot", "potions"),
        ("flask of oil", "potions"),
        ("scroll of sleep", "scrolls"),
        ("note", "scrolls"),
        ("ember shard", "shards"),
        ("white primer", "books"),
        ("ration", "food"),
        ("arrow", "missiles"),
        ("bolt", "missiles"),
        ("stone", "missiles"),
        ("rock", "missiles"),
        ("bow", "gear"),
        ("buckler", "gear"),
        ("iron key", "keys"),
        ("amulet", "keys"),
        ("urn of ashes", "keys"),
    ],
)
def test_each_item_belongs_to_the_group_named_in_the_options(thing: str, group: str) -> None:
    made = load_catalogue(COMPONENTS).make(thing)
    look = next(one for one in made if isinstance(one, Look))
    assert group_of(look.kind) == group


@pytest.mark.parametrize(
    ("asleep", "taken"), [(True, PickUp(0)), (False, None)], ids=["a sleeper", "one who is awake"]
)
def test_item_is_left_only_where_a_foe_blocks_moving_on(asleep: bool, taken: PickUp | None) -> None:
    view = level("########\n#@....z#\n########")
    foe = Seen((6, 1), "a zombie", "z", "zombie", "", asleep=asleep)
    view, notes = attrs.evolve(view, foes_seen=(foe,)), Notes()
    notes.see(attrs.evolve(view, here=(2, 1)))
    there = attrs.evolve(view, underfoot=("a flask of oil",), kinds_underfoot=("potion",))
    notes.see(there)
    assert thing_to_take(there, notes, Options(pick_up=("potions",))) == taken


def test_item_skipped_because_of_a_foe_is_fetched_afterwards() -> None:
    view = level("########\n#@-...z#\n########", {"-": "a silver key"})
    foe, notes, options = Seen((6, 1), "a zombie", "z", "zombie", ""), Notes(), Options()
    notes.see(view)
    there = attrs.evolve(
        view, here=(2, 1), underfoot=("a silver key",), kinds_underfoot=("key",), foes_seen=(foe,)
    )
    notes.see(there)
    assert thing_to_take(there, notes, options) is None
    notes.see(attrs.evolve(view, here=(3, 1), foes_seen=(foe,)))
    done, _ = walk(Explore(notes, options), attrs.evolve(view, here=(3, 1), foes_at=()))
    assert done[:2] == [*steps("h"), PickUp(0)]


@pytest.mark.parametrize(
    ("name", "kind", "parts", "wanted"),
    [
        ("a milky potion", "potion", (), True),
        ("a milky potion", "potion", ("-milky",), False),
        ("a Milky potion", "potion", ("-sword", "-milky"), False),
        ("a milky potion", "potion", ("potion", "-milky"), True),
        ("a milky potion", "potion", ("-milky", "potion"), False),
        ("a sword", "weapon", ("potion",), False),
        ("a throwing sword", "weapon", ("throwing",), True),
        ("an iron key", "key", ("-iron",), False),
        ("a sword", "weapon", ("-mace", "*"), True),
        ("a milky potion", "potion", ("-*",), False),
        ("a potion of deep sleep", "potion", ("-potion*sleep",), False),
        ("a sleeping potion", "potion", ("-potion*sleep",), True),
        ("a potion {for the bridge}", "potion", ("-{*bridge",), False),
    ],
)
def test_first_matching_name_pattern_overrides_the_item_kind(
    name: str, kind: str, parts: tuple[str, ...], wanted: bool
) -> None:
    assert is_wanted(name, kind, ("potions",), parts) is wanted


def come_upon(
    notes: Notes, *names: str, kind: str = "potion", parts: tuple[str, ...] = ()
) -> PickUp | None:
    """Step from an empty tile onto a tile with items; return the pickup, if any."""
    away = level(ROOM)
    notes.see(attrs.evolve(away, here=(2, 1)))
    view = attrs.evolve(away, underfoot=names, kinds_underfoot=(kind,) * len(names))
    notes.see(view)
    return thing_to_take(view, notes, Options(pick_up=("potions",), pick_up_names=parts))


def test_auto_pickup_ignores_dropped_items() -> None:
    notes = Notes()
    assert come_upon(notes) is None
    notes.see(attrs.evolve(level(ROOM), underfoot=("a milky potion",)))
    assert come_upon(notes, "a milky potion") is None


@pytest.mark.parametrize("barred", [True, False])
def test_dropped_item_is_left_when_another_is_picked_up_there_later(*, barred: bool) -> None:
    notes, away, options = Notes(), level(ROOM), Options(pick_up=("potions", "gear"))
    rocks = tuple(Held(letter, f"rock {letter}", ("drop",), "*", "rock") for letter in LETTERS[1:])
    sword = Held("a", "a sword", ("drop",), ")", "gear")
    foe = Seen((6, 1), "a zombie", "z", "zombie", "")
    foes: Any = {"foes_seen": (foe,), "foes_at": (foe.at,)} if barred else {}
    pack = (sword,) if barred else (sword, *rocks)
    notes.see(attrs.evolve(away, here=(2, 1), pack=pack))
    lying: Any = {"underfoot": ("a milky potion",), "kinds_underfoot": ("potion",)}
    view = attrs.evolve(away, pack=pack, **lying)
    notes.see(view)
    if not barred:
        assert thing_to_take(view, notes, options) == PickUp(0)  # refused: the pack is full
    both: Any = {
        "underfoot": ("a sword", "a milky potion"),
        "kinds_underfoot": ("weapon", "potion"),
    }
    view = attrs.evolve(away, pack=pack[1:], **both, **foes)
    notes.see(view)
    if barred:
        assert thing_to_take(view, notes, options) is None
    notes.see(attrs.evolve(away, here=(2, 1), pack=pack[1:]))
    view = attrs.evolve(away, pack=pack[1:], **both)
    notes.see(view)
    assert thing_to_take(view, notes, options) == PickUp(1)
    assert thing_to_take(view, notes, options) is None


def leave(notes: Notes, *names: str) -> None:
    """Drop items on the player's tile, and walk away."""
    notes.see(attrs.evolve(level(ROOM), underfoot=names))


def test_new_items_are_picked_up_but_not_a_left_one_of_the_same_name() -> None:
    notes = Notes()
    come_upon(notes)
    leave(notes, "a milky potion")
    three = ("a milky potion",) * 3
    assert come_upon(notes, *three) == PickUp(0)
    view = attrs.evolve(level(ROOM), underfoot=three[1:], kinds_underfoot=("potion", "potion"))
    notes.see(view)
    assert thing_to_take(view, notes, Options(pick_up=("potions",))) == PickUp(0)
    assert thing_to_take(view, notes, Options(pick_up=("potions",))) is None


def test_only_the_thrown_item_is_picked_up_again() -> None:
    notes = Notes()
    come_upon(notes)
    notes.threw("dagger")
    assert come_upon(notes, "a sword", kind="weapon") is None
    leave(notes)
    assert come_upon(notes, "a dagger", kind="weapon") == PickUp(0)
    leave(notes)
    assert come_upon(notes, "a dagger", kind="weapon") is None


def test_item_dropped_onto_a_stack_left_by_a_full_pack_is_not_picked_up() -> None:
    notes, away, options = Notes(), level(ROOM), Options(pick_up=("missiles",))
    rocks = tuple(Held(letter, f"rock {letter}", ("drop",), "*", "rock") for letter in LETTERS[1:])
    arrows = Held("a", "12 arrows", ("drop",), "/", "missile", each="arrow", count=12)
    notes.see(attrs.evolve(away, here=(2, 1), pack=(arrows, *rocks)))

    def lying(name: str, *pack: Held) -> Any:
        return attrs.evolve(away, pack=pack, underfoot=(name,), kinds_underfoot=("missile",))

    view = lying("3 bolts", arrows, *rocks)
    notes.see(view)
    assert thing_to_take(view, notes, options) == PickUp(0)  # refused: the pack is full
    both = attrs.evolve(away, underfoot=("3 bolts", "12 arrows"), pack=rocks)
    notes.see(both)
    assert not notes.was_dropped("3 bolts", away.here)
    assert notes.was_dropped("12 arrows", away.here)
    joined, more = Notes(), lying("15 arrows", *rocks)
    joined.see(lying("3 arrows", arrows, *rocks))
    joined.see(more)
    joined.ground.full.add(away.here)
    assert joined.has_left(away.here, more)


def test_explore_leaves_items_dropped_before_the_game_was_continued() -> None:
    said = Line("You drop the milky potion.", "plain", 5, 1)
    names, options = {"!": "a milky potion", "?": "a scroll"}, Options()
    view = level("#######\n#@.!.?#\n#######", names, lines=(said,))
    done, _ = walk(Explore(Notes(), options), view)
    assert done == [*steps("l" * 4), PickUp(0)]
    done, _ = walk(Explore(Notes(), options), attrs.evolve(view, lines=()))
    assert done.count(PickUp(0)) == 2
