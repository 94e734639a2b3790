"""The theme: what every screen is given."""

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
    """The keymap, the palette, and the player's options.

    Attributes:
        keymap: The keys.
        palette: The colours.
        options: The player's options.
        path: The settings file, or None.
        hints: The names of the first-run hints that were shown.
        unused: The names of removed options in that file, which have no effect.
    """

    keymap: Keymap
    palette: Palette
    options: Options = attrs.Factory(Options)
    path: Path | None = None
    _text: str = ""
    unused: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()

    def changed(self, edit: Edit) -> Theme:
        """Return the theme with other settings, and save these.

        Args:
            edit: Edits the text of the settings.

        Raises:
            ContentError: The settings are invalid, for example because a key is already bound, or
                cannot be saved. Nothing is changed then.
        """
        # Read again: somebody may have it open in an editor.
        text = edit(self._text if self.path is None else read_settings(self.path))
        theme = _theme_of(text, self.path)
        if self.path is not None:
            write_settings(self.path, text)
        return theme


def load_theme(path: Path | None = None) -> Theme:
    """Load what ships with the game, and over it the player's own settings.

    Args:
        path: The file of these; None for none.

    Raises:
        ContentError: A file of the theme cannot be read, or holds what does not fit.
    """
    return _theme_of("" if path is None else read_settings(path), path)


def load_own_theme(path: Path | None = None) -> Theme:
    """Load the theme by a file of settings, which need not be there.

    Args:
        path: The file; None for that in the user's configuration folder.

    Raises:
        ContentError: A file of the theme cannot be read, or holds what does not fit.
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
        palette = (
            own_palette_for(background, own.palette, file)
            if own.palette
            else palette_for(background)
        )
    faults.tell()
    return Theme(keymap, palette, own.options, path, text, own.unused, own.hints)
