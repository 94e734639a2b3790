"""Bots meet every faction: nothing raises, time passes, and each kind uses its trick.

A trick is recognised by the events it publishes, or by its handler in a chain if it only
changes a number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import pytest

from bidden.ai.tracker import Tracker
from bidden.bots.roster import BOTS
from bidden.content.catalogue import load_catalogue
from bidden.events.body import Heal, Sprout
from bidden.events.combat import Attack, Shoot, TakeDamage
from bidden.events.effects import Affect
from bidden.events.magic import Alarm, Blink, RaiseDead, Shove, Summon
from bidden.events.movement import Move
from bidden.events.tricks import Erupt, Imitate, Steal, Unmask, UseKnack
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.state import Levels, Side, name_of
from eventcore import Event, Tap, World

CATALOGUE: Final = load_catalogue(COMPONENTS)
FACTIONS: Final = ("elevated", "ancient", "divine", "beastly", "mutated")
PLAIN: Final = {"risen", "oozeling"}
"""Kinds that other kinds create and that have no trick."""


def by(kind: type[Event]) -> Callable[[Event, str], bool]:
    """Match an event of a type whose actor is a creature of the kind."""
    return lambda event, name: type(event) is kind and name_of(event.enactor) == name


def brings(effect: str) -> Callable[[Event, str], bool]:
    """Match an effect caused by a creature of the kind."""
    return lambda event, name: (
        isinstance(event, Affect) and event.effect == effect and name_of(event.enactor) == name
    )


def spared(kind: str) -> Callable[[Event, str], bool]:
    """Match damage of a kind that the creature resists."""
    return lambda event, name: (
        isinstance(event, TakeDamage) and name_of(event.target) == name and event.kind == kind
    )


TRICKS: Final[Mapping[str, Callable[[Event, str], bool]]] = {
    "gargoyle": by(Unmask),
    "gale spirit": brings("gale"),
    "harpy": lambda event, name: isinstance(event, Shove) and name_of(event.target) == name,
    "falconer": lambda event, name: isinstance(event, Summon) and name_of(event.target) == name,
    "falcon": by(Attack),
    "arbalester": by(Shoot),
    "shield-bearer": lambda event, name: (
        isinstance(event, Attack)
        and name_of(event.target) == name
        and isinstance(event.cause, Attack)
    ),
    "lamplighter": lambda event, name: isinstance(event, Alarm) and name_of(event.target) == name,
    "storm caller": by(UseKnack),
    "mummy": brings("stopped regeneration"),
    "mimic": by(Unmask),
    "barrow king": lambda event, name: (
        isinstance(event, RaiseDead) and name_of(event.target) == name
    ),
    "shade": spared("blow"),
    "basalt golem": lambda event, name: (
        isinstance(event, TakeDamage) and name_of(event.target) == name
    ),
    "grave worm": lambda event, name: isinstance(event, Move) and name_of(event.enactor) == name,
    "rust wight": brings("rust"),
    "bronze mirror": lambda event, name: (
        isinstance(event, TakeDamage) and event.source == "the mirror"
    ),
    "scarab": by(Sprout),
    "hierophant": brings("silence"),
    "acolyte": brings("prayer"),
    "censer bearer": brings("zeal"),
    "seraph": lambda event, name: isinstance(event, Blink) and name_of(event.target) == name,
    "penitent": brings("frenzy"),
    "judge": brings("summons"),
    "martyr": lambda event, name: isinstance(event, Erupt) and name_of(event.who) == name,
    "idol": brings("stare"),
    "minotaur": by(Attack),
    "wolf": by(Attack),
    "bloodhound": by(Attack),
    "constrictor": brings("coils"),
    "vampire bat": brings("blood meal"),
    "wild troll": lambda event, name: isinstance(event, Heal) and name_of(event.target) == name,
    "howler": brings("howl"),
    "quill boar": brings("quills"),
    "web spider": brings("web"),
    "ooze": brings("splitting"),
    "bloater": lambda event, name: isinstance(event, Erupt) and name_of(event.who) == name,
    "spitter": brings("spittle"),
    "cutpurse": by(Steal),
    "skinshifter": by(Imitate),
    "glutton": brings("gorged"),
    "scavenger": brings("fear"),
    "plague rat": brings("sickness"),
}


class Watch(Tap):
    """Record which kinds of creature used their tricks."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def settled(self, event: Event) -> None:
        """Inspect a settled event."""
        if event.done:
            self.seen |= {
                n for n, trick in TRICKS.items() if n not in self.seen and trick(event, n)
            }


def kinds_of(faction: str) -> list[str]:
    """Return the kinds of a faction, except its champions and hunters."""
    return [
        name
        for name, parts in CATALOGUE.blueprints.items()
        if any(cls is Side and fields["name"] == faction for cls, fields in parts)
        and "champion" not in name
        and not any(cls is Tracker for cls, _ in parts)
    ]


def play(faction: str, bot: str, seed: int, most: int, watch: Watch) -> None:
    """Play a game of a scenario, and check that time passes."""
    taps: list[World] = []
    session = Session(seed, level=faction, watch=taps.append)
    session.world.tap(watch)
    choose, turn, stuck = BOTS[bot](seed), 0, 0
    for _ in range(most):
        if session.ending is not None:
            break
        session.perform(choose(session.view()))
        stuck = 0 if session.world.turn > turn else stuck + 1
        turn = session.world.turn
        assert stuck < 60
        grounds = session.world.root[Levels]
        assert len(grounds.dug) == 1


def test_five_factions_share_43_creature_kinds_with_a_trick() -> None:
    kinds = {faction: {*kinds_of(faction)} - PLAIN for faction in FACTIONS}
    assert {name for names in kinds.values() for name in names} == {*TRICKS}
    assert len(TRICKS) == 43
    assert min(len(names) for names in kinds.values()) >= 8


@pytest.mark.parametrize("faction", FACTIONS)
def test_faction_scenario_has_every_creature_kind_of_the_faction(faction: str) -> None:
    assert {*CATALOGUE.level(faction).creatures} | PLAIN >= {*kinds_of(faction)}


@pytest.mark.slow
@pytest.mark.parametrize("faction", FACTIONS)
def test_every_creature_kind_of_a_faction_uses_its_special_ability(faction: str) -> None:
    watch, wanted = Watch(), {*kinds_of(faction)} - PLAIN
    for seed in range(1, 4):
        play(faction, "monkey", seed, 150, watch)
    for seed in range(1, 25):
        play(faction, "fighter", seed, 150, watch)
        if wanted <= watch.seen:
            break
    assert wanted - watch.seen == set()
