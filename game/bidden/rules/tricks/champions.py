"""Champions: some creatures are stronger than their kind."""

from __future__ import annotations

from collections.abc import Callable, Collection

import attrs

from bidden.components.body.experience import Experience
from bidden.components.body.health import Health, LeavesCorpse
from bidden.components.run.campaign import Campaign
from bidden.components.things.pack import Pack
from bidden.components.tricks.renown import CHAMPION, ChampionLots, Renown
from bidden.events.places import Spawn
from bidden.events.things import StartWearing
from bidden.events.tricks import BecomeChampion
from bidden.labels import split_label
from bidden.state import Inscribed, Title, hero_of, is_somebody, name_of
from eventcore import APPLY, REACT, Component, Entity, Stream, World, component, handles


@component
class Champions(Component):
    """Draws champions, and their traits, from a stream of its own."""

    _make: Callable[[str], list[Component]] | None = attrs.field(
        default=None, init=False, repr=False
    )

    def made_by(self, make: Callable[[str], list[Component]]) -> None:
        """Set the function that creates the components of a thing from the name of its table."""
        self._make = make

    def trick_of(self, who: Entity) -> str:
        """Return the table of a champion's extra trick, or an empty string.

        A champion never gets a trick that its kind already has, so any copy of it is the extra one.
        """
        if Renown not in who or name_of(who) == name_of(who).rpartition(", ")[2]:
            return ""
        tricks = self._lots_of(who).tricks
        return next((trick for trick in tricks if self._has_all_of(trick, who)), "")

    def title_for(self, kind: str, stream: Stream, world: World) -> str:
        """Draw the title of a champion that will be spawned from a table later."""
        parts = self._parts(kind)
        name = next(part.name for part in parts if isinstance(part, Title))
        return _title(self._lots(CHAMPION), name, stream, world)

    # Before it arrives and is scheduled, at REACT.
    @handles(Spawn, REACT - 20, via="world")
    def let_some_be_champions(self, spawn: Spawn, world: World) -> None:
        """Perhaps publish that the creature is a champion."""
        made = spawn.made
        renown = None if made is None else made.get(Renown)
        if made is None or renown is None or self._make is None:
            return
        if world.stream("champions").chance(renown.percent, 100):
            world.publish(BecomeChampion(world.root, made))

    @handles(BecomeChampion, APPLY, via="world")
    def draw_what_they_are(self, become: BecomeChampion, world: World) -> None:
        """Draw title, trick and gear, and add the trick and the hit points."""
        who, stream = become.target, world.stream("champions")
        lots = self._lots_of(who)
        kind = name_of(who)
        become.title = kind if ", " in kind else _title(lots, kind, stream, world)
        become.gear = _drawn(lots.gear, [*lots.gear], stream)
        used = [split_label(thing[Inscribed].name)[0] for thing in world.having(Inscribed)]
        called = [name for name in lots.called if name not in used]
        become.called = stream.pick(called or lots.called)
        fitting = [trick for trick in lots.tricks if not self._has_any_of(trick, who)]
        if fitting:
            become.trick = _drawn(lots.tricks, fitting, stream)
            world.attach(who, *self._parts(become.trick))
        who[Title].name = become.title
        health, corpse = who.get(Health), who.get(LeavesCorpse)
        if health is not None:
            health.hp = health.most = health.most * lots.hp_percent // 100
        if corpse is not None:
            corpse.corpse = corpse.corpse or f"{kind} corpse"

    @handles(BecomeChampion, REACT, via="world")
    def arm_them(self, become: BecomeChampion, world: World) -> None:
        """Spawn and name the gear, and let the champion wear it."""
        who = become.target
        if Pack not in who:
            return  # it cannot hold anything
        thing = world.publish(Spawn(who, who, become.gear)).made
        if thing is not None:
            world.attach(thing, Inscribed(become.called))
            world.publish(StartWearing(who, who, thing))

    def _parts(self, name: str) -> list[Component]:
        return [] if self._make is None else self._make(name)

    def _lots_of(self, who: Entity) -> ChampionLots:
        return self._lots(who[Renown].lots)

    def _lots(self, table: str) -> ChampionLots:
        return next(part for part in self._parts(table) if isinstance(part, ChampionLots))

    def _has_any_of(self, trick: str, who: Entity) -> bool:
        return any(type(part) in who for part in self._parts(trick))

    def _has_all_of(self, trick: str, who: Entity) -> bool:
        return all(
            type(part) in who and _alike(part, who[type(part)]) for part in self._parts(trick)
        )


def _titles(world: World) -> list[str]:
    """Return the titles of living champions, and of the one whom the player must hunt."""
    campaign = world.root.get(Campaign)
    bound = None if campaign is None else campaign.bound
    called = [] if bound is None else [bound.called]
    return [*called, *(name_of(champion) for champion in world.having(Renown))]


def _titles_of_the_dead(world: World) -> list[str]:
    """Return the titles of the champions that the player killed."""
    hero = hero_of(world)
    learned = None if hero is None else hero.get(Experience)
    return [] if learned is None else [name for name in learned.kills if is_somebody(name)]


def _title(lots: ChampionLots, kind: str, stream: Stream, world: World) -> str:
    """Draw a title with a name that no champion has or had, as long as names are left."""

    def not_of(titles: Collection[str], names: list[str]) -> list[str]:
        left = [name for name in names if not any(title.startswith(f"{name} ") for title in titles)]
        return left or names

    names, dead = not_of(_titles(world), lots.names), _titles_of_the_dead(world)
    name, epithet = stream.pick(names), stream.pick(lots.epithets)
    # Draw again only if the name is taken, so that other draws stay as in older games.
    if name not in not_of(dead, names):
        name = stream.pick(not_of(dead, names))
    titles = {
        candidate: lots.title.format(name=name, epithet=candidate, kind=kind)
        for candidate in lots.epithets
    }
    if titles[epithet] in dead:
        fresh = [candidate for candidate in lots.epithets if titles[candidate] not in dead]
        epithet = stream.pick(fresh or lots.epithets)
    return titles[epithet]


def _alike(one: Component, other: Component) -> bool:
    """Return whether two components do the same, whatever their counters."""
    fields = [name for name in type(one).__annotations__ if not name.startswith("_")]
    return all(
        getattr(one, name) == getattr(other, name)
        for name in fields
        if not isinstance(getattr(one, name), int)
    )


def _drawn(weights: dict[str, int], names: list[str], stream: Stream) -> str:
    return stream.weighted(names, [weights[name] for name in names])
