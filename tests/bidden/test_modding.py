"""Mods in code: what they add stands after the game's own, and what is wrong with one is said."""

from pathlib import Path

import pytest

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


class Words(Teller):
    """Tells of it."""

    def listen(self) -> None:
        """Register the teller."""
        self._tell(Chime, lambda chime: self._add(chime, "It chimes.", "plain"))


@component''',
    )
    .replace(
        "from eventcore import APPLY, Component, World, component, handles",
        "from bidden.messages.witness import Teller\n"
        "from eventcore import APPLY, Component, Notice, World, component, event, handles",
    )
    .replace("rules=({name},))", "rules=({name},), tellers=(Words,))")
)
"""The same with an event of its own, which is told in words."""


def code_of(install: Install, name: str, text: str, *, attribute: str = "MOD") -> Path:
    """Install a mod that is code alone."""
    points = {CODE: f"mod_{name}:{attribute}"}
    return install(name, {"__init__.py": text}, points=points)


def test_what_it_adds_stands_after_the_games_own_and_is_in_each_game(install: Install) -> None:
    code_of(install, "clock", RULES.format(name="Clock"))
    (clock,) = mod_of("clock").components
    assert components_of(("clock",)) == (*COMPONENTS, clock)
    assert rules_of(("clock",)) == [clock]
    session = Session(1, mods=("clock",))
    for _ in range(3):
        session.perform(Wait())
    assert session.world.root[clock].turns == session.world.turn == 3  # type: ignore[attr-defined]
    assert Session.restore(session.save()).save() == session.save()


def test_a_journal_has_the_version_of_a_mod_and_tells_which_is_missing(install: Install) -> None:
    assert components_of(()) is COMPONENTS
    code_of(install, "clock", RULES.format(name="Clock"))
    assert header_mods("first", ("clock",)) == ["content:clock 1.0"]
    mods = ["content:clock 1.0", "content:bell 2.1", "content:gong"]
    assert missing_from(Header("bidden", "0", 1, "", "", mods=mods)) == ("bell 2.1", "gong")


def test_other_rules_are_another_fingerprint(install: Install) -> None:
    code_of(install, "clock", RULES.format(name="Clock"))
    plain, more = Session(1).header, Session(1, mods=("clock",)).header
    assert plain.chains != more.chains
    assert Session(1).header == plain


@pytest.mark.parametrize(
    ("text", "attribute", "said"),
    [
        ("1 / 0", "MOD", "cannot be loaded from mod_odd: ZeroDivisionError: division by zero"),
        ("", "MOD", "cannot be loaded from mod_odd:MOD: AttributeError: "),
        ("MOD = 3", "MOD", "mod_odd:MOD is a int, not a bidden.modding.Mod"),
        (
            RULES.format(name="Health"),
            "MOD",
            "has a component 'Health', and so has the game: call it something else",
        ),
    ],
    ids=["raises", "is not there", "is no mod", "is named as another"],
)
def test_what_is_wrong_with_one_is_said(
    install: Install, text: str, attribute: str, said: str
) -> None:
    code_of(install, "odd", text, attribute=attribute)
    with pytest.raises(ContentError) as caught:
        load_catalogue(components_of(("odd",)), "odd")
    assert str(caught.value).startswith(f"the mod odd: {said}")
    assert "\n" not in str(caught.value)


def test_a_clone_has_the_rules_and_the_words_of_its_mods(install: Install) -> None:
    code_of(install, "bell", CHIME.format(name="Bell"))
    session = Session(1, mods=("bell",))
    session.perform(Wait())
    other = Session.of_snapshot(session.snapshot())
    assert other.header == session.header
    for one in (session, other):
        one.perform(Wait())
    assert other.told_since(0) == session.told_since(0)
    assert other.view().lines == session.view().lines
    assert other.told_since(0) == ["It chimes."]  # twice, on a line


def test_a_rule_is_one_of_its_components() -> None:
    with pytest.raises(ValueError, match="Effects is a rule, and none of its components: add it"):
        Mod(rules=(next(cls for cls in COMPONENTS if cls.__name__ == "Effects"),))


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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 / 0", "the place 'bog' cannot be loaded from mod_bog.place:draw: ZeroDivisionError: "),
        ("", "the place 'bog' cannot be loaded from mod_bog.place:draw: AttributeError: "),
    ],
)
def test_a_place_that_cannot_be_loaded_is_said_with_the_level_that_names_it(
    install: Install, text: str, said: str
) -> None:
    points = {GROUP: "mod_bog", PLACES: "mod_bog.place:draw"}
    install("bog", {"__init__.py": "", "place.py": text, "levels.toml": LEVEL}, points=points)
    with pytest.raises(ContentError) as caught:
        load_catalogue(COMPONENTS, "bog")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_place_that_two_mods_have_is_refused(install: Install) -> None:
    install("bog", points={PLACES: "mod_bog:draw"})
    install("bog", project="other", points={PLACES: "other_bog:draw"})
    with pytest.raises(ValueError, match="twice, in mod_bog:draw and other_bog:draw"):
        draw_of("bog")
    assert draw_of("nowhere") is None


def test_a_level_begins_with_boons_of_which_there_are_rules(install: Install) -> None:
    levels = '[first]\nexisting = "extend"\nboons = { count = 1, of = ["lantern"] }\n'
    install("lamp", {"levels.toml": levels})
    with pytest.raises(ContentError, match="there is no boon 'lantern', only strike, lash, "):
        load_catalogue(COMPONENTS, "lamp")
