"""docs/upgrading.md: old component classes let a run continue without these components."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from eventcore import JournalError, save_world
from tests.examples.printed import ROOT, blocks

RULE = re.compile(r"@component\nclass Bandits\(.*?(?=^COMPONENTS)", re.MULTILINE | re.DOTALL)


@pytest.fixture
def caravans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any, Any]:
    """Import the caravan, a version with other components, and that version with the page's code.

    Each of them is a module in the working directory.
    """
    code = (ROOT / "examples" / "caravan.py").read_text("utf-8")
    (tmp_path / "old_caravan.py").write_text(code, "utf-8")
    code = RULE.sub("", code).replace("Cargo", "Freight")
    code = code.replace("        self.world.attach(self.world.root, Bandits())\n", "")
    code = code.replace("(Bandits, Wagon, Freight)", "(Wagon, Freight)")
    assert "Bandits" not in code
    (tmp_path / "new_caravan.py").write_text(code, "utf-8")
    (page,) = (block for block in blocks("docs/upgrading.md", "python") if "Freight" in block)
    names = "from eventcore import Component, component\nfrom new_caravan import Freight, Wagon\n"
    base = "from new_caravan import Caravan as Simulation\n"
    (tmp_path / "kept_caravan.py").write_text(f"{names}{base}\n{page}", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    old, new, kept = map(import_module, ("old_caravan", "new_caravan", "kept_caravan"))
    return old, new, kept


def test_run_continues_without_renamed_and_removed_components(
    caravans: tuple[Any, Any, Any],
) -> None:
    old, new, kept = caravans
    week = old.record("week.jsonl", seed=4)
    with pytest.raises(JournalError, match=r"no component class 'Bandits'.*keep a class with this"):
        new.Caravan.resume("week.jsonl", upgrade=True)
    with kept.Caravan.resume("week.jsonl", upgrade=True) as caravan:
        world = caravan.world
        assert (world.turn, caravan.wagon[new.Wagon].miles) == (7, week.wagon[old.Wagon].miles)
        assert [cargo[new.Freight].weight for cargo in caravan.wagon.owned] == [30, 40]
        assert not [*world.having(kept.Cargo), *world.having(kept.Bandits)]
        assert caravan.perform(new.Go, 30).miles == 30 - (30 + 40) // 10
    assert kept.Caravan.verify("week.jsonl") is None
    with kept.Caravan.resume("week.jsonl") as again:
        assert save_world(again.world) == save_world(world)
