"""What the commands on content do: tell its schemas, its components, whether it is right."""

from __future__ import annotations

import json
import os
from pathlib import Path

from bidden.content.catalogue import Catalogue, catalogue_of
from bidden.content.described.component_tables import components_table
from bidden.content.described.schema import schema_of
from bidden.content.mods import addition_in, additions, installed
from bidden.content.tables import FILES, load_tables
from bidden.events.places import MakeLevel
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.frontend.input.schemas import SCHEMAS
from bidden.modding import components_of
from bidden.recording.notes import warn
from bidden.rules.magic.powers import Power
from bidden.session import Session
from bidden.state import Look
from eventcore.tools import UsageError, printable

_SEEDS = 3
"""So often each level is dug for a trial."""


def schema(file: str, *, mod: bool) -> None:
    """Print a JSON Schema."""
    name = file if file.endswith(".toml") else f"{file}.toml"
    if name in FILES:
        made = schema_of(name, components_of(installed()), mod=mod)
    elif name in SCHEMAS and not mod:
        made = SCHEMAS[name]()
    else:
        known = FILES if mod else (*FILES, *SCHEMAS)
        raise UsageError(f"there is no schema of {file!r}, only of {', '.join(known)}")
    print(json.dumps(made, indent=2, ensure_ascii=False))


def components() -> None:
    """Print the components."""
    print(components_table(components_of(installed())), end="")


def check(folder: Path | None) -> None:
    """Check content."""
    if folder is None:
        added = additions(installed())
    elif not os.path.isdir(folder):
        said = "is not a folder" if os.path.lexists(folder) else "there is no such folder"
        raise UsageError(f"{folder}: {said}")
    else:
        added = (addition_in(folder, folder.resolve().name or str(folder)),)
    made = catalogue_of(load_tables(), components_of(installed()), added)
    _dig_all(made)
    for line in _unpainted(made):
        warn(line)
    mods = "".join(f", {one.name}: {sum(map(len, one.tables.values()))}" for one in added)
    own = sum(map(len, load_tables().values()))
    print(f"tables of the game: {own}{printable(mods)}; all of them are right")


def _dig_all(catalogue: Catalogue) -> None:
    """Dig each level for a trial; where there is no room, an error says so."""
    for name, kind in catalogue.levels.items():
        for seed in range(_SEEDS):
            session = Session(seed, catalogue=catalogue, level=name, read=False)
            for depth in range(2, kind.levels + 1):
                session.world.publish(MakeLevel(session.world.root, depth))


def _unpainted(catalogue: Catalogue) -> list[str]:
    """Tell what has a colour that the palette lacks."""
    palette, lines = load_palette(), []
    for name, parts in catalogue.blueprints.items():
        for cls, fields in parts:
            if cls is Look and not palette.has_look(fields["look"]):
                reason = f"the palette has no look {fields['look']!r}, so it has that of other"
                lines.append(f"{name}.Look.look: {reason}")
            for field, value in fields.items():
                if isinstance(value, Power) and not palette.has_tone(value.tone):
                    lines.append(f"{name}.{cls.__name__}.{field}.tone: {_no_tone(value.tone)}")
    for name, spell in catalogue.spells.items():
        if not palette.has_tone(spell.tone):
            lines.append(f"{name}.tone: {_no_tone(spell.tone)}")
    return lines


def _no_tone(tone: str) -> str:
    return f"the palette has no tone {tone!r}, so it is told in plain"
