"""The view: what the player may know, and nothing else."""

import attrs
import pytest

from bidden.actions import action_of
from bidden.ai.mind import Mind
from bidden.ai.wits import Wits
from bidden.bots.explorer import choose
from bidden.components.movement.position import Position
from bidden.components.things.pack import Pack
from bidden.content.tables import load_tables
from bidden.events.combat import Wound
from bidden.events.effects import Affect
from bidden.events.movement import Arrive
from bidden.intents import USES, Close, Move, PutOn, Wait
from bidden.session import Session
from bidden.state import Key, Look, Title, a_thing
from bidden.view import MAP_HEIGHT, MAP_WIDTH, Ending, Tile, View
from bidden.worldgen.plan import Placement
from eventcore import state_digest
from tests.bidden.components.magic.test_magic import give
from tests.bidden.drawn_kinds import drawn_tile
from tests.bidden.scenes import MakeLevels, MakeSession, catalogue, map_of, put, read


def lit(view: View) -> str:
    """The map with nothing but what is in view now."""
    rows = ["".join(t.glyph if t.lit else " " for t in row).rstrip() for row in view.tiles]
    return "\n".join(rows).rstrip()


def at(view: View, x: int, y: int) -> Tile:
    return view.tiles[y][x]


# What is known


def test_what_was_never_seen_is_blank(make_session: MakeSession) -> None:
    view = make_session("#@.+..z#").view()
    assert map_of(view) == "#@.+"
    assert at(view, 5, 0) == drawn_tile(" ", "unknown", False, "")


def test_what_is_in_view_is_lit_and_named(make_session: MakeSession) -> None:
    view = make_session("#@.+..z#").view()
    assert [at(view, x, 0) for x in range(4)] == [
        drawn_tile("#", "wall", True, "a wall"),
        drawn_tile("@", "you", True, "you"),
        drawn_tile(".", "floor", True, "the floor"),
        drawn_tile("+", "door", True, "a shut door"),
    ]


def test_what_was_seen_before_is_remembered_dim(make_session: MakeSession) -> None:
    session = make_session("#@+..z#", you={"Memory": {"radius": 3}}, zombie={"Mind": None})
    session.perform(Move(1, 0))
    assert map_of(session.view()) == lit(session.view()) == "#@'.."
    session.perform(Close(1, 0))
    view = session.view()
    assert map_of(view) == "#@+.."
    assert lit(view) == "#@+"
    assert at(view, 3, 0) == drawn_tile(".", "floor", False, "the floor")


def test_a_door_is_known_as_it_was_last_seen(make_session: MakeSession) -> None:
    session = make_session("#@+.z#")
    session.perform(Move(1, 0))
    assert at(session.view(), 2, 0) == drawn_tile("'", "door", True, "an open door")
    session = make_session("#@+.z#")
    assert at(session.view(), 2, 0) == drawn_tile("+", "door", True, "a shut door")


def test_a_door_is_drawn_as_ground_whatever_its_own_look(make_session: MakeSession) -> None:
    session = make_session("#@+.z#", door={"Look": {"glyph": "D", "look": "gate"}})
    assert at(session.view(), 2, 0) == drawn_tile("+", "door", True, "a shut door")


# Who is there


def test_a_creature_in_view_is_shown_and_counted(make_session: MakeSession) -> None:
    view = make_session("#@..z#").view()
    assert map_of(view) == "#@..z#"
    assert at(view, 4, 0) == drawn_tile("z", "zombie", True, "a zombie")
    assert (view.foes, view.foes_at) == (1, ((4, 0),))


@pytest.mark.parametrize("drawing", ["#@.+z#", "#@.#z#", "#@.........z#"])
def test_a_creature_out_of_view_is_not_shown(make_session: MakeSession, drawing: str) -> None:
    view = make_session(drawing).view()
    assert "z" not in map_of(view)
    assert (view.foes, view.foes_at) == (0, ())


def test_a_creature_gone_out_of_view_is_not_remembered(make_session: MakeSession) -> None:
    session = make_session("#@+z#", zombie={"Mind": None})
    session.perform(Move(1, 0))
    assert map_of(session.view()) == "#@'z#"
    session.perform(Close(1, 0))
    view = session.view()
    assert map_of(view) == "#@+.#"
    assert view.foes == 0


def test_what_a_creature_does_out_of_view_is_not_seen(make_session: MakeSession) -> None:
    session = make_session("#@.+..z#", seed=5)
    views = set()
    for _ in range(6):
        session.perform(Wait())
        views.add(map_of(session.view()))
    assert views == {"#@.+"}


