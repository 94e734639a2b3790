"""The theme: the keymap, the palette and the options of every screen."""

from __future__ import annotations

from pathlib import Path

import attrs

from bidden.frontend.drawing.colours.light import own_palette_for, palette_for
from bidden.frontend.drawing.colours.palette import Palette
from bidden.frontend.input.keymap import Keymap, load_keymap
from bidden.frontend.preferences.faults import Faults
from bidden.frontend.preferences.options import Options
from bidden.frontend.preferences.settings import (
    Edit,
    read_settings,
    settings_of,
    settings_path,
    write_settings,
)


@attrs.frozen
class Theme:
    """The keymap, the palette, and the player's options."""

    keymap: Keymap
    palette: Palette
    options: Options = attrs.Factory(Options)
    path: Path | None = None  # the settings file
    _text: str = ""
    unused: tuple[str, ...] = ()  # the names of removed options in that file
    hints: tuple[str, ...] = ()  # the names of the first-run hints that were shown

    def changed(self, edit: Edit) -> Theme:
        """Return the theme with edited settings, and save them.

        Raises:
            ContentError: The settings are invalid or cannot be saved. Nothing is changed then.
        """
        # Read it again, because it may be open in an editor.
        text = edit(self._text if self.path is None else read_settings(self.path))
        theme = _theme_of(text, self.path)
        if self.path is not None:
            write_settings(self.path, text)
        return theme


def load_theme(path: Path | None = None) -> Theme:
    """Load the theme of the game, with the settings of a file if one is given.

    Raises:
        ContentError: A file of the theme cannot be read, or is invalid.
    """
    return _theme_of("" if path is None else read_settings(path), path)


def load_own_theme(path: Path | None = None) -> Theme:
    """Load the theme with a settings file, by default the one in the configuration folder.

    Raises:
        ContentError: A file of the theme cannot be read, or is invalid.
    """
    return load_theme(path or settings_path())


def _theme_of(text: str, path: Path | None) -> Theme:
    file = "options.toml" if path is None else str(path)
    faults = Faults()
    own = settings_of(text, file, faults)
    background = own.options.background
    with faults.part():
        keymap = load_keymap(own=own.keys, own_file=file)
    with faults.part():
        palette = palette_for(background)
        if own.palette:
            palette = own_palette_for(background, own.palette, file)
    faults.tell()
    return Theme(keymap, palette, own.options, path, text, own.unused, own.hints)
