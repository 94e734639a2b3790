"""The order of components: rules first, plain data last."""

from importlib import import_module
from pkgutil import walk_packages

import bidden
from bidden.order import COMPONENTS
from eventcore import Component
from eventcore.handler import read_handlers
from eventcore.time import Timers


def written() -> set[type[Component]]:
    """Return every component class that a game module defines."""
    found: set[type[Component]] = set()
    for module in walk_packages(bidden.__path__, "bidden."):
        if not module.name.startswith(("bidden.frontend", "bidden.cli", "bidden.__main__")):
            found |= {
                value
                for value in vars(import_module(module.name)).values()
                if isinstance(value, type)
                and issubclass(value, Component)
                and value.__module__ == module.name
            }
    return found


def test_every_component_of_the_game_has_one_place() -> None:
    assert len(set(COMPONENTS)) == len(COMPONENTS)
    assert set(COMPONENTS) == written() | {Timers}


def test_rules_come_first_and_plain_data_last() -> None:
    rules = [cls.__module__.startswith(("bidden.rules.", "eventcore.")) for cls in COMPONENTS]
    silent = [not read_handlers(cls) for cls in COMPONENTS]
    assert rules == sorted(rules, reverse=True)
    assert silent == sorted(silent)
    assert any(rules)
    assert any(silent)
