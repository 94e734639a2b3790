"""The board draws the header, map and log of a view."""

from __future__ import annotations

import re
from typing import Any, Final

import attrs
import pytest
import tcod.console
from syrupy.assertion import SnapshotAssertion

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
from bidden.frontend.drawing.pictures.render import text, text_of
from bidden.view import MAP_HEIGHT, Bond, CarriedBoon, Peril, Seen, Spot, Threat, View
from tests.frontend.fakes import a_view, covered, line, tile
from tests.frontend.screen import ink

PALETTE = load_palette()


def blank() -> tcod.console.Console:
    console: tcod.console.Console = new_console()
    fill(console, PALETTE)
    return console


def map_of(view: View, **changes: Any) -> tcod.console.Console:
    console = blank()
    draw_map(console, view, PALETTE, **changes)
    return console


def glyph(console: tcod.console.Console, x: int, y: int) -> str:
    """Return the character on a tile."""
    return chr(console.rgb["ch"][MAP_ROW + y, x])


def test_map_shows_the_known_tiles() -> None:
    assert text(a_view()).split("\n")[MAP_ROW : MAP_ROW + 6] == [
        "",
        "   #########",
        "   #.......#",
        "   #.@.....+",
        "   #.......#",
        "   #########",
    ]


def test_rooted_creature_is_drawn_out_of_view_and_fainter() -> None:
    view = covered({(9, 3): tile(".", lit=False)})
    grown = [Seen((x, 3), "a fungus", "f", "fungus", "", rooted=True) for x in (8, 9)]
    console = map_of(view, rooted=grown)
    assert [glyph(console, x, 3) for x in (8, 9)] == [".", "f"]  # in view it looks as it is now
    assert ink(console, 9, MAP_ROW + 3) == PALETTE.look("fungus").remembered.fg


def test_threatened_ground_is_marked_by_shape_and_by_colour() -> None:
    spots = {(5, 3): False, (6, 3): True, (9, 3): True, (10, 3): True}  # the last is too far away
    threats = tuple(Threat(spot, "fire", bare=bare) for spot, bare in spots.items())
    plain, marked = map_of(a_view()), map_of(a_view(threatened=threats))
    shown = [glyph(marked, x, 3) for x in (5, 6, 7, 9, 10)]
    assert shown == ["@", THREATENED, ".", THREATENED, "."]
    changed = (plain.rgb["bg"] != marked.rgb["bg"]).any(axis=2).nonzero()
    assert [*zip(*changed, strict=True)] == [(3 + MAP_ROW, x) for x in (5, 6, 9)]


def log_of(view: View, notice: str = "", rows: int = 3) -> list[str]:
    console = blank()
    draw_log(console, view, PALETTE, notice=notice, rows=rows, more="m")
    return text_of(console).split("\n")[21:]


def test_notice_that_repeats_a_message_is_drawn_once() -> None:
    hit = "The troll hits you for 5."
    shown = log_of(a_view(lines=(line(hit), line("A troll comes into view."))), notice=hit)
    assert "\n".join(shown).count(hit) == 1


EVERYWHERE: Final = ((5, 0), (5, MAP_HEIGHT - 1))
"""Places of foes that leave no rows of the map to messages."""


def split(row: str) -> tuple[str, int]:
    """Return the text of a log row, and the number of further messages that it announces."""
    told, _, more = row.partition("…")
    key, count, end = more.split()
    assert (key, end) == ("m:", "more")
    return told.rstrip(), int(count)


def test_short_messages_of_a_turn_share_rows_if_the_log_is_too_small() -> None:
    view = a_view(lines=tuple(line(f"Message {n}.") for n in range(9)))
    assert log_of(view) == [
        "Message 0. Message 1. Message 2. Message 3. Message 4. Message 5. Message 6.",
        "Message 7. Message 8.",
        "",
    ]


def test_log_shows_how_many_messages_did_not_fit_and_the_key_to_read_them(
    snapshot: SnapshotAssertion,
) -> None:
    messages = [f"{n} {'Message ' * 5}".rstrip() for n in range(5)]
    rows = log_of(a_view(lines=tuple(map(line, messages)), foes_at=EVERYWHERE))
    assert split(rows[0]) == (messages[2], 2)
    assert rows[1:] == messages[3:]
    assert rows[0][68:] == snapshot


