"""What effects do, in words: as their tables have it, with numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from bidden.amounts import numbered
from bidden.content.datafiles import fields_of
from bidden.events.magic import INSTANT_EFFECTS
from bidden.rules.magic.effect_kinds import EffectKind
from bidden.state import a_thing, enumerated, several

_STORES: Final = MappingProxyType(
    {"health": "hp", "mana": "mana", "food": "food", "mending": "wounds closed"}
)
_BY_NATURE: Final = "magic"
"""The kind of harm that goes without saying."""
_BLIND: Final = -100
_STATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "confused": "steps go astray",
        "paralysed": "paralysis",
        "caught": "no step can be taken",
        "silenced": "no spell can be cast, and nothing read aloud",
        "free_action": "nothing paralyses, and nothing holds",
        "clear_head": "nothing knocks out",
        "thin_blood": "no blood turns to mana",
        "detection": "every creature of the level is felt",
        "see_invisible": "what is invisible is seen",
        "ward": "blows are turned back on who deals them",
        "ember ward": "who strikes burns",
        "hollow ward": "who strikes forgets whom",
    }
)
"""Stats that are there or not, and what they come to in words."""
_INSTANTS: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = MappingProxyType(
    {
        "Blink": lambda of: f"a leap of up to {numbered('tile', of['within'])}",
        "Summon": lambda of: f"calls {_so_many(of['what'], of['count'])}",
        "Transfuse": lambda of: "hit points become mana, down to the last one",
        "Shove": lambda of: (
            f"throws {numbered('tile', of['tiles'])} back"
            if of["tiles"] > 0
            else f"drags {numbered('tile', -of['tiles'])} nearer"
        ),
        "RaiseDead": lambda of: (
            f"raises a corpse within {numbered('tile', of['within'])} as {a_thing(of['what'])}"
        ),
        "Alarm": lambda of: f"calls all fellows within {numbered('tile', of['within'])}",
        "Sunder": lambda of: "what is wielded may break",
        "Maim": lambda of: f"a wound of the {of['kind']}" if of["kind"] else "a wound",
    }
)
"""What is done at once, by the names of the instant effects, given their fields."""
_MINDS: Final[Mapping[tuple[str, ...], str]] = MappingProxyType(
    {(): "knocked out", ("flee", "wander"): "flight", ("wander",): "forgets its foe"}
)


def effects_told(names: Iterable[str], kinds: Mapping[str, EffectKind]) -> str:
    """Say what some effects do, as in "12 hp of fire; poison: 1 hp a turn for 20 turns".

    Args:
        names: The names of the effects.
        kinds: The kinds of effect, by name.
    """
    return "; ".join(told for name in names if (told := effect_told(name, kinds)))


def effect_told(name: str, kinds: Mapping[str, EffectKind], turns: int = 0) -> str:
    """Say what an effect does; its name where that is all there is to say.

    Args:
        name: Its name.
        kinds: The kinds of effect, by name.
        turns: How long it lasts, of what lasts; 0 for as long as such an effect does.
    """
    kind = kinds.get(name)
    if kind is None:
        return name
    at_once, lasts = [*_at_once(kind)], [*_while_it_lasts(kind)]
    if not kind.turns:
        left = f"; then {effect_told(kind.leaves, kinds)}" if kind.leaves else ""
        return f"{enumerated(at_once) if at_once else name}{left}"
    turns = turns or kind.turns
    time = f"for {turns} turn{'' if turns == 1 else 's'}"
    lasting = f"{enumerated(lasts)} {time}" if lasts else time
    return enumerated([*at_once, f"{name}: {lasting}" if _says_more(name, lasts) else lasting])


def _says_more(name: str, lasts: list[str]) -> bool:
    return not any(name in one for one in lasts)


def _at_once(kind: EffectKind) -> Iterator[str]:
    for store, amount in kind.once.items():
        harms = store == "health" and amount < 0 and kind.kind != _BY_NATURE
        of = f" of {kind.kind}" if harms else ""
        if store == "mending":
            yield f"{amount} wound{'' if amount == 1 else 's'} closed"
        else:
            yield f"{amount:+} {_STORES[store]}{of}"
    for name, given in kind.instant.items():
        yield _INSTANTS[name](_fields_of(name, given))


def _while_it_lasts(kind: EffectKind) -> Iterator[str]:
    for store, amount in kind.each.items():
        often = "a turn" if kind.every == 1 else f"every {kind.every} turns"
        odds = "" if kind.each_percent == 100 else f" in {kind.each_percent} % of them"
        yield f"{amount:+} {_STORES[store]} {often}{odds}"
    for stat, change in kind.changes.items():
        yield _change(stat, change)
    if kind.mind is not None and not kind.side:
        yield _MINDS.get(kind.mind, "another mind")
    if kind.side:
        yield "on the side of who brought it about"


def _change(stat: str, change: int) -> str:
    if stat in _STATES:
        return _STATES[stat]
    if stat == "sight" and change <= _BLIND:
        return "nothing is seen"
    if abs(change) >= 1000:
        return f"no {stat}"
    percent = " %" if stat in ("speed", "blows", "stride") or stat.endswith("resistance") else ""
    return f"{stat} {change:+}{percent}"


def _fields_of(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Give the fields of an instant effect, those that are left out as they are by default."""
    known = fields_of(INSTANT_EFFECTS[name])
    return {field: one.default for field, (one, _) in known.items()} | dict(given)


def _so_many(what: str, count: int) -> str:
    return a_thing(what) if count == 1 else f"up to {count} {several(what)}"
