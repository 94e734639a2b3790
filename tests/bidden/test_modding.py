"""Mods in code: what they add stands after the game's own, and what is wrong with one is said."""

from pathlib import Path

import pytest

from bidden.content.catalogue import load_catalogue
from bidden.content.datafiles import ContentError
from bidden.content.mods import CODE, header_mods, missing_from
from bidden.intents import Wait
from bidden.modding import Mod, components_of, mod_of, rules_of
from bidden.order import COMPONENTS
from bidden.session import Session
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
        ("1 / 0", "MOD", "cannot be loaded from mod_odd:MOD: ZeroDivisionError: division by zero"),
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


def test_a_rule_is_one_of_its_components() -> None:
    with pytest.raises(ValueError, match="Effects is a rule, and none of its components: add it"):
        Mod(rules=(next(cls for cls in COMPONENTS if cls.__name__ == "Effects"),))


def test_a_level_begins_with_boons_of_which_there_are_rules(install: Install) -> None:
    levels = '[first]\nexisting = "extend"\nboons = { count = 1, of = ["lantern"] }\n'
    install("lamp", {"levels.toml": levels})
    with pytest.raises(ContentError, match="there is no boon 'lantern', only strike, lash, "):
        load_catalogue(COMPONENTS, "lamp")
