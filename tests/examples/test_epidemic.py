"""The epidemic ends as its equation predicts, and can be replayed from any save."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from eventcore import save_world
from eventcore.journal import Journal
from eventcore.replay.playback import verify
from examples.epidemic import Epidemic
from tests.examples.printed import read

IMMUNE = 0.824
"""The final share of immune people if each infects 2.1 others: z = 1 - exp(-2.1 z)."""


@pytest.mark.slow
def test_final_share_of_immune_people_matches_the_equation() -> None:
    epidemic = Epidemic(seed=2)
    epidemic.run(150)
    healthy, ill, immune = epidemic.counts()
    assert (healthy + immune, ill) == (1_000, 0)
    assert abs(immune / 1_000 - IMMUNE) < 0.06


def test_epidemic_replays_and_continues_from_a_save(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with Epidemic.record(path, seed=3, debug=True) as recorded:
        recorded.run(10)
        other = Epidemic.restore(recorded.save())
        for epidemic in (recorded, other):
            epidemic.run(20)
    assert save_world(other.world) == save_world(recorded.world)
    journal = Journal.read(path)
    assert Epidemic.verify(path) is None
    assert verify(Epidemic(4), journal) is not None


def test_broadcast_example_of_the_dispatch_page_prints_what_is_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = read("docs/dispatch.md").partition("## Broadcasts")[2]
    code = re.search(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    printed = re.search(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert code is not None
    assert printed is not None
    exec(compile(code[1], "docs/dispatch.md", "exec"), {"__name__": "dispatch"})
    assert capsys.readouterr().out == printed[1]
