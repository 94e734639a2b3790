"""The board says in words and numbers what it shows in colours."""

from __future__ import annotations

import re
from typing import Any

import attrs
import pytest
import tcod.console

from bidden.frontend.drawing.board import (
    MAP_ROW,
    THREATENED,
    draw_board,
    draw_header,
    draw_log,
    draw_map,
)
from bidden.frontend.drawing.canvas import fill, new_console
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.frontend.drawing.panels.header import ABBREVIATIONS
from bidden.frontend.drawing.pictures.render import text, text_of
from bidden.view import Bond, CarriedBoon, Peril, Seen, Threat, Tile, View
from tests.frontend.fakes import FakeGame, a_view, line
from tests.frontend.screen import lines_of, playing, press


def log_of(view: View, notice: str = "", rows: int = 3, beneath: str = "") -> list[str]:
    console = blank()
    draw_log(console, view, load_palette(), notice=notice, rows=rows, beneath=beneath, more="m")
    return text_of(console).split("\n")[21:]


def board_of(view: View) -> list[str]:
    """The rows beneath the map, with what the header has no room for."""
    console = blank()
    draw_board(console, view, load_palette(), hint="? help")
    return text_of(console).split("\n")[21:]


def header_of(view: View) -> str:
    console = blank()
    draw_header(console, view, load_palette(), "? help")
    return text_of(console).split("\n")[0]


def blank() -> tcod.console.Console:
    console = new_console()
    fill(console, load_palette())
    return console


def test_the_header_says_name_turn_hit_points_and_foes() -> None:
    assert header_of(a_view(foes=2)) == (
        " Bidden  Turn 7      HP 23/30 ██████··  2 foes in view".ljust(73) + "? help"
    )


@pytest.mark.parametrize(
    ("foes", "said"), [(0, "No foe in view"), (1, "1 foe in view"), (12, "12 foes in view")]
)
def test_foes_are_counted_in_words(foes: int, said: str) -> None:
    assert f"  {said}   " in header_of(a_view(foes=foes))


@pytest.mark.parametrize(
    ("hp", "cells"), [(30, 8), (29, 7), (15, 4), (1, 1), (0, 0), (-3, 0), (40, 8)]
)
def test_the_bar_is_full_only_when_unhurt_and_empty_only_when_dead(hp: int, cells: int) -> None:
    header = header_of(a_view(hp=hp))
    assert f"HP {hp:>2}/30 {'█' * cells}{'·' * (8 - cells)} " in header


def test_the_map_is_drawn_as_it_is_known() -> None:
    rows = text(a_view()).split("\n")[MAP_ROW : MAP_ROW + 6]
    assert rows == [
        "",
        "   #########",
        "   #.......#",
        "   #.@.....+",
        "   #.......#",
        "   #########",
    ]


def test_what_is_far_from_the_torch_is_darker_but_brighter_than_memory() -> None:
    console, palette = blank(), load_palette()
    draw_map(console, a_view(), palette)
    near, far = (int(console.rgb["fg"][MAP_ROW + 3, x].sum()) for x in (6, 10))
    assert near > far > sum(palette.look("floor").remembered.fg)


def test_who_is_rooted_is_drawn_out_of_view_and_fainter() -> None:
    view, palette = a_view(), load_palette()
    rows = [[*row] for row in view.tiles]
    rows[3][9] = attrs.evolve(rows[3][9], lit=False)
    view = attrs.evolve(view, tiles=tuple(map(tuple, rows)))
    grown = [Seen((x, 3), "a fungus", "f", "fungus", "", rooted=True) for x in (8, 9)]
    console = blank()
    draw_map(console, view, palette, rooted=grown)
    cells = console.rgb[MAP_ROW + 3]
    assert [chr(cells["ch"][x]) for x in (8, 9)] == [".", "f"]  # what is in view is as it is seen
    assert tuple(cells["fg"][9]) == palette.look("fungus").remembered.fg


