"""Grudges: a wronged faction sends its own hunter, and sooner."""

from __future__ import annotations

from typing import Final

from bidden.components.run.campaign import Campaign
from bidden.events.pursuit import ComeAfter, HowSoon
from bidden.rules.run.calling import Calling
from eventcore import AIM, MODIFY, Component, World, component, handles

_SOONER: Final = 150
"""The number of turns by which a hunter comes sooner, for each point of standing below 0."""
_LEAST: Final = 300
"""The minimum number of turns before a hunter comes."""


@component
class Grudges(Component):
    """Lets the faction with the greatest grudge send its hunter."""

    @handles(HowSoon, MODIFY, via="world")
    def come_sooner(self, soon: HowSoon, world: World) -> None:
        _, grudge = _greatest(world)
        if grudge and soon.turns > _LEAST:
            soon.turns = max(_LEAST, soon.turns - _SOONER * grudge)

    # After the place has said who hunts in it.
    @handles(ComeAfter, AIM + 5, via="world")
    def send_their_own(self, coming: ComeAfter, world: World) -> None:
        faction, grudge = _greatest(world)
        if grudge and coming.number == 1:
            coming.what, coming.sender = world.root[Calling].factions[faction].hunter, faction


def _greatest(world: World) -> tuple[str, int]:
    """Return the faction with the worst standing and its distance below 0, or ("", 0)."""
    campaign = world.root.get(Campaign)
    standing = {} if campaign is None else campaign.standing
    worst = min(sorted(standing), key=lambda name: standing[name], default="")
    return (worst, -standing[worst]) if worst and standing[worst] < 0 else ("", 0)
