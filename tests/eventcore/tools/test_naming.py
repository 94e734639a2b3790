"""What the tools call an entity: as its simulation does, or the journal, where it is gone."""

from pathlib import Path

import attrs

from eventcore.replay.states import StateDivergence
from eventcore.tools.naming import Named
from eventcore.tools.opening import Simulations
from tests.eventcore.tools import caravans


def named_in(week: Path, names: dict[str, str]) -> Named:
    simulations = Simulations(caravans.source_for, "caravans:source_for")
    journal = attrs.evolve(simulations.read(week), names=names)
    return Named(simulations.opened(week, journal), 3)


def test_who_is_gone_goes_by_the_name_in_the_journal(week: Path) -> None:
    named = named_in(week, {"2": "cart", "99": "anvil"})
    values = [named.value("Lose #3", "target", number) for number in (2, 98, 99)]
    assert [repr(value) for value in values] == ["wagon 2", "entity 98", "anvil 99"]
    names = named.names()
    assert (names["2"], names["99"]) == ("wagon", "anvil")
    found = StateDivergence("entities[99].Cargo.weight", "30", "40")
    assert named.state(found).path == "Cargo.weight of anvil 99"
