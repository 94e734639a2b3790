"""The theme: what every screen is given."""

from __future__ import annotations

import attrs

from bidden.frontend.drawing.palette import Palette
from bidden.frontend.drawing.palettes import palette_for
from bidden.frontend.input.keymap import Keymap, load_keymap
from bidden.frontend.options import Options


@attrs.frozen
class Theme:
    """The keymap, the palette, and what the player would have otherwise."""

    keymap: Keymap
    palette: Palette
    options: Options = attrs.Factory(Options)


def load_theme() -> Theme:
    """Load what ships with the game.

    Raises:
        ContentError: A file of the theme cannot be read, or holds what does not fit.
    """
    return Theme(load_keymap(), palette_for())