def test_a_corpse_is_no_foe(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie={"Health": {"hp": 1}})
    session.perform(Move(1, 0))
    view = session.view()
    assert at(view, 2, 0) == drawn_tile("%", "corpse", True, "a zombie corpse")
    assert view.foes == 0


def test_who_stands_on_a_corpse_is_drawn_over_it(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie={"Health": {"hp": 1}})
    session.perform(Move(1, 0))
    session.perform(Move(1, 0))
    assert map_of(session.view()) == "#.@#"


def test_names_get_their_articles(make_session: MakeSession) -> None:
    view = make_session("#@z#", zombie={"Title": {"name": "imp"}}).view()
    assert at(view, 2, 0).name == "an imp"


# All there is


def test_the_all_seeing_view_shows_what_was_never_seen_unlit(make_session: MakeSession) -> None:
    view = make_session("#@.+..z#").view(all_seeing=True)
    assert map_of(view) == "#@.+..z#"
    assert [tile.lit for tile in view.tiles[0][:6]] == [True, True, True, True, False, False]
    assert at(view, 6, 0) == drawn_tile("z", "zombie", True, "a zombie")


def test_the_all_seeing_view_counts_only_the_foes_in_view(make_session: MakeSession) -> None:
    view = make_session("#@z+z#").view(all_seeing=True)
    assert (view.foes, view.foes_at) == (1, ((2, 0),))


def test_the_all_seeing_view_has_doors_and_corpses_as_they_are(make_session: MakeSession) -> None:
    session = make_session("#z@+.+.#", zombie={"Health": {"hp": 1}})
    session.perform(Move(-1, 0))
    assert map_of(session.view(all_seeing=True)) == "#%@+.+.#"
    session.perform(Move(1, 0))
    assert map_of(session.view(all_seeing=True)) == "#%@'.+.#"
    assert map_of(session.view()) == "#%@'.+"


def test_the_all_seeing_view_changes_nothing(make_session: MakeSession) -> None:
    session = make_session("#@.+..z#")
    before, known = (state_digest(session.world), session.world.sequence), session.view()
    assert session.view(all_seeing=True) == session.view(all_seeing=True)
    assert (state_digest(session.world), session.world.sequence) == before
    assert session.view() == known


# The rest of it


def test_the_map_is_always_of_the_same_size_whatever_the_levels(make_session: MakeSession) -> None:
    view = make_session("#@.z#").view()
    assert [len(row) for row in view.tiles] == [MAP_WIDTH] * MAP_HEIGHT
    assert at(view, MAP_WIDTH - 1, MAP_HEIGHT - 1) == drawn_tile(" ", "unknown", False, "")


def test_it_tells_of_the_player(make_session: MakeSession) -> None:
    session = make_session("#@.z#", seed=31)
    session.perform(Wait())
    view = session.view()
    assert (view.here, view.turn, view.seed) == ((1, 0), 1, 31)
    assert (view.hp, view.max_hp) == (40, 40)
    assert (view.ending, view.epitaph) == (None, "")
    session.perform(Wait())
    assert session.view().hp < session.view().max_hp == 40


def test_it_holds_what_was_told(make_session: MakeSession) -> None:
    session = make_session("#@#")
    session.perform(Move(1, 0))
    assert [line.text for line in session.view().lines] == ["There is a wall in the way."]


def test_a_victory_is_told(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie={"Health": {"hp": 1}})
    session.perform(Move(1, 0))
    view = session.view()
    assert view.ending is Ending.WON
    assert view.epitaph == "All the dead are at rest."


def test_the_dead_player_sees_still_where_it_fell(make_session: MakeSession) -> None:
    session = make_session("#@z.#", you={"Health": {"hp": 1}, "Wounds": None})
    session.perform(Wait())
    view = session.view()
    assert map_of(view) == "#@z.#"
    assert (view.hp, view.here, view.foes) == (0, (1, 0), 1)
    assert at(view, 1, 0) == drawn_tile("@", "you", True, "you")
    assert view.ending is Ending.DIED
    assert view.epitaph == "Killed by a zombie on turn 0."


def test_a_view_stays_as_it_was_taken(make_session: MakeSession) -> None:
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


def test_through_a_whole_game_it_shows_nobody_whom_the_player_does_not_see() -> None:
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