def test_where_something_harmful_comes_next_is_marked_by_shape_and_by_colour() -> None:
    spots = {(5, 3): False, (6, 3): True, (9, 3): True, (10, 3): True}  # the last is too far away
    threats = tuple(Threat(spot, "fire", bare=bare) for spot, bare in spots.items())
    plain, marked = new_console(), new_console()
    draw_map(plain, a_view(), load_palette())
    draw_map(marked, a_view(threatened=threats), load_palette())
    assert [chr(marked.rgb["ch"][3 + MAP_ROW, x]) for x in (5, 6, 7)] == ["@", THREATENED, "."]
    assert [chr(marked.rgb["ch"][3 + MAP_ROW, x]) for x in (9, 10)] == [THREATENED, "."]
    changed = (plain.rgb["bg"] != marked.rgb["bg"]).any(axis=2).nonzero()
    assert [*zip(*changed, strict=True)] == [(3 + MAP_ROW, x) for x in (5, 6, 9)]


def test_an_unknown_look_is_drawn_in_the_default_colours() -> None:
    view, palette = a_view(), load_palette()
    rows = [list(row) for row in view.tiles]
    rows[0][0] = Tile("G", "griffin", True, "a griffin")
    console = blank()
    draw_map(console, a_view(tiles=tuple(map(tuple, rows))), palette)
    assert tuple(console.rgb["fg"][MAP_ROW, 0]) == palette.look("other").lit.fg
    assert chr(console.rgb["ch"][MAP_ROW, 0]) == "G"


def test_a_place_is_drawn_with_its_own_colours_and_characters() -> None:
    console, palette = blank(), load_palette()
    draw_map(console, a_view(place="valley"), palette)
    wall = console.rgb[MAP_ROW + 1, 3]
    assert chr(wall["ch"]) == "&"
    plain = blank()
    draw_map(plain, a_view(), palette)
    assert chr(plain.rgb[MAP_ROW + 1, 3]["ch"]) == "#"
    assert tuple(wall["bg"]) != tuple(plain.rgb[MAP_ROW + 1, 3]["bg"])


def test_the_three_latest_messages_are_shown_oldest_first() -> None:
    view = a_view(lines=tuple(line(f"Message {n}.", turn=n) for n in range(5)))
    assert log_of(view) == ["Message 2.", "Message 3.", "Message 4."]


def test_short_messages_of_a_turn_share_rows_where_each_on_its_own_has_no_room() -> None:
    view = a_view(lines=tuple(line(f"Message {n}.") for n in range(9)))
    assert log_of(view) == [
        "Message 0. Message 1. Message 2. Message 3. Message 4. Message 5. Message 6.",
        "Message 7. Message 8.",
        "",
    ]


def test_a_turn_with_more_to_tell_than_there_is_room_for_says_how_much_more_and_where() -> None:
    view = a_view(lines=tuple(line(f"{n} {'Message ' * 5}".rstrip()) for n in range(5)))
    shown = [f"{n} {'Message ' * 5}".rstrip() for n in (2, 3, 4)]
    assert log_of(view) == [shown[0].ljust(68) + "…2 more (m)", *shown[1:]]


def test_what_matters_more_is_told_where_not_all_can_be() -> None:
    told = [
        line("A dragon breathes fire at you, and you burn; it costs you nine hit points.", "harm"),
        *(line(f"You hear something of the kind of {n}, not far from here.") for n in "ab"),
        line("The stair is behind the cistern, where water gathers.", "news"),
        line("You hear something of the kind of c, not far from here."),
    ]
    rows = log_of(a_view(lines=tuple(told)), rows=2)
    assert rows == [told[0].text, told[3].text.ljust(68) + "…3 more (m)", ""]


def test_what_is_told_twice_in_a_turn_is_told_once_where_it_is_last() -> None:
    told = (line("It hits you."), line("You stagger."), line("It hits you.", count=2))
    assert log_of(a_view(lines=told)) == ["You stagger.", "It hits you. (×3)", ""]
    apart = (line("It hits you.", turn=1), line("It hits you.", turn=2))
    assert log_of(a_view(lines=apart)) == ["It hits you.", "It hits you.", ""]


def test_pieces_of_a_row_keep_their_colours() -> None:
    console, palette = blank(), load_palette()
    told = (line("You fall.", "harm"), line("You rise.", "good"))
    draw_log(console, a_view(lines=told), palette, rows=1)
    assert tuple(console.rgb["fg"][21, 0]) == palette.tone("harm").fg
    assert tuple(console.rgb["fg"][21, 10]) == palette.tone("good").fg


