"""The log: the latest messages beneath the map, the newest at the bottom.

A refusal tells of what did not happen: it has one row at the most, and only until something does
happen, so that it never pushes out what did, and nothing comes back that was gone. Where a turn
has more to tell than there are rows, what is short shares a row, and what matters most is told.
A loud message is drawn in reversed colours. Neither it nor a question is left out for another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import partial
from typing import Final, TypeAlias

import attrs
import tcod.console

from bidden.frontend.drawing.canvas import clean, cut, put, wrap
from bidden.frontend.drawing.colours.palette import Ink, Palette
from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.drawing.panels.calling import called_shortly
from bidden.going.written.patterns import tells
from bidden.view import Line, View

_LOOKED_AT: Final = 100
"""How many messages are looked at for some that are worth showing."""
_FIRST: Final = ("refusal", "harm", "news", "good")
"""The tones of what is told first where not all can be; of one tone, the latest."""
_LASTS_FOR: Final = 3
"""A loud message stays for so many turns, however fast keys are pressed; others until a key is."""
_LOUD, _NOTICE, _READ = 0, 1, 2
"""Ranks before all others: of loud messages, of what is not from the game, and of loud messages
that were on the screen at the last key press."""


def draw_log(
    console: tcod.console.Console,
    view: View,
    palette: Palette,
    *,
    notice: str = "",
    beneath: str = "",
    rows: int | None = None,
    more: str = "",
    known: Collection[str] = (),
    mute: Collection[str] = (),
    read: int | None = None,
) -> None:
    """Draw the latest messages, those of turns gone by fainter.

    Args:
        console: Where to draw.
        view: Whose messages.
        palette: The colours.
        notice: One more line after the messages, not from the game.
        beneath: A line in the last row, unless loud messages or the notice need that too; empty
            for none.
        rows: How many rows there are for them, from the top of the log; all by default.
        more: The key that shows all messages, named where those of this turn have no room.
        known: The whole names of those who may be called by a shorter one.
        mute: Patterns of messages that are not drawn.
        read: The number of the last event whose message was on the screen at the last key press. A
            loud message after it is of now, whatever its turn. So are any message after it and a
            loud one before it, of the last turns. None for all.
    """
    log = layout_for(console).log
    rows = log.height if rows is None else rows
    width = log.width - 1
    heard = [line for line in worth_showing(view.lines) if not tells(mute, line)]
    lines = called_shortly(heard, known)
    newest = view.lines[-1].turn if view.lines else 0
    is_now = partial(_is_now, newest, read)
    now = [_piece(line, palette, read or 0) for line in _folded([*filter(is_now, lines)])]
    if notice:
        now.append(_Piece(clean(notice), palette.tone("news"), _NOTICE))
    needed = len(_beside([one for one in now if one.rank <= _READ], width))
    if beneath and rows > needed:
        rows -= 1
        put(console, log.x, log.y + rows, cut(beneath, width), palette.tone("news").fg)
    told = f" more{f' ({more})' if more else ''}"
    drawn, left = _told(now, rows, width, len(f"…{len(now)}{told}"))
    for line in reversed([line for line in lines if not is_now(line) and not left]):
        room = rows - len(drawn)
        if room <= 0:
            break
        piece = _piece(line, palette, read or 0)
        ink = piece.ink if piece.loud else palette.faint
        earlier = attrs.evolve(piece, ink=ink, loud=False)
        drawn[:0] = _in_rows(earlier, room, width)
    for y, row in enumerate(drawn, log.y):
        x = log.x
        for one in row:
            fg, bg = one.ink.fg, one.ink.bg
            put(console, x, y, one.text, *((bg, fg) if one.loud else (fg, None)))
            x += len(one.text) + 1
    if left and drawn:
        _tell_how_much_more(console, drawn, f"…{left}{told}", rows, palette)


def worth_showing(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Give the latest lines without refusals, but for the very last one."""
    latest = lines[-_LOOKED_AT:]
    return (*(line for line in latest[:-1] if line.tone != _FIRST[0]), *latest[-1:])


@attrs.frozen
class _Piece:
    """A piece of a row; what ranks lower is told first where not all can be."""

    text: str
    ink: Ink
    rank: int
    loud: bool = False


_Row: TypeAlias = list[_Piece]
"""Pieces that stand beside each other, a blank between them."""


