"""The theme: what every screen is given."""

from __future__ import annotations

import attrs

from bidden.frontend.drawing.palette import Palette, load_palette
from bidden.frontend.input.keymap import Keymap, load_keymap


@attrs.frozen
class Theme:
    """The keymap and the palette."""

    keymap: Keymap
    palette: Palette


def load_theme() -> Theme:
    """Load what ships with the game.

    Raises:
        ContentError: A file of the theme cannot be read, or holds what does not fit.
    """
    return Theme(load_keymap(), load_palette())