@pytest.mark.parametrize(
    ("foes", "on_map"),
    [((), [17, 18, 19, 20]), (((9, 15),), [18, 19, 20]), (((9, 19),), []), (EVERYWHERE, [])],
)
def test_messages_without_room_cover_rows_of_the_map_away_from_creatures(
    foes: tuple[Spot, ...], on_map: list[int]
) -> None:
    told = tuple(line(f"{n} {'Message ' * 8}".rstrip(), "harm") for n in range(9))
    console, empty = blank(), blank()
    draw_board(console, a_view(foes_at=foes, lines=told), PALETTE, more="m", read=0)
    draw_board(empty, a_view(foes_at=foes), PALETTE)
    shown, before = (text_of(one).split("\n") for one in (console, empty))
    ys = [y for y, row in enumerate(shown) if "Message" in row]
    assert ys == [*on_map, 21, 22, 23]
    assert [shown[y][0] for y in ys] == [str(n) for n in range(9 - len(ys), 9)]
    assert all(shown[y] == before[y] for y in range(24) if y not in ys)


def test_messages_stay_beneath_the_map_with_the_player_in_the_south() -> None:
    told = tuple(line(f"{n} {'Message ' * 8}".rstrip(), "harm") for n in range(4))
    console = blank()
    draw_board(console, a_view(here=(9, 18), lines=told), PALETTE, more="m", read=0)
    rows = text_of(console).split("\n")
    assert [y for y, row in enumerate(rows) if "Message" in row] == [21, 22, 23]


def test_unread_messages_of_earlier_turns_are_counted_where_they_do_not_fit() -> None:
    def log(read: int) -> list[str]:
        lines = [line(f"You do {n}.", turn=n) for n in range(2, 12, 2)]
        numbered = [attrs.evolve(one, sequence=n) for n, one in enumerate(lines, 1)]
        console = blank()
        draw_log(
            console, a_view(lines=tuple(numbered)), PALETTE, more="m", read=read, notice="Done."
        )
        return [row.rstrip() for row in text_of(console).split("\n")[-3:]]

    shown = ["You do 8.", "You do 10.", "Done."]
    assert (split(log(1)[0]), log(1)[1:]) == ((shown[0], 2), shown[1:])
    assert log(3) == shown


def test_count_of_a_message_stays_the_same_when_the_turn_before_is_read() -> None:
    fire = line("The rushes catch fire!", turn=5, count=3)
    lines = [fire, line("You burn.", turn=5), fire, attrs.evolve(fire, turn=6, count=2)]
    numbered = tuple(attrs.evolve(one, sequence=n) for n, one in enumerate(lines, 1))
    for read in (0, 3, 4):
        console = blank()
        draw_log(console, a_view(lines=numbered), PALETTE, read=read)
        rows = [row.rstrip() for row in text_of(console).split("\n")[-3:]]
        assert rows == ["You burn.", "The rushes catch fire! (×6)", "The rushes catch fire! (×2)"]


def test_important_messages_are_shown_if_the_log_has_no_room_for_all() -> None:
    told = [
        line("A dragon breathes fire at you, and you burn; it costs you nine hit points.", "harm"),
        *(line(f"You hear something of the kind of {n}, not far from here.") for n in "ab"),
        line("The stair is behind the cistern, where water gathers.", "news"),
        line("You hear something of the kind of c, not far from here."),
    ]
    rows = log_of(a_view(lines=tuple(told), foes_at=EVERYWHERE), rows=2)
    assert (rows[0], split(rows[1]), rows[2]) == (told[0].text, (told[3].text, 3), "")


def test_old_refusals_push_out_nothing_and_nothing_comes_back() -> None:
    told = [line(f"Message {n}.", turn=n) for n in range(1, 5)]
    refused = [line(f"No {n}.", "refusal", turn=5, count=n) for n in range(1, 4)]
    fallen = line("A zombie falls.", turn=6)
    assert log_of(a_view(lines=(*told, *refused))) == ["Message 3.", "Message 4.", "No 3. (×3)"]
    assert log_of(a_view(lines=(*told, *refused, fallen))) == [
        "Message 3.",
        "Message 4.",
        "A zombie falls.",
    ]


def test_old_refusals_stay_while_there_is_room_for_all_messages() -> None:
    told = [line("No.", "refusal", turn=0), line("A zombie falls."), line("It rises.")]
    assert log_of(a_view(lines=tuple(told))) == ["No.", "A zombie falls.", "It rises."]


def test_long_messages_are_wrapped_and_cut_with_a_mark() -> None:
    rows = log_of(a_view(lines=(line("One.", turn=0), line("Two."), line("word " * 30))))
    assert rows[0] == "Two."
    assert rows[1].startswith("word word")
    assert rows[2].startswith("  word word")
    rows = log_of(a_view(lines=(line("word " * 90),)))
    assert len(rows[2]) <= 80
    assert rows[2].endswith("…")
    rows = log_of(a_view(lines=(line("old " * 30, turn=0), line("new " * 30))))
    assert rows[0].startswith("old")
    assert rows[0].endswith("…")
    assert rows[1].startswith("new")