def test_drawings_may_be_of_many_rows(make_session: MakeSession) -> None:
    drawing = """
        ######
        #@...#
        #....#
        #...z#
        ######
    """
    assert map_of(make_session(drawing).view()).splitlines() == read(drawing)


def test_what_lies_on_a_stair_does_not_hide_it(make_levels: MakeLevels) -> None:
    session = make_levels("#@.>#", "#<..#")
    things = catalogue().make("ration"), catalogue().make("ration")
    for x, parts in zip((2, 3), things, strict=True):
        session.world.publish(Arrive(session.world.spawn(Position(x, 0), *parts)))
    view = session.view()
    assert map_of(view) == "#@%>#"
    assert view.things_at == ((2, 0), (3, 0))


# How creatures stand to the player


def test_who_is_on_the_players_side_is_told_from_foes_at_a_glance(
    make_session: MakeSession,
) -> None:
    session = make_session("#@z#", zombie={"Mind": {"plan": ["rest"]}})
    assert at(session.view(), 2, 0) == drawn_tile("z", "zombie", True, "a zombie")
    (zombie,) = (one for one in session.world.having(Mind) if one is not session.player)
    session.world.publish(Affect(session.player, zombie, "charm"))
    assert at(session.view(), 2, 0) == drawn_tile("z", "ally", True, "a zombie, on your side")
    assert session.view().foes == 0


def test_who_sleeps_looks_asleep(make_session: MakeSession) -> None:
    session = make_session("#@z#", zombie={"Wits": {"asleep": 100}})
    assert at(session.view(), 2, 0) == drawn_tile("z", "zombie", True, "a zombie, asleep")


def test_who_stands_like_a_thing_is_not_given_away_by_sleep(make_session: MakeSession) -> None:
    session = make_session("#@.#")
    statue = put(session, Placement("gargoyle", 2, 0))
    session.world.attach(statue, Wits(state="asleep"))
    assert at(session.view(), 2, 0).name == "a statue"


# What can be done with what is held

USES_BY_REASON = frozenset({"nothing", "worn", "not worn", "hand"})
"""Why the world refuses a use of a thing that it is not for, or not as it is held."""


@pytest.mark.parametrize("worn", [False, True])
def test_the_view_offers_of_a_thing_what_the_world_lets_be_done_with_it(
    make_session: MakeSession, worn: bool
) -> None:
    things = [name for name in catalogue().blueprints if has_part(name, "Item")]
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


def test_each_foe_in_view_is_told_of_with_how_hurt_it_looks(make_session: MakeSession) -> None:
    view = make_session("#@..z.z#", zombie={"Health": {"hp": 3, "most": 12}}).view()
    assert [(foe.at, foe.name, foe.health) for foe in view.foes_seen] == [
        ((4, 0), "a zombie", "badly hurt"),
        ((6, 0), "a zombie", "badly hurt"),
    ]
    first, _ = view.foes_seen
    assert (first.glyph, first.look) == ("z", "zombie")


def test_of_a_foe_out_of_view_nothing_is_told(make_session: MakeSession) -> None:
    assert make_session("#@.+..z#").view().foes_seen == ()


@pytest.mark.parametrize("state", ["hunting", "fleeing"])
def test_it_is_seen_of_a_foe_that_it_flees(make_session: MakeSession, state: str) -> None:
    session = make_session("#@z#", zombie={"Wits": {"state": state}})
    (foe,) = session.view().foes_seen
    assert foe.flees == (state == "fleeing")


def test_a_torn_hand_bars_what_takes_two_and_it_is_told_why(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    give(session, "halberd")
    give(session, "dagger")
    assert [one.barred for one in session.view().pack] == ["", ""]
    assert session.world.publish(Wound(session.player, session.player, kind="hand")).done
    halberd, dagger = session.view().pack
    assert halberd.barred == "takes two sound hands"
    assert "put on" not in halberd.uses
    assert (dagger.barred, "put on" in dagger.uses) == ("", True)


def test_a_key_tells_which_level_it_opens(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    give(session, "dagger")
    key = session.world.spawn(Title("iron key"), Look("-", "key"), Key(2))
    session.player[Pack].things["z"] = key
    assert [one.opens_on for one in session.view().pack] == [0, 2]


def test_a_thing_tells_whether_more_of_its_kind_are_held_with_it(make_session: MakeSession) -> None:
    session = make_session("#@..#")
    give(session, "ration")
    give(session, "dagger")
    assert [one.stacks for one in session.view().pack] == [True, False]