def _piece(line: Line, palette: Palette, read: int) -> _Piece:
    rank = _READ + 1 + (_FIRST.index(line.tone) if line.tone in _FIRST else len(_FIRST))
    if line.loud:
        rank = _LOUD if line.sequence > read else _READ
    return _Piece(clean(str(line)), palette.tone(line.tone), rank, line.loud)


def _is_now(newest: int, read: int | None, line: Line) -> bool:
    if line.turn == newest or read is None:
        return line.turn == newest
    unread, lasts = line.sequence > read, newest - line.turn < _LASTS_FOR
    return (lasts and (unread or line.loud)) or (unread and line.loud)


def _folded(lines: Sequence[Line]) -> list[Line]:
    """Give each line once, where it is last, with how often it was told."""
    counts, told = Counter[tuple[str, str]](), list[Line]()
    for line in reversed(lines):
        same = line.text, line.tone
        if same not in counts:
            told.append(line)
        counts[same] += line.count
    return [attrs.evolve(line, count=counts[line.text, line.tone]) for line in reversed(told)]


def _told(now: Sequence[_Piece], rows: int, width: int, mark: int) -> tuple[list[_Row], int]:
    """Choose what a turn is told by, in order, and say how much more there is.

    Args:
        now: All there is to tell.
        rows: In how many rows.
        width: Of how many columns.
        mark: How many columns it takes to say how much more there is.
    """
    apart = [row for one in now for row in _in_rows(one, rows + 1, width)]
    if len(apart) <= rows:
        return apart, 0
    whole = _beside(now, width)
    if len(whole) <= rows:
        return whole, 0
    first, *rest = sorted(range(len(now)), key=lambda number: _order(now[number], number))
    chosen, drawn = [first], _in_rows(now[first], rows, width)
    for number in rest:
        more = sorted([*chosen, number])
        tried = _beside([now[one] for one in more], width)
        marked = (
            now[number].rank <= _NOTICE or _row_with_room(tried, rows, width - mark) is not None
        )
        if len(tried) <= rows and marked:
            chosen, drawn = more, tried
    return drawn, len(now) - len(chosen)


def _order(one: _Piece, number: int) -> tuple[int, int]:
    """Return what sorts pieces by what matters most: loud ones as told, others the latest first."""
    return one.rank, number if one.loud else -number


def _in_rows(one: _Piece, rows: int, width: int) -> list[_Row]:
    """Break a piece into rows; whatever is cut off can be read in the message history."""
    wrapped = wrap(one.text, width, "  ")
    if len(wrapped) > rows:
        first, *others = wrapped[max(0, rows - 1) :]
        rest = " ".join([first, *(row.strip() for row in others)])
        wrapped = [*wrapped[: max(0, rows - 1)], cut(rest, width)]
    return [[attrs.evolve(one, text=text)] for text in wrapped]


def _beside(pieces: Sequence[_Piece], width: int) -> list[_Row]:
    """Put pieces into rows, beside the one before where there is room for all of it."""
    rows = list[_Row]()
    for one in pieces:
        if rows and _length(rows[-1]) + 1 + len(one.text) <= width:
            rows[-1].append(one)
        else:
            rows += _in_rows(one, len(one.text) + 1, width)
    return rows


def _length(row: _Row) -> int:
    return sum(len(one.text) + 1 for one in row) - 1


def _row_with_room(drawn: Sequence[_Row], rows: int, room: int) -> int | None:
    """Give the first row that is shorter than there is room; one that is empty, failing that."""
    found = next((y for y, row in enumerate(drawn) if _length(row) < room), None)
    return len(drawn) if found is None and len(drawn) < rows else found


def _tell_how_much_more(
    console: tcod.console.Console, drawn: Sequence[_Row], told: str, rows: int, palette: Palette
) -> None:
    """Say it beside a row that leaves room for it, lest what is told of be cut."""
    log = layout_for(console).log
    room = log.width - 1 - len(told) - 1
    y = _row_with_room(drawn, rows, room + 1)
    if y is None and any(one.rank <= _NOTICE for row in drawn for one in row):
        return  # these matter more
    if y is None:
        y = 0
        text = " ".join(one.text for one in drawn[y])
        put(console, log.x, log.y + y, cut(text, room).ljust(room + 1), drawn[y][0].ink.fg)
    put(console, log.x + room + 1, log.y + y, told, palette.faint.fg)
