"""Compare gear: what changes if a piece is equipped, and the best pieces of a pack."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bidden.kinds import ARMOUR, SHIELD, WEAPON
from bidden.shown.things import Held
from bidden.state import enumerated
from bidden.text import signed
from bidden.words import phrase

STATS: Final = ("Attack", "Defence", "missile damage")
"""The stats that gear changes, as in "+2 Attack"."""
_NUMBER: Final = re.compile(r"^\S*\d\S* ")
_CRACKED: Final = " (cracked)"


def gain(piece: Held, pack: Iterable[Held]) -> tuple[int, ...]:
    """Return the changes of Attack, Defence and ranged damage if a piece is equipped."""
    replaced = (one.adds for one in _replaced(piece, pack))
    return tuple(new - sum(old) for new, *old in zip(piece.adds, *replaced, strict=True))


def _replaced(piece: Held, pack: Iterable[Held]) -> list[Held]:
    return [one for one in pack if one.worn and one is not piece and _makes_way(one, piece)]


def gain_told(piece: Held, pack: Iterable[Held]) -> str:
    """Return the changes in words, as in "+2 Attack, two-handed; you lose sweep"."""
    return _with_traits(_numbers(piece, pack), piece, pack)


def instead_of(piece: Held, pack: Sequence[Held]) -> str:
    """Return the piece of its kind that would be replaced, as in " instead of your axe", or ""."""
    replaced = (one.each for one in _replaced(piece, pack) if one.kind == piece.kind)
    return "".join(phrase("gear", "instead", piece=one) for one in replaced)


def compared_told(pieces: Iterable[Held], pack: Sequence[Held]) -> str:
    """Return what pieces are compared with, as in " Gear is compared with your spear.", or ""."""
    replaced = {one.each: one for piece in pieces for one in _replaced(piece, pack)}
    return phrase("gear", "compared", pieces=enumerated([*replaced])) if replaced else ""


def _numbers(piece: Held, pack: Iterable[Held]) -> str:
    changes = zip(gain(piece, pack), STATS, strict=True)
    told = [f"{signed(by)} {stat}" for by, stat in changes if by]
    farther = piece.reach - sum(one.reach for one in _replaced(piece, pack))
    told += [phrase("gear", "reach", by=signed(farther))] if farther else []
    return ", ".join(told) or phrase("gear", "same")


def _with_traits(told: str, piece: Held, pack: Iterable[Held]) -> str:
    """Add what else a piece does to its changes, and what would be lost, without its number."""
    old, same = _replaced(piece, pack), told == phrase("gear", "same")
    had = [trait for one in old for trait in one.traits]
    new = [trait for trait in piece.traits if trait not in had]
    takes_both = piece.two_handed and not any(one.two_handed for one in old)
    new += [phrase("gear", "two-handed")] if takes_both else []
    kept = {_NUMBER.sub("", trait) for trait in piece.traits}
    lost = [name for trait in had if (name := _NUMBER.sub("", trait)) not in kept]
    gained = ", ".join(new if new and same else [told, *new])
    is_worse = any(_CRACKED in one.name for one in old) and _CRACKED not in piece.name
    rest = [phrase("gear", "cracked")] if same and is_worse else []
    rest += [phrase("gear", "lose", traits=enumerated(lost))] if lost else []
    rest += [phrase("gear", "away", piece=one.each) for one in old if one.kind != piece.kind]
    return "; ".join([gained, *rest])


def is_better(piece: Held, pack: Sequence[Held]) -> bool:
    """Return whether equipping a piece raises a stat or adds a brand, and lowers no stat.

    More Attack must make up for a lost brand. A launcher without missiles is never better.
    """
    if not piece.is_gear or piece.barred or piece.lacks_missiles:
        return False
    changes = gain(piece, pack)
    lost = sum(one.brand for one in _replaced(piece, pack)) - piece.brand
    return max(*changes, -lost) > 0 and min(changes) >= 0 and changes[0] >= lost


def best_gear(pack: Sequence[Held]) -> tuple[str, ...]:
    """Return the slots to equip, in order, for the best total of Attack and Defence.

    Equipped pieces stay if nothing is better, and a player with a ranged weapon keeps one.
    """
    shoots = any(one.worn and one.adds[2] for one in pack)
    sets = [
        (weapon, shield)
        for weapon in _choices(pack, WEAPON, shoots=shoots)
        for shield in _choices(pack, SHIELD)
        if weapon is None or shield is None or not weapon.two_handed
    ]
    armour = max(_choices(pack, ARMOUR), key=lambda one: _score((one,)))
    return tuple(one.slot for one in (*max(sets, key=_score), armour) if one and not one.worn)


def _choices(pack: Sequence[Held], kind: str, *, shoots: bool = False) -> Iterator[Held | None]:
    yield None
    for one in pack:
        if one.kind == kind and not one.barred and bool(one.adds[2]) >= shoots:
            yield one


def _score(pieces: Sequence[Held | None]) -> tuple[int, int]:
    held = [one for one in pieces if one is not None]
    total = sum(sum(one.adds[:2]) + (one.adds[2] if one.worn else 0) for one in held)
    return total, sum(one.worn for one in held)


def _makes_way(worn: Held, piece: Held) -> bool:
    hands = {worn.kind, piece.kind} == {WEAPON, SHIELD} and (worn.two_handed or piece.two_handed)
    return worn.kind == piece.kind or hands
