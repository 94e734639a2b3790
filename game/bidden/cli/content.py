"""Commands on content: print schemas, list components and check files."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

from bidden.cli.confusions import confusions_in
from bidden.cli.mods import mods_in_use
from bidden.content.catalogue import Catalogue, catalogue_of
from bidden.content.datafiles import ContentError, Faults
from bidden.content.described.component_tables import components_table
from bidden.content.described.schema import schema_of
from bidden.content.folders import as_installed
from bidden.content.mods import CODE, GROUP, addition_in, additions, installed
from bidden.content.tables import FILES, Addition, load_tables
from bidden.events.places import MakeLevel
from bidden.frontend.drawing.colours.palette import Palette, load_palette
from bidden.modding import components_of
from bidden.recording.notes import warn
from bidden.rules.magic.powers import Power
from bidden.session import Session
from bidden.state import Look
from bidden.text import printable
from eventcore.tools import UsageError

_TOLD = 3
"""The number of indistinguishable pairs to name."""
_SEEDS = 3
"""The number of seeds with which to generate each level."""


def schema(file: str, *, mod: bool = False) -> None:
    """Print the JSON Schema of a content file.

    Parameters
    ----------
    file:
        Its name, such as creatures.toml; for a wrong name all names are listed.
    mod:
        Print the schema for a mod, whose tables may extend or replace existing ones.
    """
    name = file if file.endswith(".toml") else f"{file}.toml"
    if name not in FILES:
        raise UsageError(f"there is no schema for {file!r}; choose from {', '.join(FILES)}")
    made = schema_of(name, components_of(mods_in_use()), mod=mod)
    print(json.dumps(made, indent=2, ensure_ascii=False))


def components() -> None:
    """Print the table of components."""
    print(components_table(components_of(mods_in_use())), end="")


def check(folder: Path | None = None) -> None:
    """Check the installed content, or the content of a folder.

    Parameters
    ----------
    folder:
        A mod's project or package, or a folder with files of content. By default the content of
        the game and of all installed mods is checked.
    """
    if folder is None:
        _check(installed(), (), Faults())
        return
    if not os.path.isdir(folder):
        said = "is not a folder" if os.path.lexists(folder) else "there is no such folder"
        raise UsageError(f"{folder}: {said}")
    with as_installed(folder) as mods:
        if mods:
            _check(mods, (), Faults())
            return
    if (folder / "pyproject.toml").is_file():
        raise UsageError(
            f"{folder}/pyproject.toml declares no mod: add an entry point in the group "
            f"{GROUP} or {CODE}"
        )
    if any(folder.glob("*.py")):
        warn(
            f"{folder} has Python files, but no pyproject.toml that names them: their components "
            "are unknown"
        )
    faults, name = Faults(), folder.resolve().name or str(folder)
    _check((), (addition_in(folder, name, faults),), faults)


def _check(mods: Sequence[str], more: Sequence[Addition], faults: Faults) -> None:
    """Check the content of the game, of some mods and of other additions.

    Raises:
        ContentError: Some content is invalid; further errors are in ``others``.
    """
    added = (*additions(mods, faults), *more)
    try:
        known = components_of(mods)
    except ContentError as error:
        # The rest cannot be checked: its tables may name the mod's components.
        faults.found += [error, *error.others]
        faults.tell()
        raise
    made = catalogue_of(load_tables(), known, added, faults)
    _dig_all(made)
    palette = load_palette()
    for line in _unpainted(made, palette):
        warn(line)
    confused = [*confusions_in(made, palette)]
    if confused:
        rest = f"; and {len(confused) - _TOLD} more" if len(confused) > _TOLD else ""
        told = f"{'; '.join(confused[:_TOLD])}{rest}"
        raise UsageError(f"{told}. Change the glyph or colour of one in each pair")
    named = "".join(f", {one.name} {sum(map(len, one.tables.values()))}" for one in added)
    own = sum(map(len, load_tables().values()))
    print(f"all tables are valid: game {own}{printable(named)}")


def _dig_all(catalogue: Catalogue) -> None:
    """Generate each level as a test.

    Raises:
        ContentError: A level has too little room; further errors are in ``others``.
    """
    faults = Faults()
    for name, kind in catalogue.levels.items():
        with faults.part():
            for seed in range(_SEEDS):
                session = Session(seed, catalogue=catalogue, level=name, read=False)
                for depth in range(2, kind.levels + 1):
                    session.world.publish(MakeLevel(session.world.root, depth))
    faults.tell()


def _unpainted(catalogue: Catalogue, palette: Palette) -> list[str]:
    """Return warnings about looks and tones that the palette lacks."""
    lines = []
    for name, parts in catalogue.blueprints.items():
        for cls, fields in parts:
            if cls is Look and not palette.has_look(fields["look"]):
                reason = f"the palette has no look {fields['look']!r}, so the look 'other' is used"
                lines.append(f"{name}.Look.look: {reason}")
            for field, value in fields.items():
                if isinstance(value, Power) and not palette.has_tone(value.tone):
                    lines.append(f"{name}.{cls.__name__}.{field}.tone: {_no_tone(value.tone)}")
    for name, spell in catalogue.spells.items():
        if not palette.has_tone(spell.tone):
            lines.append(f"{name}.tone: {_no_tone(spell.tone)}")
    return lines


def _no_tone(tone: str) -> str:
    return f"the palette has no tone {tone!r}, so the plain tone is used"
