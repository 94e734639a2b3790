"""The log: the latest messages beneath the map, in the order in which they came.

A refusal gets one row. Unless there is room for all messages, it goes when something happens, so
it never replaces real news. If a turn has more messages than rows, short ones share a row. If that
is not enough, new messages cover the lowest rows of the map, away from the player and enemies,
until the next key; if these are too few, the most important messages are shown. Loud messages have
reversed colours until read, and cover the highest rows of the map if nothing else has room.
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
from bidden.going.commands.taking import LIES_HERE, PASSED
from bidden.patterns import tells
from bidden.view import MAP_HEIGHT, Line, View

_LOOKED_AT: Final = 100
"""The number of messages searched for the ones to show."""
_FIRST: Final = ("refusal", "harm", "news", "good")
"""The order of tones when not all messages fit; within a tone, the latest first."""
_LASTS_FOR: Final = 3
"""Loud messages stay for this many turns, others until a key is pressed."""
_ON_MAP: Final = 4
"""The maximum number of rows of the map that messages cover."""
_LOUD, _NOTICE = 0, 1
"""Ranks before all others: loud messages and the notice."""
_READ, _OTHER, _LYING = range(_NOTICE + 1 + len(_FIRST), _NOTICE + 4 + len(_FIRST))
"""Ranks after them: loud messages that were read, other messages, and items underfoot."""


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
    """Draw the latest messages, earlier turns fainter, into some rows of the log.

    Args:
        console: The console.
        view: The view with the messages.
        palette: The colours.
        notice: A last line that is not from the game.
        beneath: Text for the last row, unless a loud message or the notice needs it.
        rows: The number of rows; all by default.
        more: The key that shows all messages, named if some do not fit.
        known: The full names that may be shortened.
        mute: Patterns of messages to leave out.
        read: The last event whose message was on screen at the last key press; None for all.
            Loud messages after it count as new, and so do messages of the last turns after it.
    """
    log, north = layout_for(console).log, layout_for(console).map.y
    rows = log.height if rows is None else rows
    width = log.width - 1
    heard = [line for line in worth_showing(view.lines, rows) if not tells(mute, line)]
    lines = called_shortly(heard, known)
    newest = view.lines[-1].turn if view.lines else 0
    now_told = partial(is_now, newest, read)
    placed = [(at, line) for at, line in enumerate(lines) if now_told(line)]
    now = [_piece(at, line, palette, read or 0) for at, line in _folded(placed)]
    if notice:
        said = clean(notice)  # it may repeat a message, which is then shown once
        now = [one for one in now if one.text != said]
        now.append(_Piece(said, palette.tone("news"), _NOTICE, len(lines)))
    needed = len(_beside([one for one in now if one.rank in (_LOUD, _NOTICE, _READ)], width))
    if beneath and rows > needed:
        rows -= 1
        ink = palette.header
        put(console, log.x, log.y + rows, " " * log.width, ink.fg, ink.bg)
        put(console, log.x, log.y + rows, cut(beneath, width), palette.tone("news").fg)
    key = f"… {more}: " if more else "…"
    mark = len(f"{key}{len(now)} more")
    drawn, left = _told(now, rows, width, mark)
    free, top = _free_rows(view) if any(one.rank != _READ for one in now) else (0, 0)
    on_map = on_top = 0
    while left and (on_map < free or (on_top < top and _LOUD in left)):
        on_map, on_top = (on_map + 1, 0) if on_map < free else (on_map, on_top + 1)
        drawn, left = _told(now, rows + on_map + on_top, width, mark)
    ys = [*range(north, north + on_top), *range(log.y - on_map, log.y + rows)]
    for y in ys[: on_top + on_map]:
        put(console, log.x, y, " " * log.width, palette.ground.fg, palette.ground.bg)
    before = _folded([(at, line) for at, line in enumerate(lines) if not now_told(line)])
    while before and not left and (room := len(ys) - len(drawn)) > 0:
        piece = _piece(*before.pop(), palette, read or 0)
        ink = piece.ink if piece.rank in (_LOUD, _READ) else palette.faint
        earlier = _in_rows(attrs.evolve(piece, ink=ink, loud=False), room, width)
        place = sum(row[0].at < piece.at for row in drawn)
        if not place or drawn[place - 1][-1].at < piece.at:
            drawn[place:place] = earlier
    more_left = len(left) + sum(read is not None and line.sequence > read for _, line in before)
    for y, row in zip(ys, drawn, strict=False):
        x = log.x
        for one in row:
            fg, bg = one.ink.fg, one.ink.bg
            put(console, x, y, one.text, *((bg, fg) if one.loud else (fg, None)))
            x += len(one.text) + 1
    if more_left and drawn:
        _tell_how_much_more(console, drawn, f"{key}{more_left} more", ys, palette)


def _free_rows(view: View) -> tuple[int, int]:
    """Return how many of the lowest and highest rows of the map have no creatures nearby."""
    near = [y for _, y in (view.here, *view.foes_at, *(one.at for one in view.threatened))]
    below, above = MAP_HEIGHT - 2 - max(near), min(near) - 1
    return min(_ON_MAP, max(0, below)), min(_ON_MAP, max(0, above))


def worth_showing(lines: tuple[Line, ...], rows: int) -> tuple[Line, ...]:
    """Return the latest messages, but without refusals before the last if not all fit the rows."""
    latest = lines[-_LOOKED_AT:]
    if len(latest) <= rows:
        return latest
    return (*(line for line in latest[:-1] if line.tone != _FIRST[0]), *latest[-1:])


@attrs.frozen
class _Piece:
    """A piece of a row. Lower ranks are kept when not all fit; ``at`` is its place in the log."""

    text: str
    ink: Ink
    rank: int
    at: int
    loud: bool = False


_Row: TypeAlias = list[_Piece]
"""Pieces beside each other, with a blank between them."""


def _piece(at: int, line: Line, palette: Palette, read: int) -> _Piece:
    rank = _LYING if line.text.startswith((LIES_HERE, PASSED)) else _OTHER
    if line.tone in _FIRST:
        rank = _NOTICE + 1 + _FIRST.index(line.tone)
    is_new = line.loud and line.sequence > read
    if line.loud:
        rank = _LOUD if is_new else _READ
    return _Piece(clean(str(line)), palette.tone(line.tone), rank, at, is_new)


def is_now(newest: int, read: int | None, line: Line) -> bool:
    """Return whether a message is shown as new."""
    if line.turn == newest or read is None:
        return line.turn == newest
    unread, lasts = line.sequence > read, newest - line.turn < _LASTS_FOR
    return (lasts and (unread or line.loud)) or (unread and line.loud)


def _folded(lines: Sequence[tuple[int, Line]]) -> list[tuple[int, Line]]:
    """Return each message of a turn once, at its last place, with a count that never falls."""
    counts, told = Counter[tuple[str, str, int]](), list[tuple[int, Line]]()
    for at, line in reversed(lines):
        same = line.text, line.tone, line.turn
        if same not in counts:
            told.append((at, line))
        counts[same] += line.count
    return [
        (at, attrs.evolve(one, count=counts[one.text, one.tone, one.turn]))
        for at, one in told[::-1]
    ]


def _told(now: Sequence[_Piece], rows: int, width: int, mark: int) -> tuple[list[_Row], list[int]]:
    """Choose and arrange the messages of a turn, and return the ranks of those left out too.

    ``mark`` is the number of columns for that count.
    """
    apart = [row for one in now for row in _in_rows(one, rows + 1, width)]
    if len(apart) <= rows:
        return apart, []
    whole = _beside(now, width)
    if len(whole) <= rows:
        return whole, []
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
    return drawn, [one.rank for number, one in enumerate(now) if number not in chosen]


def _order(one: _Piece, number: int) -> tuple[int, int]:
    """Return the sort key for importance: loud messages in order, others latest first."""
    return one.rank, number if one.loud else -number


def _in_rows(one: _Piece, rows: int, width: int) -> list[_Row]:
    """Break a piece into rows, cutting it if there are too few."""
    wrapped = wrap(one.text, width, "  ")
    if len(wrapped) > rows:
        first, *others = wrapped[max(0, rows - 1) :]
        rest = " ".join([first, *(row.strip() for row in others)])
        wrapped = [*wrapped[: max(0, rows - 1)], cut(rest, width)]
    return [[attrs.evolve(one, text=text)] for text in wrapped]


def _beside(pieces: Sequence[_Piece], width: int) -> list[_Row]:
    rows = list[_Row]()
    for one in pieces:
        apart = not rows or _READ in (one.rank, rows[-1][-1].rank)  # that was earlier
        if not apart and _length(rows[-1]) + 1 + len(one.text) <= width:
            rows[-1].append(one)
        else:
            rows += _in_rows(one, len(one.text) + 1, width)
    return rows


def _length(row: _Row) -> int:
    return sum(len(one.text) + 1 for one in row) - 1


def _row_with_room(drawn: Sequence[_Row], rows: int, room: int) -> int | None:
    found = next((y for y, row in enumerate(drawn) if _length(row) < room), None)
    return len(drawn) if found is None and len(drawn) < rows else found


def _tell_how_much_more(
    console: tcod.console.Console,
    drawn: Sequence[_Row],
    told: str,
    ys: Sequence[int],
    palette: Palette,
) -> None:
    """Write the count beside a row with enough room, or over the end of another."""
    log = layout_for(console).log
    room = log.width - 1 - len(told) - 1
    number = _row_with_room(drawn, len(ys), room + 1)
    if number is None:  # the least important row makes room
        number = max(range(len(drawn)), key=lambda y: min(one.rank for one in drawn[y]))
        told = f" {told}"
    put(console, log.right - 1 - len(told), ys[number], told, palette.faint.fg, palette.ground.bg)
