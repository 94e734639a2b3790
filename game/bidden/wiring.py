"""Wiring: the rules of a game's world, and their content.

Rules are state, and saved with the world. Content is not: it is given to them again after loading.
"""

from __future__ import annotations

import attrs

from bidden.components.run.campaign import Campaign
from bidden.content.catalogue import Catalogue
from bidden.content.kinds.level_kinds import LevelKind
from bidden.modding import rules_of
from bidden.order import RULES
from bidden.rules.body.maiming import Maiming
from bidden.rules.boons.having import HavingBoons
from bidden.rules.ground.spreading import Spreading
from bidden.rules.knowledge.appearances import Appearances
from bidden.rules.knowledge.noises import Noises
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.spells import Spells
from bidden.rules.places.level_making import LevelMaking
from bidden.rules.places.pursuit import Pursuit
from bidden.rules.places.scenario import Scenario
from bidden.rules.places.spawning import Spawning
from bidden.rules.run.calling import Calling
from bidden.rules.run.deeds import Deeds
from bidden.state import Levels
from bidden.worldgen.level_builder import LevelBuilder
from eventcore import SaveError, World
from eventcore.time import add_timers


def lay_down_rules(world: World, content: Catalogue, kind: LevelKind) -> None:
    """Add the rules to a new world, and set their content.

    ``kind`` is the level on which the game begins.
    """
    add_timers(world, content.timers)
    data = (Effects(content.effects), Spells(content.spells), Levels())
    scenario = [Scenario(list(kind.cues))] if kind.cues else []
    run = [Campaign(), Deeds()] if kind.run else []
    hunted = [Pursuit(kind.pursuit)] if kind.pursuit.after else []
    rules = [rule() for rule in (*RULES, *rules_of(content.mods))]
    world.attach(world.root, *data, *scenario, *hunted, *run, *rules)
    give_content(world, content, kind)


def take_up_rules(world: World, content: Catalogue, kind: LevelKind) -> None:
    """Add the rules that are missing from the save of an older version.

    Raises:
        SaveError: A missing rule has state, which is unknown.
    """
    root = world.root
    if kind.run and Deeds not in root:
        world.attach(root, Deeds())
    for rule in (Effects, Spells, Levels, *RULES, *rules_of(content.mods)):
        if rule in root:
            continue
        if any(not field.name.startswith("_") for field in attrs.fields(rule)):
            raise SaveError(f"it lacks the state of {rule.__name__}")
        world.attach(root, rule())


def give_content(world: World, content: Catalogue, kind: LevelKind) -> None:
    """Set the content of the rules, which saves do not hold."""
    rules = world.root
    rules[Appearances].drawn_by(content.draw_appearances)
    rules[Noises].made_as(content.noises)
    rules[Spreading].made_of(content.ground)
    rules[Spawning].made_by(content.make)
    rules[Maiming].made_of(content.wounds)
    rules[HavingBoons].made_of(content.boons, kind.boons)
    rules[Calling].made_of(content.factions, kind)
    if Deeds in rules:
        rules[Deeds].made_of(content.achievements, content.merits)
    rules[LevelMaking].built_by(LevelBuilder(content, kind))
