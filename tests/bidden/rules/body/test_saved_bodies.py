"""A wounded, poisoned body half-way to a level survives saving, cloning and replay.

Its game is saved and loaded, cloned, replayed from its journal, or resumed from it.
"""

from __future__ import annotations

from functools import cache

import attrs

from bidden.bots.explorer import choose
from bidden.content.catalogue import Catalogue
from bidden.content.kinds.level_kinds import LevelKind
from bidden.intents import Improve, Intent
from bidden.order import COMPONENTS
from bidden.rules.places.scenario import Cue
from bidden.session import Session
from bidden.view import View
from eventcore.replay import Source
from eventcore.testing.invariants import check_clones, check_replays, check_saves
from tests.bidden.scenes import Changes, changed

PLAGUED = "plagued"


@cache
def content() -> Catalogue:
    """Return the game's content plus a small level of zombies that poison, wound and break gear."""
    zombie: Changes = {
        "Venom": {"percent": 40, "turns": 6},
        "Wounding": {"percent": 25},
        "Breakable": {},
        "Resistances": {"percent": {"fire": -50, "poison": 30}},
    }
    you: Changes = {
        "Health": {"hp": 20, "most": 20},
        "Experience": {"points": 60, "level": 2, "due": 1},
        "Brand": {"kind": "fire", "strength": 2},
        "Stomach": {"food": 40, "most": 1000},
    }
    made = changed({"you": you, "zombie": zombie}, COMPONENTS)
    level = LevelKind(14, 9, 2, 2, 90, {"zombie": 8}, cues=[Cue("poison", turns=9, after=2)])
    return attrs.evolve(made, levels={**made.levels, PLAGUED: level})


def games(seed: int) -> Source:
    return Source(
        lambda: Session(seed, catalogue=content(), level=PLAGUED),
        lambda save: Session.restore(save, catalogue=content()),
    )


def late(view: View, number: int) -> Intent:
    """Act like the bot, but postpone improvements so that some are still due."""
    return choose(attrs.evolve(view, improvements=()) if (number + 1) % 20 else view)


def test_a_plagued_game_can_be_saved_cloned_and_replayed_anywhere() -> None:
    seed = 7
    session = Session(seed, catalogue=content(), level=PLAGUED)
    performed, views = list[Intent](), list[View]()
    while session.ending is None and len(performed) < 70:
        views.append(session.view())
        performed.append(late(views[-1], len(performed)))
        session.perform(performed[-1])
    assert any(
        view.wounds and view.improvements_due and any("poison" in name for name, _ in view.lasting)
        for view in views
    )
    assert any(isinstance(intent, Improve) for intent in performed)
    assert {"venom", "wounds", "combat"} <= {name for name, _ in session.world.draws()}
    check_replays(games(seed), performed)
    check_saves(games(seed), performed[:40])
    check_clones(games(seed), performed[:20])
