"""The epidemic ends as its equation says, and replays the same from any save."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from eventcore import save_world
from eventcore.journal import JournalWriter, read_journal
from eventcore.replay import Recorder, verify
from examples.epidemic import Epidemic
from examples.runs import Run
from tests.examples.printed import read

IMMUNE = 0.824
"""The share that is immune in the end if each infects 2.1 others: z = 1 - exp(-2.1 z)."""


@pytest.mark.slow
def test_as_many_are_immune_in_the_end_as_the_equation_says() -> None:
    epidemic = Epidemic(seed=2)
    epidemic.perform(Run(150))
    healthy, ill, immune = epidemic.counts()
    assert (healthy + immune, ill) == (1_000, 0)
    assert abs(immune / 1_000 - IMMUNE) < 0.06


def test_epidemic_replays_and_goes_on_from_a_save_in_the_same_order(tmp_path: Path) -> None:
    path, model = tmp_path / "run.jsonl", Epidemic(3)
    recorder = Recorder(model, JournalWriter.create(path, model.header))
    recorder.perform(Run(10))
    other = Epidemic.restore(model.save())
    for one in (recorder, other):
        one.perform(Run(20))
    assert save_world(other.world) == save_world(model.world)
    assert dict(model.world.draws())["activation"] == 20 * 1_000
    recorder.close()
    journal = read_journal(path)
    assert verify(Epidemic(3), journal) is None
    assert verify(Epidemic(4), journal) is not None


def test_broadcast_of_the_page_on_dispatch_prints_what_it_shows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = read("docs/dispatch.md").partition("## Broadcasts")[2]
    code = re.search(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    printed = re.search(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert code is not None
    assert printed is not None
    exec(compile(code[1], "docs/dispatch.md", "exec"), {"__name__": "dispatch"})
    assert capsys.readouterr().out == printed[1]
