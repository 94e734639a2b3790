"""Magic items: what happens when they are drunk, read, or break on a creature.

A new potion or scroll needs only a power in data. An identified item is used up only if it does
something, and refused if it would not. An unidentified item is used up anyway, and identified
only if it works, because a refund would identify it.
"""

from __future__ import annotations

from bidden.events.combat import Impact
from bidden.events.knowledge import Knows, Show
from bidden.events.things import Quaff, Read, Release, UseUp
from bidden.rules.magic.conditions import misspeaks
from bidden.rules.magic.powers import Aim, Power, blind_reach_of, use_of, work
from bidden.state import Unidentified, name_of
from eventcore import REACT, RESOLVE, VALIDATE, Component, World, component, handles


@component
class Magic(Component):
    """Lets its item be quaffed or read. A field that is None is not possible.

    Attributes:
        quaff: The power on the drinker; thrown at a creature, the item breaks and affects it.
        read: The power when it is read.
    """

    quaff: Power | None = None
    read: Power | None = None

    def power_of(self, release: Release) -> Power | None:
        """Return the power of the use, or None if it is impossible."""
        return self.quaff if isinstance(release, Quaff) else self.read

    @handles(Release, VALIDATE + 20, role="item")
    def aim(self, release: Release, world: World) -> None:
        """Find the targets. Fail if an identified item would do nothing."""
        power, who = self.power_of(release), release.enactor
        if power is None:
            release.fail("nothing")
            return
        kind = name_of(self.entity)
        release.known = Unidentified not in self.entity or world.ask(Knows(who, kind)).known
        if release.known:
            reach = use_of(power, who, release.x, release.y, world)
        else:
            reach = blind_reach_of(power, who, world)
        release.targets = [*reach.targets]
        if reach.refusal:
            release.fail(reach.refusal)

    @handles(Release, RESOLVE, role="item")
    def release_the_power(self, release: Release, world: World) -> None:
        power, who = self.power_of(release), release.enactor
        release.misspoken = isinstance(release, Read) and misspeaks(who, world)
        if power is not None and not release.misspoken:
            spot = (release.x, release.y) if release.known else (-1, -1)
            release.worked = work(power, who, release.targets, world, spot)

    @handles(Release, REACT, role="item")
    def be_used_up(self, release: Release, world: World) -> None:
        """Identify the item if it did anything, and use it up.

        An identified item that did nothing stays. A misread item is used up.
        """
        power = self.power_of(release)
        if release.worked:
            world.publish(Show(release.enactor, self.entity, release.targets))
        area = power is not None and power.aim is Aim.AREA
        if release.worked or release.misspoken or area or not release.known:
            world.publish(UseUp(release.enactor, self.entity))

    @handles(Impact, RESOLVE + 10, role="item")
    def work_on_who_is_hit(self, impact: Impact, world: World) -> None:
        """Apply the power of drinking to the creature that was hit."""
        if self.quaff is not None and work(self.quaff, impact.enactor, [impact.target], world):
            world.publish(Show(impact.enactor, self.entity, [impact.target]))

    @handles(Impact, REACT, role="item")
    def break_on_them(self, impact: Impact, world: World) -> None:
        """Use up the item: a potion breaks on a creature that it hits."""
        if self.quaff is not None:
            world.publish(UseUp(impact.enactor, self.entity))
