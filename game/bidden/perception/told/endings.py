"""Endings: the epitaph of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bidden.components.body.wounds import Wounds
from bidden.components.run.campaign import Campaign
from bidden.content.kinds.endings import EndingKind, told_of
from bidden.perception.told.bindings import task_of
from bidden.perception.told.boons import boons_of
from bidden.rules.run.calling import Calling
from bidden.rules.run.deeds import Deeds
from bidden.rules.run.settling import patron_of
from bidden.state import Levels, enumerated, several
from eventcore import Entity, World

_FALLEN: Final = "fallen"
_LOST: Final = "lost"
_TIMES: Final = {1: "once", 2: "twice"}
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def coda_of(player: Entity, world: World, endings: Mapping[str, EndingKind]) -> tuple[str, ...]:
    """Return the epitaph of a finished run; empty for other games.

    After a death, the faction that bound the player speaks.
    """
    campaign = world.root.get(Campaign)
    if campaign is None:
        return ()
    bound = campaign.bound
    factions = world.root[Calling].factions
    is_over = world.root[Calling].is_over(campaign)
    if not (campaign.ending or is_over) and bound is not None and bound.faction in factions:
        return told_of(factions[bound.faction].fallen, facts_of(player, world))
    ending = endings.get(campaign.ending or (_LOST if is_over else _FALLEN))
    return () if ending is None else told_of(ending.lines, facts_of(player, world))


def facts_of(player: Entity, world: World) -> dict[str, str]:
    """Return the facts of a run, by the names in ``endings.FACTS``."""
    campaign = world.root[Campaign]
    tally = {} if Deeds not in world.root else world.root[Deeds].tally
    bound, body = campaign.bound, player.get(Wounds)
    summoner, faction = _whose(campaign)
    boons = boons_of(player, world)
    wronged = [name for name, standing in sorted(campaign.standing.items()) if standing < 0]
    return {
        "summoner": summoner,
        "faction": faction,
        "task": "" if bound is None else task_of(bound, world),
        "revolt": "yes" if bound is not None and bound.free else "",
        "bindings": _so_many("binding", len(campaign.served)),
        "served": _served(campaign),
        "wronged": _enumerated([f"the {name}" for name in wronged]),
        "wounds": _enumerated([] if body is None else [f"the {kind}" for kind in body.taken]),
        "boons": _enumerated([boon.name for boon in boons]),
        "embers": _enumerated([boon.name for boon in boons if boon.warp == "ember"]),
        "hollows": _enumerated([boon.name for boon in boons if boon.warp == "hollow"]),
        "burns": _times(tally.get("burn", 0)),
        "champions": _so_many("champion", tally.get("champion", 0)),
        "turns": f"{world.turn:,}",
        "levels": str(len(world.root[Levels].dug)),
    }


def _whose(campaign: Campaign) -> tuple[str, str]:
    """Return the last master and faction; for a bound run, the most served faction."""
    bound = campaign.bound
    if campaign.ending == "bound":
        patron = patron_of(campaign)
        # From the end on, because the first names may be missing.
        known = zip(reversed(campaign.served), reversed(campaign.summoners), strict=False)
        named = (name for faction, name in known if faction == patron and name)
        return next(named, f"The {patron}"), patron
    return ("", "") if bound is None else (bound.summoner, bound.faction)


def _served(campaign: Campaign) -> str:
    """Return the factions that the player served, in order, and how often."""
    names = dict.fromkeys(campaign.served)
    return _enumerated([f"the {name} {_times(campaign.served.count(name))}" for name in names])


def _so_many(what: str, count: int) -> str:
    if count < 2:
        return f"one {what}" if count else ""
    return f"{_in_words(count)} {several(what)}"


def _times(count: int) -> str:
    return _TIMES.get(count, f"{_in_words(count)} times") if count else ""


def _in_words(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _enumerated(names: list[str]) -> str:
    return enumerated(names) if names else ""