def board_of(view: View) -> list[str]:
    """Return the header, and the rows under the map, which hold what the header cannot."""
    console = blank()
    draw_board(console, view, PALETTE, hint="? help")
    rows = text_of(console).split("\n")
    return [rows[0].rstrip(), *(row.rstrip() for row in rows[21:])]


def header_of(view: View, hint: str = "? help") -> str:
    console = blank()
    draw_header(console, view, PALETTE, hint)
    return text_of(console).split("\n")[0]


LASTING = (("speed", 4), ("combat mastery", 54), ("reflexes", 54), ("might", 34))
WOUNDS = ("leg", "eye", "hand", "heart")
LEAP = CarriedBoon("leap", "", "leap", 3, "Leads on.")
STRIKE = CarriedBoon("strike", "hollow", "leeching strike", 3, "Strikes.")
BOND = Bond("Ash", "hunt", "end the troll", "in a tower", 1100, False, 4, 1100, 2)
LAST_WAY = attrs.evolve(BOND, fulfilled=True, last_way=True)
FULL: dict[str, Any] = {
    "mana": 9,
    "max_mana": 12,
    "max_wounds": 5,
    "bond": BOND,
    "levels": 9,
    "level": 9,
    "turn": 12345,
    "foes": 2,
    "boons": (STRIKE,),
}


@pytest.mark.parametrize(
    "changes",
    [
        {"foes": 2},
        {"foes": 12, "peril": Peril.DEADLY},
        {"foes": 1, "peril": Peril.DEADLY},
        {"level": 2, "levels": 4, "lasting": LASTING[:1], "unseen": True},
        {"max_wounds": 5, "wounds": WOUNDS[:2], "hunger": "hungry"},
        {"max_wounds": 5, "wounds": WOUNDS[:1], "hunger": "weak", "foes": 2, "turn": 1234},
        {"mana": 9, "max_mana": 12, "boons": (LEAP,), "lasting": LASTING[3:]},
        FULL,
        FULL | {"bond": LAST_WAY},
        {"mana": 9, "max_mana": 12, "boons": (LEAP,), "missiles": 1},
    ],
)
def test_header(changes: dict[str, Any], snapshot: SnapshotAssertion) -> None:
    assert header_of(a_view(**changes)).rstrip() == snapshot


def test_words_of_the_header_do_not_depend_on_the_hint() -> None:
    usual = {"levels": 4, "max_wounds": 5, "mana": 8, "max_mana": 8, "foes": 2, "turn": 118}
    kinds: list[dict[str, Any]] = [
        {"levels": 1},
        {"max_mana": 0},
        {"max_wounds": 0},
        {"bond": BOND},
    ]
    for changes in kinds:
        hints = "? help", "I level up"
        heads = [header_of(a_view(**usual | changes), hint).partition(hint)[0] for hint in hints]
        assert len({tuple(re.findall(r"\w+", head.replace("█", ""))) for head in heads}) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"lasting": LASTING},
        FULL | {"missiles": 12},
        {"boons": (LEAP,), "max_wounds": 5, "wounds": WOUNDS, "hunger": "weak"},
        {"boons": (LEAP,), "max_wounds": 5, "wounds": WOUNDS, "lasting": LASTING[:1]},
    ],
)
def test_header_part_that_does_not_fit_moves_below_the_messages(
    changes: dict[str, Any], snapshot: SnapshotAssertion
) -> None:
    rows = board_of(a_view(**changes))
    assert [rows[0], rows[-1]] == snapshot


@pytest.mark.parametrize(
    ("hp", "cells"), [(30, 8), (29, 7), (15, 4), (1, 1), (0, 0), (-3, 0), (40, 8)]
)
def test_bar_is_full_only_when_unhurt_and_empty_only_when_dead(hp: int, cells: int) -> None:
    header = header_of(a_view(hp=hp))
    assert f" {'█' * cells}{'·' * (8 - cells)} " in header
    assert f"{hp}/30" in header


def places(head: str) -> dict[str, int]:
    """Return the column where each word of a header begins."""
    return {found[0]: found.start() for found in re.finditer(r"[A-Z][A-Za-z]*|foe", head)}


def test_header_shows_the_last_way_and_low_hit_points_in_the_harm_tone() -> None:
    for changes, word in ((FULL | {"bond": LAST_WAY}, "Gate"), ({"hp": 7}, "HP")):
        console = blank()
        draw_header(console, a_view(**changes), PALETTE, "? help")
        at = places(text_of(console).split("\n")[0])[word]
        assert ink(console, at, 0) == PALETTE.tone("harm").fg
