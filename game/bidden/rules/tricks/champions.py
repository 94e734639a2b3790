"""Champions and masterworks: some creatures and some gear are better than their kind."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from bidden.components.body.experience import Experience
from bidden.components.body.health import Health, LeavesCorpse
from bidden.components.run.campaign import Campaign
from bidden.components.things.gear import Quality
from bidden.components.things.pack import Pack
from bidden.components.tricks.disguise import Disguise
from bidden.components.tricks.renown import CHAMPION, ChampionLots, Renown
from bidden.events.places import Spawn
from bidden.events.things import Distinguish, StartWearing
from bidden.events.tricks import BecomeChampion
from bidden.rules.places.spawning import Spawning
from bidden.state import Inscribed, Title, hero_of, is_somebody, name_of
from eventcore import APPLY, REACT, Component, Entity, Stream, World, component, handles

_ALL: Final = 100
_FIRST: Final = (
    "Salt", "Stag", "Grave", "Iron", "Dusk", "Wolf", "Stone", "Bone", "Thorn", "Raven",
)  # fmt: skip
_LAST: Final = ("song", "bane", "mark", "oath", "ward", "fall", "kin", "light", "rest", "call")


@component
class Champions(Component):
    """Draws champions, and their traits, from a stream of its own."""

    # Before it arrives and is scheduled, at REACT.
    @handles(Spawn, REACT - 20, via="world")
    def let_some_be_champions(self, spawn: Spawn, world: World) -> None:
        made = spawn.made
        renown = None if made is None else made.get(Renown)
        if made is None or renown is None:
            return
        if world.stream("champions").chance(renown.percent, 100):
            world.publish(BecomeChampion(world.root, made))

    @handles(BecomeChampion, APPLY, via="world")
    def draw_what_they_are(self, become: BecomeChampion, world: World) -> None:
        """Draw title, trick and gear, and add the trick and the hit points."""
        who, stream = become.target, world.stream("champions")
        lots = _lots_of(who, world)
        disguise = who.get(Disguise)
        named = who[Title] if disguise is None else disguise
        kind = named.name
        become.title = kind if ", " in kind else _title(lots, kind, stream, world)
        become.gear = _drawn(lots.gear, [*lots.gear], stream)
        used = [thing[Inscribed].name for thing in world.having(Inscribed)]
        called = [name for name in lots.called if name not in used]
        become.called = stream.pick(called or lots.called)
        fitting = [trick for trick in lots.tricks if not _has_any_of(trick, who, world)]
        if fitting:
            become.trick = _drawn(lots.tricks, fitting, stream)
            world.attach(who, *_parts(become.trick, world))
        named.name = become.title
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


def trick_of(who: Entity, world: World) -> str:
    """Return the table of a champion's extra trick, or an empty string.

    A champion never gets a trick that its kind already has, so any copy of it is the extra one.
    """
    if Renown not in who or name_of(who) == name_of(who).rpartition(", ")[2]:
        return ""
    tricks = _lots_of(who, world).tricks
    return next((trick for trick in tricks if _has_all_of(trick, who, world)), "")


def title_for(kind: str, stream: Stream, world: World) -> str:
    """Draw the title of a champion that will be spawned from a table later."""
    parts = _parts(kind, world)
    name = next(part.name for part in parts if isinstance(part, Title))
    return _title(_lots(CHAMPION, world), name, stream, world)


def _parts(name: str, world: World) -> list[Component]:
    return world.root[Spawning].parts_of(name)


def _lots_of(who: Entity, world: World) -> ChampionLots:
    return _lots(who[Renown].lots, world)


def _lots(table: str, world: World) -> ChampionLots:
    return next(part for part in _parts(table, world) if isinstance(part, ChampionLots))


def _has_any_of(trick: str, who: Entity, world: World) -> bool:
    return any(type(part) in who for part in _parts(trick, world))


def _has_all_of(trick: str, who: Entity, world: World) -> bool:
    return all(type(part) in who and _alike(part, who[type(part)]) for part in _parts(trick, world))


def _titles(world: World) -> list[str]:
    """Return the titles of living champions, and of the one whom the player must hunt."""
    campaign = world.root.get(Campaign)
    bound = None if campaign is None else campaign.bound
    called = [] if bound is None else [bound.called]
    return [*called, *(name_of(champion) for champion in world.having(Renown))]


def _titles_of_the_dead(world: World) -> list[str]:
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


@component
class Masterworks(Component):
    """Draws masterworks, their bonuses and names from a stream of its own."""

    # Before it arrives, at REACT.
    @handles(Spawn, REACT - 19, via="world")
    def let_some_be_better(self, spawn: Spawn, world: World) -> None:
        """Perhaps publish that an item on a level is a masterwork."""
        made = spawn.made
        quality = None if made is None or spawn.holder is not None else made.get(Quality)
        if made is None or quality is None or spawn.level < 2:
            return
        odds = min(_ALL, quality.percent * (spawn.level - 1))
        if world.stream("masterworks").chance(odds, _ALL):
            world.publish(Distinguish(world.root, made))

    @handles(Distinguish, APPLY, via="world")
    def draw_how_much(self, distinguish: Distinguish, world: World) -> None:
        """Draw its bonuses, and a name that nothing else has."""
        stream = world.stream("masterworks")
        distinguish.better = stream.roll(1, distinguish.item[Quality].most)
        used = [item[Inscribed].name for item in world.having(Inscribed)]
        names = [first + last for first in _FIRST for last in _LAST]
        distinguish.called = stream.pick([name for name in names if name not in used] or names)
