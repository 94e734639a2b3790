"""The view holds everything the player may know, and nothing else."""

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.actions import action_of
from bidden.ai.wits import Wits
from bidden.bots.explorer import choose
from bidden.content.tables import load_tables
from bidden.events.combat import Wound
from bidden.events.effects import Affect
from bidden.intents import USES, Close, Move, PickUp, PutOn
from bidden.session import Session
from bidden.state import Key, a_thing
from bidden.view import Tile, View
from bidden.worldgen.plan import Placement
from tests.bidden.drawn_kinds import drawn_tile
from tests.bidden.scenes import MakeSession, catalogue, creature, give, map_of, put


def lit(view: View) -> str:
    """Return the part of the map that is in view now."""
    rows = ["".join(t.glyph if t.lit else " " for t in row).rstrip() for row in view.tiles]
    return "\n".join(rows).rstrip()


def at(view: View, x: int, y: int) -> Tile:
    return attrs.evolve(view.tiles[y][x], name="")


# Creatures


def test_creature_gone_out_of_view_is_not_remembered(make_session: MakeSession) -> None:
    session = make_session("#@+z#", zombie={"Mind": None})
    session.perform(Move(1, 0))
    assert map_of(session.view()) == "#@'z#"
    session.perform(Close(1, 0))
    view = session.view()
    assert map_of(view) == "#@+.#"
    assert view.foes == 0


def test_all_seeing_view_shows_unseen_tiles_unlit(make_session: MakeSession) -> None:
    view = make_session("#@.+..z#").view(all_seeing=True)
    assert map_of(view) == "#@.+..z#"
    assert [tile.lit for tile in view.tiles[0][:6]] == [True, True, True, True, False, False]
    assert at(view, 6, 0) == drawn_tile("z", "zombie", True, "")


def test_view_never_shows_an_unseen_creature() -> None:
    session = Session(6, catalogue=catalogue())
    kinds = load_tables()["creatures.toml"]
    creatures = {a_thing(kind["Title"]["name"]) for kind in kinds.values() if "Side" in kind}
    shown = set()
    for _ in range(80):
        if session.ending is None:
            session.perform(choose(session.view()))
        view = session.view()
        for row in view.tiles:
            for tile in row:
                shown.add((tile.lit, tile.name in creatures))
                assert (tile.glyph == " ") == (tile.look == "unknown") == (tile.name == "")
    assert shown == {(True, True), (True, False), (False, False)}


def test_sleep_does_not_give_a_disguise_away(make_session: MakeSession) -> None:
    session = make_session("#@.#")
    statue = put(session, Placement("gargoyle", 2, 0))
    session.world.attach(statue, Wits(state="asleep"))
    assert session.view().tiles[0][2].name == "a statue"


# Possible uses of carried items

USES_BY_REASON = frozenset({"nothing", "unhandled", "worn", "not worn", "hand"})
"""Reasons to refuse a use that an item does not have, or not in its present state."""


@pytest.mark.parametrize("worn", [False, True])
def test_view_offers_the_uses_that_the_world_allows(make_session: MakeSession, worn: bool) -> None:
    things = [name for name in catalogue().blueprints if has_part(name, "Item")][::2]
    wrong = []
    for name in things:
        session = make_session(
            "#@..#", you={"Wounds": {"taken": ["leg"]}, "Health": {"hp": 1}, "Mana": {"mana": 0}}
        )
        give(session, name)
        if worn and not session.perform(PutOn("a")).done:
            continue
        (held,) = session.view().pack
        for verb, intent in USES.items():
            action = action_of(intent(held.slot), session.player, session.world)
            refused = session.world.preview(action).reason in USES_BY_REASON
            if (verb in held.uses) is refused:
                wrong.append((name, verb, refused))
    assert wrong == []


def has_part(name: str, part: str) -> bool:
    return any(cls.__name__ == part for cls, _ in catalogue().blueprints[name])


def test_foes_in_view_are_listed_with_their_condition(make_session: MakeSession) -> None:
    view = make_session("#@..z.z#", zombie={"Health": {"hp": 3, "most": 12}}).view()
    assert [(foe.at, foe.name, foe.health) for foe in view.foes_seen] == [
        ((4, 0), "a zombie", "badly hurt"),
        ((6, 0), "a zombie", "badly hurt"),
    ]
    first, _ = view.foes_seen
    assert (first.glyph, first.look) == ("z", "zombie")


def test_wounded_hand_bars_two_handed_weapons(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    session = make_session("#@..#")
    give(session, "halberd")
    give(session, "dagger")
    assert [one.barred for one in session.view().pack] == ["", ""]
    assert session.world.publish(Wound(session.player, session.player, kind="hand")).done
    halberd, dagger = session.view().pack
    assert halberd.barred == snapshot
    assert "put on" not in halberd.uses
    assert (dagger.barred, "put on" in dagger.uses) == ("", True)


@pytest.mark.parametrize(("key", "level"), [("iron key", 1), ("brass key", 1), ("iron key", 2)])
def test_key_names_the_seen_locked_doors_that_it_opens(
    make_session: MakeSession, key: str, level: int
) -> None:
    session = make_session("#@...#")
    put(session, Placement(key, 1, 0, opens=level))
    for x in (2, 4):
        put(session, Placement("door", x, 0, lock="iron key"))
    session.perform(PickUp(0))
    fits = (key, level) == ("iron key", 1)
    assert session.view().pack[0].opens == (((2, 0),) if fits else ())
    session.perform(Move(1, 0))  # the right key opens the first door, so the second is seen
    assert session.view().pack[0].opens == (((4, 0),) if fits else ())


@pytest.mark.parametrize(
    ("state", "effect", "outruns"),
    [("fleeing", "speed", True), ("fleeing", "slowness", False), ("hunting", "speed", False)],
)
def test_fleeing_foe_outruns_the_player_if_it_is_faster(
    state: str, effect: str, outruns: bool, make_session: MakeSession
) -> None:
    session = make_session("#@.z....#", zombie={"Wits": {"state": state}})
    zombie = creature(session, 3)
    session.world.publish(Affect(zombie, zombie, effect))
    assert [foe.outruns for foe in session.view().foes_seen] == [outruns]


@pytest.mark.parametrize("level", [1, 2])
def test_key_says_on_which_level_its_locks_are(level: int, make_session: MakeSession) -> None:
    session = make_session("#@......#")
    key = give(session, "iron key")
    session.world.attach(key, Key(level))
    (held,) = session.view().pack
    assert held.about.startswith(f"Opens iron-locked doors on level {level}.")


def test_reach_of_each_weapon_is_known(make_session: MakeSession) -> None:
    session = make_session("#@#")
    for name in ("spear", "axe"):
        give(session, name)
    assert {held.each: held.reach for held in session.view().pack} == {"spear": 1, "axe": 0}