def test_how_much_more_there_is_stands_where_it_cuts_nothing() -> None:
    told = (line("One. " * 14), line("Two. " * 14), line("Three " * 14))
    first, second = log_of(a_view(lines=told), rows=2)[:2]
    assert first == " ".join(["Three"] * 13)
    assert second == "  Three".ljust(68) + "…2 more (m)"


def test_what_was_gone_does_not_come_back_once_refusals_are() -> None:
    told = [line(f"Message {n}.", turn=n) for n in range(1, 5)]
    refused = [line(f"No {n}.", "refusal", turn=5) for n in range(1, 4)]
    assert log_of(a_view(lines=(*told, *refused))) == ["Message 3.", "Message 4.", "No 3."]
    after = line("A zombie falls.", turn=6)
    assert log_of(a_view(lines=(*told, *refused, after))) == [
        "Message 3.",
        "Message 4.",
        "A zombie falls.",
    ]


def test_a_repeated_message_is_shown_once_with_its_count() -> None:
    assert log_of(a_view(lines=(line("Ouch.", count=3),))) == ["Ouch. (×3)", "", ""]


def test_refusals_of_turns_gone_by_do_not_push_out_what_happened() -> None:
    wall = line("There is a wall in the way.", "refusal", turn=3, count=12)
    door = line("The door is locked.", "refusal", turn=8)
    before, after = line("A zombie falls.", turn=2), line("You pick up a key.", turn=7)
    assert log_of(a_view(lines=(before, wall, after, door))) == [
        "A zombie falls.",
        "You pick up a key.",
        "The door is locked.",
    ]
    assert log_of(a_view(lines=(before, wall)))[:2] == [
        "A zombie falls.",
        "There is a wall in the way. (×12)",
    ]


def test_a_long_message_is_wrapped_and_pushes_older_ones_away() -> None:
    view = a_view(lines=(line("One.", turn=0), line("Two."), line("word " * 30)))
    rows = log_of(view)
    assert rows[0] == "Two."
    assert rows[1].startswith("word word")
    assert rows[2].startswith("  word word")


def test_a_message_too_long_for_the_log_is_cut_with_a_mark() -> None:
    rows = log_of(a_view(lines=(line("word " * 90),)))
    assert len(rows[2]) <= 80
    assert rows[2].endswith("…")
    assert "word  " not in rows[2]


def test_what_is_left_of_an_older_message_that_does_not_fit_is_marked() -> None:
    view = a_view(lines=(line("old " * 30, turn=0), line("new " * 30)))
    rows = log_of(view)
    assert rows[0].startswith("old")
    assert rows[0].endswith("…")
    assert rows[1].startswith("new")


def test_the_notice_comes_after_the_messages() -> None:
    view = a_view(lines=tuple(line(f"Message {n}.", turn=n) for n in range(5)))
    assert log_of(view, notice="Cut off.") == ["Message 3.", "Message 4.", "Cut off."]
    assert log_of(view, notice="Cut off.", rows=1)[0] == "Message 4. Cut off."
    long = a_view(lines=(line("Message " * 9),))
    first = log_of(long, notice="Cut off.", rows=1)[0]
    assert first == "Cut off.".ljust(68) + "…1 more (m)"


def test_messages_of_earlier_turns_are_fainter() -> None:
    console, palette = blank(), load_palette()
    view = a_view(lines=(line("Then.", "harm", 1), line("Now.", "harm", 2)))
    draw_log(console, view, palette)
    assert tuple(console.rgb["fg"][21, 0]) == palette.faint.fg
    assert tuple(console.rgb["fg"][22, 0]) == palette.tone("harm").fg


def test_control_characters_in_a_message_do_not_get_through() -> None:
    shown = text(a_view(lines=(line("\x1b[2JAll gone\x07\n"),)))
    assert "?[2JAll gone??" in shown
    assert all(c.isprintable() or c == "\n" for c in shown)


def test_a_control_character_on_the_map_does_not_get_through() -> None:
    view = a_view()
    rows = [list(row) for row in view.tiles]
    rows[0][0] = Tile("\x1b", "wall", True, "a trap")
    assert text(a_view(tiles=tuple(map(tuple, rows)))).split("\n")[MAP_ROW] == "?"


