"""References of parts: what the components of things name in other tables is there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from bidden.ai.mind import Mind
from bidden.components.combat.slaying import Slaying
from bidden.components.combat.venom import Venom
from bidden.components.magic.book import Book
from bidden.content.blueprints import Blueprint
from bidden.content.datafiles import ContentError
from bidden.content.references import Things, check_names, check_plan, check_power, has
from bidden.content.tables import APPEARANCES, EFFECTS, ITEMS, SPELLS
from bidden.powers import Power
from bidden.rules.magic.effect_kinds import EffectKind
from bidden.state import Side, StartingGear, Title, Unidentified
from eventcore import Component

__all__ = ["check_guises", "check_parts", "disguised"]

_NAMED: Final[Mapping[type[Component], Mapping[str, str]]] = {
    Book: {"spells": SPELLS},
    Unidentified: {"appearance": APPEARANCES},
    StartingGear: {"weapons": ITEMS, "armour": ITEMS},
}
"""By component and field, the file whose tables it names."""


def check_parts(
    file: str,
    things: Things,
    effects: Mapping[str, EffectKind],
    creatures: Things,
    others: Mapping[str, Mapping[str, object]],
) -> None:
    """Check that what the components of things name is there.

    Args:
        file: What errors are to call the file of the things.
        things: The things.
        effects: The effects there are.
        creatures: The creatures there are.
        others: By file, the other tables that there are.

    Raises:
        ContentError: It is not.
    """
    sides = _sides(creatures)
    for name, parts in things.items():
        for cls, fields in parts:
            key = f"{name}.{cls.__name__}"
            for field, value in fields.items():
                if isinstance(value, Power):
                    check_power(file, f"{key}.{field}", value, effects)
            for field, where in _NAMED.get(cls, {}).items():
                if field in fields:
                    named = fields[field]
                    names = [named] if isinstance(named, str) else named
                    check_names(file, f"{key}.{field}", names, where, others[where])
            if cls is Mind:
                check_plan(file, f"{key}.plan", fields["plan"])
            if cls is Venom:
                _check_venom(file, key, fields, effects)
            if cls is Slaying and fields["side"] not in sides:
                reason = f"there is no side {fields['side']!r}, only {', '.join(sides)}"
                raise ContentError(file, f"{key}.side", reason)


def check_guises(looks: Mapping[str, Sequence[str]], files: Mapping[str, Things]) -> None:
    """Check that things that are not known can be told apart: by titles, and by enough looks.

    Raises:
        ContentError: They cannot.
    """
    titled: dict[str, str] = {}
    for file, things in files.items():
        for name, parts in things.items():
            if has(parts, Unidentified):
                called = _title(parts)
                if called in titled:
                    reason = (
                        f"{called!r} is what {titled[called]} is called, and both are Unidentified"
                    )
                    raise ContentError(file, f"{name}.Title.name", reason)
                titled[called] = name
    for kind, names in looks.items():
        known = [*disguised(kind, (parts for of in files.values() for parts in of.values()))]
        if len(names) < len(known):
            reason = f"{len(names)} are too few for {len(known)} things, {known[-1]!r} the last"
            raise ContentError(APPEARANCES, f"{kind}.looks", reason)


def disguised(kind: str, things: Iterable[Blueprint]) -> Iterator[str]:
    """List the titles of the things that have a kind of look."""
    for parts in things:
        if any(cls is Unidentified and fields["appearance"] == kind for cls, fields in parts):
            yield _title(parts)


def _title(parts: Blueprint) -> str:
    return str(next(fields["name"] for cls, fields in parts if cls is Title))


def _check_venom(
    file: str, key: str, fields: Mapping[str, Any], effects: Mapping[str, EffectKind]
) -> None:
    effect = fields.get("effect", "poison")
    check_names(file, f"{key}.effect", [effect], EFFECTS, effects)
    if fields.get("turns", 0) and not effects[effect].turns:
        raise ContentError(file, f"{key}.turns", f"{effect} lasts for no time")


def _sides(creatures: Things) -> list[str]:
    names = (fields["name"] for of in creatures.values() for cls, fields in of if cls is Side)
    return [*dict.fromkeys(names)]
