"""A terminal gets no more colours than it has, and distinct shapes if it has none."""

from __future__ import annotations

import pytest
from rich.style import Style

from bidden.frontend.drawing.colours.light import palette_for
from bidden.frontend.drawing.colours.palette import Ink, Palette
from bidden.frontend.terminal.depth import Depth, Writer, depth_for
from bidden.view import Stance

DARK = palette_for("dark")


@pytest.mark.parametrize(
    ("wanted", "environment", "depth"),
    [
        ("auto", {"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Depth.FULL),
        ("auto", {"TERM": "xterm-direct"}, Depth.FULL),
        ("auto", {"TERM": "tmux-256color"}, Depth.C256),
        ("auto", {"TERM": "xterm"}, Depth.C16),
        ("auto", {"TERM": "linux"}, Depth.C16),
        ("auto", {}, Depth.C16),
        ("auto", {"TERM": "dumb"}, Depth.NONE),
        ("auto", {"TERM": "vt100"}, Depth.NONE),
        ("auto", {"NO_COLOR": "1", "COLORTERM": "truecolor"}, Depth.NONE),
        ("auto", {"NO_COLOR": "", "COLORTERM": "truecolor"}, Depth.FULL),
        ("full", {"NO_COLOR": "1", "TERM": "dumb"}, Depth.FULL),
        ("16", {"COLORTERM": "truecolor"}, Depth.C16),
        ("none", {"COLORTERM": "truecolor"}, Depth.NONE),
    ],
)
def test_colour_depth_comes_from_the_option_or_the_terminal(
    wanted: str, environment: dict[str, str], depth: Depth
) -> None:
    assert depth_for(wanted, environment) is depth


def written(depth: Depth, ink: Ink, palette: Palette = DARK) -> Style:
    return Writer(depth, palette).style(ink)


def codes(depth: Depth, ink: Ink) -> str:
    """Return the parameters of the escape sequence before a character."""
    text = written(depth, ink).render("x")
    return text.partition("m")[0].removeprefix("\x1b[") if "\x1b" in text else ""


@pytest.mark.parametrize("depth", Depth)
@pytest.mark.parametrize("background", ["dark", "light"])
def test_stances_have_different_styles_at_every_colour_depth(background: str, depth: Depth) -> None:
    palette = palette_for("light" if background == "light" else "dark")
    styles = {written(depth, palette.stance(stance), palette) for stance in Stance}
    assert len(styles) == len(Stance)


def test_stances_have_their_own_shape_without_colours() -> None:
    def shape(stance: Stance) -> tuple[bool | None, ...]:
        style = written(Depth.NONE, DARK.stance(stance))
        return style.reverse, style.bold, style.underline

    assert shape(Stance.FOE) == (False, True, False)
    assert shape(Stance.ASLEEP) == (False, False, False)
    assert shape(Stance.NEUTRAL) == (True, False, True)
    assert shape(Stance.ALLY) == (True, False, False)
    assert shape(Stance.QUARRY) == (True, True, True)


@pytest.mark.parametrize(
    ("ink", "codes"),
    [
        (DARK.ground, "39;49"),
        (DARK.tone("harm"), "38;2;240;119;106;49"),
        (Ink(DARK.ground.fg, (1, 2, 3)), "38;2;207;200;187;48;2;1;2;3"),
    ],
)
def test_only_the_ground_has_the_terminal_s_own_colours_if_wanted(ink: Ink, codes: str) -> None:
    style = Writer(Depth.FULL, DARK, plain=True).style(ink)
    assert style.render("x") == f"\x1b[{codes}mx\x1b[0m"