def test_more_than_the_header_has_room_for_stands_beneath_the_messages() -> None:
    lasting = (("speed", 4), ("combat mastery", 54), ("reflexes", 54), ("might", 34))
    view = a_view(lasting=lasting)
    assert header_of(view).endswith("No foe in view".ljust(33) + "? help")
    assert board_of(view)[-1].rstrip() == "speed  4, combat mastery 54, reflexes 54, might 34"
    boon = CarriedBoon("leap", "", "leap", 3, "Leads on.")
    torn = a_view(
        boons=(boon,), max_wounds=5, wounds=("leg", "eye", "hand", "heart"), hunger="weak"
    )
    assert "  leap ×3, weak   " in header_of(torn)
    assert board_of(torn)[-1].rstrip() == "Wounds: leg, eye, hand, heart"
    both = attrs.evolve(torn, lasting=(("speed", 4),))
    assert board_of(both)[-1].rstrip() == "speed  4; wounds: leg, eye, hand, heart"


@pytest.mark.parametrize(
    ("foes", "said"), [(1, "1 foe in view!"), (4, "4 foes in view!"), (12, "12 foes in view")]
)
def test_foes_who_are_more_than_a_match_are_marked_and_nothing_moves(foes: int, said: str) -> None:
    calm, dire = (a_view(foes=foes, peril=peril) for peril in (Peril.HARD, Peril.DEADLY))
    assert header_of(dire) == header_of(calm).replace(said.rstrip("!").ljust(15), said.ljust(15))
    assert said in header_of(dire)


def test_what_lasts_stands_in_the_header_where_there_is_room() -> None:
    view = a_view(lasting=(("speed", 4),))
    assert "No foe in view   speed  4 " in header_of(view)
    assert "speed" not in "".join(board_of(view))


def test_where_there_are_several_levels_the_header_says_which_one_this_is() -> None:
    assert header_of(a_view(level=2, levels=4)).startswith(" Level 2  Turn 7      HP 23/30 ")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"max_wounds": 5}, " HP 23/30 ██████·· W0/5 No foe   "),
        ({"max_wounds": 5, "wounds": ("leg", "eye")}, "W2/5 No foe  leg, eye  "),
        ({"hunger": "hungry"}, "HP 23/30 ██████··  No foe in view   hungry  "),
        (
            {"max_wounds": 5, "wounds": ("leg",), "hunger": "weak", "foes": 2, "turn": 1234},
            "Turn 1234  HP 23/30 ██████·· W1/5 2 foes  weak, leg  ",
        ),
    ],
)
def test_the_header_says_wounds_and_hunger(changes: dict[str, Any], said: str) -> None:
    assert said in header_of(a_view(**changes))


def test_the_active_boon_stands_before_what_lasts() -> None:
    boons = tuple(CarriedBoon("leap", "", name, 3, "Leads on.") for name in ("leap", "ward"))
    assert "  leap ×3, might 34  " in header_of(a_view(boons=boons, lasting=(("might", 34),)))


def test_who_is_unseen_is_told_so_before_what_passes() -> None:
    assert "  unseen  " in header_of(a_view(unseen=True))
    rows = board_of(a_view(unseen=True, lasting=(("might", 34),)))
    assert any("unseen, might 34" in row for row in rows)


def test_the_header_of_the_worst_of_times_still_fits_beside_the_hint() -> None:
    view = a_view(
        levels=4, level=4, turn=99999, hp=123, max_hp=456, max_wounds=5,
        wounds=("leg", "eye", "hand", "heart"), hunger="hungry",
        foes=12, lasting=(("poison", 9), ("deadly poison", 123)),
    )  # fmt: skip
    assert header_of(view).endswith("? help")
    assert len(header_of(view)) <= 80


MANA: dict[str, Any] = {"mana": 9, "max_mana": 12, "max_wounds": 5}
BOND: dict[str, Any] = {
    "bond": Bond("Ash", "hunt", "end the troll", "in a tower", 1100, False, 4, 1100, 2)
}


