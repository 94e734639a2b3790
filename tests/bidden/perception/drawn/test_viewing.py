"""The view: everything the player may know, and nothing else."""

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.actions import action_of
from bidden.ai.mind import Mind
from bidden.ai.wits import Wits
from bidden.bots.explorer import choose
from bidden.content.tables import load_tables
from bidden.events.combat import Wound
from bidden.events.effects import Affect
from bidden.intents import USES, Close, Move, PutOn, Wait
from bidden.session import Session
from bidden.state import a_thing
from bidden.view import Ending, Tile, View
from bidden.worldgen.plan import Placement
from eventcore import state_digest
from tests.bidden.components.magic.test_magic import give
from tests.bidden.drawn_kinds import drawn_tile
from tests.bidden.scenes import MakeSession, catalogue, map_of, put


def lit(view: View) -> str:
    """Return the part of the map that is in view now."""
    rows = ["".join(t.glyph if t.lit else " " for t in row).rstrip() for row in view.tiles]
    return "\n".join(rows).rstrip()


def at(view: View, x: int, y: int) -> Tile:
    """Return a tile without its name."""
    return attrs.evolve(view.tiles[y][x], name="")


# What is known


def test_unseen_tile_is_blank(make_session: MakeSession) -> None:
    view = make_session("#@.+..z#").view()
    assert map_of(view) == "#@.+"
    assert at(view, 5, 0) == drawn_tile(" ", "unknown", False, "")


def test_tile_in_view_is_lit_and_named(
    make_session: MakeSession, snapshot: SnapshotAssertion
) -> None:
    view = make_session("#@.+..z#").view()
    assert [at(view, x, 0) for x in range(4)] == [
        drawn_tile("#", "wall", True, ""),
        drawn_tile("@", "you", True, ""),
        drawn_tile(".", "floor", True, ""),
        drawn_tile("+", "door", True, ""),
    ]
    assert [tile.name for tile in view.tiles[0][:4]] == snapshot


def test_tile_seen_before_is_remembered_unlit(make_session: MakeSession) -> None:
    session = make_session("#@+..z#", you={"Memory": {"radius": 3}}, zombie={"Mind": None})
    session.perform(Move(1, 0))
    assert map_of(session.view()) == lit(session.view()) == "#@'.."
    session.perform(Close(1, 0))
    view = session.view()
    assert map_of(view) == "#@+.."
    assert lit(view) == "#@+"
    assert at(view, 3, 0) == drawn_tile(".", "floor", False, "")


# Who is there


def test_creature_in_view_is_shown_and_counted(make_session: MakeSession) -> None:
    view = make_session("#@..z#").view()
    assert map_of(view) == "#@..z#"
    assert at(view, 4, 0) == drawn_tile("z", "zombie", True, "")
    assert (view.foes, view.foes_at) == (1, ((4, 0),))


@pytest.mark.parametrize("drawing", ["#@.+z#", "#@.#z#", "#@.........z#"])
def test_creature_out_of_view_is_not_shown(make_session: MakeSession, drawing: str) -> None:
    view = make_session(drawing).view()
    assert "z" not in map_of(view)
    assert (view.foes, view.foes_at) == (0, ())


def test_creature_gone_out_of_view_is_not_remembered(make_session: MakeSession) -> None:
    session = make_session("#@+z#", zombie={"Mind": None})
    session.perform(Move(1, 0))
    assert map_of(session.view()) == "#@'z#"
    session.perform(Close(1, 0))
    view = session.view()
    assert map_of(view) == "#@+.#"
    assert view.foes == 0


# All there is


def test_all_seeing_view_shows_unseen_tiles_unlit(make_session: MakeSession) -> None:
    view = make_session("#@.+..z#").view(all_seeing=True)
    assert map_of(view) == "#@.+..z#"
    assert [tile.lit for tile in view.tiles[0][:6]] == [True, True, True, True, False, False]
    assert at(view, 6, 0) == drawn_tile("z", "zombie", True, "")


def test_all_seeing_view_changes_nothing(make_session: MakeSession) -> None:
    session = make_session("#@.+..z#")
    before, known = (state_digest(session.world), session.world.sequence), session.view()
    assert session.view(all_seeing=True) == session.view(all_seeing=True)
    assert (state_digest(session.world), session.world.sequence) == before
    assert session.view() == known


# The rest of it


def test_view_holds_the_state_of_the_player(make_session: MakeSession) -> None:
    session = make_session("#@.z#", seed=31)
    session.perform(Wait())
    view = session.view()
    assert (view.here, view.turn, view.seed) == ((1, 0), 1, 31)
    assert (view.hp, view.max_hp) == (40, 40)
    assert (view.ending, view.epitaph) == (None, "")
    session.perform(Wait())
    assert session.view().hp < session.view().max_hp == 40


def test_dead_player_sees_still_where_it_fell(make_session: MakeSession) -> None:
    session = make_session("#@z.#", you={"Health": {"hp": 1}, "Wounds": None})
    session.perform(Wait())
    view = session.view()
    assert map_of(view) == "#@z.#"
    assert (view.hp, view.here, view.foes) == (0, (1, 0), 1)
    assert at(view, 1, 0) == drawn_tile("@", "you", True, "")
    assert view.ending is Ending.DIED


def test_view_stays_as_it_was_taken(make_session: MakeSession) -> None:
    session = make_session("#@..z#")
    view = session.view()
    before = map_of(view)
    session.perform(Move(1, 0))
    assert map_of(view) == before
    assert map_of(session.view()) != before
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        view.turn = 5  # type: ignore[misc]  # frozen, as the test has it


def test_looking_changes_nothing(make_session: MakeSession) -> None:
    session = make_session("#@..z#")
    before = state_digest(session.world), session.world.sequence
    assert session.view() == session.view()
    assert (state_digest(session.world), session.world.sequence) == before


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


# How creatures stand to the player


def test_ally_is_drawn_differently(make_session: MakeSession, snapshot: SnapshotAssertion) -> None:
    session = make_session("#@z#", zombie={"Mind": {"plan": ["rest"]}})
    assert at(session.view(), 2, 0) == drawn_tile("z", "zombie", True, "")
    (zombie,) = (one for one in session.world.having(Mind) if one is not session.player)
    session.world.publish(Affect(session.player, zombie, "charm"))
    assert at(session.view(), 2, 0) == drawn_tile("z", "ally", True, "")
    assert session.view().tiles[0][2].name == snapshot
    assert session.view().foes == 0


def test_sleep_does_not_give_a_disguise_away(make_session: MakeSession) -> None:
    session = make_session("#@.#")
    statue = put(session, Placement("gargoyle", 2, 0))
    session.world.attach(statue, Wits(state="asleep"))
    assert session.view().tiles[0][2].name == "a statue"


# What can be done with what is held

USES_BY_REASON = frozenset({"nothing", "worn", "not worn", "hand"})
"""Why the world refuses a use of a thing that it is not for, or not as it is held."""


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
