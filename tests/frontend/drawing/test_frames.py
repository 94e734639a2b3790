"""Frames are made of glimpses; the frames of a turn last a quarter second at most."""

from __future__ import annotations

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.colours.light import palette_for
from bidden.frontend.drawing.frames import MOST, Touch, draw_frame, frames_of
from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.screens.screen import TICKS_PER_SECOND
from bidden.view import Glimpse, Happening

SHOT = Glimpse(Happening.SHOT, ((3, 2), (4, 2), (5, 2), (6, 2), (7, 2), (8, 2)))
HURT = Glimpse(Happening.HURT, ((8, 2),))


def test_missile_flies_to_its_end_in_three_frames() -> None:
    shot = Happening.SHOT
    assert frames_of([SHOT]) == (
        (Touch((3, 2), "-", shot), Touch((4, 2), "-", shot)),
        (Touch((5, 2), "-", shot), Touch((6, 2), "-", shot)),
        (Touch((7, 2), "-", shot), Touch((8, 2), "-", shot)),
    )


def test_missiles_come_first_then_bursts_then_wounds() -> None:
    burst = Glimpse(Happening.BURST, ((7, 2), (8, 2)))
    frames = frames_of([HURT, burst, SHOT])
    assert [{touch.what for touch in frame} for frame in frames] == [
        {Happening.SHOT},
        {Happening.SHOT},
        {Happening.SHOT},
        {Happening.BURST},
        {Happening.HURT},
    ]


def test_turn_is_shown_for_a_quarter_second_at_most() -> None:
    everything = [Glimpse(what, ((3, 2), (4, 3))) for what in Happening] * 20
    assert frames_of([]) == ()
    assert len(frames_of(everything)) == MOST
    assert MOST / TICKS_PER_SECOND <= 0.25


def test_hurt_creature_flashes_and_keeps_its_character() -> None:
    console, palette = new_console(), palette_for()
    at = layout_for(console).map.cells(console)[2, 8]
    at["ch"] = ord("z")
    (frame,) = frames_of([HURT])
    draw_frame(console, frame, palette)
    ink = palette.flash(Happening.HURT)
    assert (chr(at["ch"]), tuple(at["fg"]), tuple(at["bg"])) == ("z", ink.fg, ink.bg)