@pytest.mark.parametrize("told", [{}, {"max_wounds": 5}, MANA, BOND, MANA | BOND])
def test_nothing_in_the_header_moves_when_numbers_grow_or_shrink(told: dict[str, Any]) -> None:
    few = {"turn": 9, "hp": 9, "foes": 0}
    many = {"turn": 10_000, "hp": 30, "foes": 12}
    if "mana" in told:
        few, many = few | {"mana": 9}, many | {"mana": 12}
    if "bond" in told:
        short = attrs.evolve(BOND["bond"], left=9)
        few = few | {"bond": short}
    heads = [header_of(a_view(**told | {"levels": 12} | one)) for one in (few, many)]
    labels = (
        r"T(urn )?\d",
        r"HP ",
        r"MP ",
        r"W\d|\d wounds",
        r"(?:Term|TERM) ",
        r"No foe|\d+ foes|F\d",
    )
    for label in labels:
        found = [re.search(rf"(?<= )({label})", head) for head in heads]
        assert len({one and one.start() for one in found}) == 1


def test_nothing_in_the_header_moves_when_a_bond_begins_or_is_fulfilled() -> None:
    boons = (CarriedBoon("lash", "", "lash", 3, ""),)
    run = MANA | {"boons": boons, "levels": 14}
    done = {"bond": attrs.evolve(BOND["bond"], fulfilled=True)}
    last = {"bond": attrs.evolve(BOND["bond"], fulfilled=True, last_way=True)}
    heads = [header_of(a_view(**run | bond)) for bond in ({}, BOND, done, last)]
    assert len({(head.index("HP"), head.index("MP"), head.index("W0")) for head in heads}) == 1


def test_on_the_last_way_the_header_calls_to_the_gate_where_the_term_stood() -> None:
    last = {"bond": attrs.evolve(BOND["bond"], fulfilled=True, last_way=True)}
    heads = [header_of(a_view(**MANA | bond, foes=2)) for bond in (BOND, last)]
    assert heads[1] == heads[0].replace("Term 1100", "Gate!    ")
    console, palette = blank(), load_palette()
    draw_header(console, a_view(**MANA | last, foes=2), palette, "? help")
    ink = console.rgb["fg"][0, heads[1].index("Gate!")]
    assert tuple(ink.tolist()) == palette.tone("harm").fg


def test_mana_is_in_the_header_of_who_has_any_and_all_fits_there() -> None:
    assert "HP 23/30 ██████··  MP  9/12  No foe in view" in header_of(a_view(mana=9, max_mana=12))
    assert "MP" not in header_of(a_view())
    full = MANA | BOND | {"levels": 9, "level": 9, "turn": 12345, "foes": 2}
    boon = CarriedBoon("strike", "hollow", "leeching strike", 3, "Strikes.")
    assert header_of(a_view(boons=(boon,), **full)) == (
        " D9 T12345 HP 23/30 ███· MP  9/12 W0/5 Term 1100 F2  leeching strike ×3  ? help"
    )


def test_what_is_short_in_the_header_is_explained() -> None:
    full = MANA | BOND | {"levels": 9, "level": 9, "foes": 2}
    boon = CarriedBoon("strike", "hollow", "leeching strike", 3, "Strikes.")
    last = full | {"bond": attrs.evolve(BOND["bond"], fulfilled=True, last_way=True)}
    heads = " ".join(header_of(a_view(boons=(boon,), **one)) for one in (full, last))
    short = re.sub(r"[\d/ ×·█]+", " ", heads).split()
    told = " ".join(sign for sign, _ in ABBREVIATIONS)
    explained = {*re.sub(r"[\d/ ×]+", " ", told).split()}
    assert {*short} - {"leeching", "strike", "?", "help"} == explained - {"lash"}


def test_on_80_columns_help_has_the_whole_of_what_is_short_in_the_header() -> None:
    stack = playing(FakeGame())
    press(stack, "?")
    shown = list[str]()
    for _ in range(20):
        press(stack, "page_down")
        shown += lines_of(stack)
    cut = [about for _, about in ABBREVIATIONS if not any(about in row for row in shown)]
    assert cut == []


def test_with_few_hit_points_left_the_number_itself_warns() -> None:
    console, palette = blank(), load_palette()
    draw_header(console, a_view(hp=7), palette)
    row = text_of(console).split("\n")[0]
    assert tuple(console.rgb["fg"][0, row.index("HP")]) == palette.tone("harm").fg
