"""Mods with code: their rules run in each game, and broken mods are rejected."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.content.catalogue import load_catalogue
from bidden.content.datafiles import ContentError
from bidden.content.mods import CODE, GROUP, header_mods, missing_from
from bidden.intents import Wait
from bidden.modding import Mod, components_of, mod_of, rules_of
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.worldgen.places import GROUP as PLACES
from bidden.worldgen.places import draw_of
from eventcore.journal import Header
from tests.mods import Install

RULES = '''
from eventcore.time import Tick
from bidden.intents import Wait
from bidden.modding import Mod
from eventcore import APPLY, Component, World, component, handles


@component
class {name}(Component):
    """Counts the turns."""

    turns: int = 0

    @handles(Tick, APPLY, via="world")
    def count(self, tick: Tick, world: World) -> None:
        """Count one."""
        self.turns += 1


MOD = Mod(components=({name},), rules=({name},))
'''


CHIME = (
    RULES.replace("count(self", "ring(self")
    .replace(
        '"""Count one."""\n        self.turns += 1',
        '"""Ring."""\n        self.turns += 1\n        world.publish(Chime(world.root))',
    )
    .replace(
        "@component",
        '''@event
class Chime(Notice):
    """It is heard."""


WORDS = Narration()


@WORDS.on(Chime)
def narrate(chime, log):
    """Report it."""
    log.add(chime, "It chimes.", "plain")


@component''',
    )
    .replace(
        "from eventcore import APPLY, Component, World, component, handles",
        "from bidden.narration import Narration\n"
        "from eventcore import APPLY, Component, Notice, World, component, event, handles",
    )
    .replace("rules=({name},))", "rules=({name},), narrations=(WORDS,))")
)
"""The same mod with its own event and a message for it."""


def code_of(install: Install, name: str, text: str, *, attribute: str = "MOD") -> Path:
    """Install a mod that contains only code."""
    points = {CODE: f"mod_{name}:{attribute}"}
    return install(name, {"__init__.py": text}, points=points)


def test_rules_of_a_mod_run_after_those_of_the_game(install: Install) -> None:
    code_of(install, "clock", RULES.format(name="Clock"))
    (clock,) = mod_of("clock").components
    assert components_of(("clock",)) == (*COMPONENTS, clock)
    assert rules_of(("clock",)) == [clock]
    session = Session(1, mods=("clock",))
    for _ in range(3):
        session.perform(Wait())
    assert session.world.root[clock].turns == session.world.turn == 3  # type: ignore[attr-defined]
    assert Session.restore(session.save()).save() == session.save()


def test_journal_has_the_version_of_a_mod_and_tells_which_is_missing(install: Install) -> None:
    assert components_of(()) is COMPONENTS
    code_of(install, "clock", RULES.format(name="Clock"))
    assert header_mods("first", ("clock",)) == ["content:clock 1.0"]
    mods = ["content:clock 1.0", "content:bell 2.1", "content:gong"]
    assert missing_from(Header("bidden", "0", 1, "", "", mods=mods)) == ("bell 2.1", "gong")


@pytest.mark.parametrize(
    ("text", "attribute"),
    [("1 / 0", "MOD"), ("", "MOD"), ("MOD = 3", "MOD"), (RULES.format(name="Health"), "MOD")],
    ids=["raises", "is not there", "is no mod", "is named as another"],
)
def test_broken_mod_is_refused(
    install: Install, text: str, attribute: str, snapshot: SnapshotAssertion
) -> None:
    code_of(install, "odd", text, attribute=attribute)
    with pytest.raises(ContentError) as caught:
        load_catalogue(components_of(("odd",)), "odd")
    assert str(caught.value) == snapshot
    assert "\n" not in str(caught.value)


def test_clone_has_the_rules_and_messages_of_its_mods(install: Install) -> None:
    code_of(install, "bell", CHIME.format(name="Bell"))
    session = Session(1, mods=("bell",))
    session.perform(Wait())
    other = Session.of_snapshot(session.snapshot())
    assert other.header == session.header
    for one in (session, other):
        one.perform(Wait())
    assert other.told_since(0) == session.told_since(0)
    assert other.view().lines == session.view().lines
    assert other.told_since(0) == ["It chimes."]  # two matches, one line


def test_mod_rule_must_be_listed_in_its_components(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(ValueError) as error:  # the snapshot holds the text
        Mod(rules=(next(cls for cls in COMPONENTS if cls.__name__ == "Effects"),))
    assert str(error.value) == snapshot


LEVEL = """
[bog]
place = { bog = 1 }
width = 40
height = 12
depth = 2
least_room = 4
door_percent = 60
creatures = {}
"""


@pytest.mark.parametrize("text", ["1 / 0", ""])
def test_error_for_an_unloadable_place_names_the_level_that_uses_it(
    install: Install, text: str, snapshot: SnapshotAssertion
) -> None:
    points = {GROUP: "mod_bog", PLACES: "mod_bog.place:draw"}
    install("bog", {"__init__.py": "", "place.py": text, "levels.toml": LEVEL}, points=points)
    with pytest.raises(ContentError) as caught:
        load_catalogue(COMPONENTS, "bog")
    assert str(caught.value) == snapshot
    assert "\n" not in str(caught.value)


def test_place_that_two_mods_have_is_refused(install: Install, snapshot: SnapshotAssertion) -> None:
    install("bog", points={PLACES: "mod_bog:draw"})
    install("bog", project="other", points={PLACES: "other_bog:draw"})
    with pytest.raises(ValueError) as error:  # the snapshot holds the text
        draw_of("bog")
    assert str(error.value) == snapshot
    assert draw_of("nowhere") is None
