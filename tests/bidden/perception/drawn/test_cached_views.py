"""A view drawn with caches equals a view drawn without them."""

from pathlib import Path
from typing import Any

import pytest

from bidden.bots.roster import BOTS
from bidden.content.mods import RUN
from bidden.perception.drawn.kept import Kept
from bidden.perception.drawn.viewing import view_of
from bidden.session import Session
from bidden.view import View
from eventcore.journal import Journal
from tests.golden.catalogue import JOURNALS
from tests.sampling import Tried, amount, sampled

GAMES = [path for path in sorted(JOURNALS.iterdir()) if not path.name.startswith("run_")]


@pytest.fixture(autouse=True)
def _draw_anew_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw each view again without caches, and compare."""

    def draw_twice(*arguments: Any, kept: Kept, **named: Any) -> View:
        view = view_of(*arguments, kept=kept, **named)
        assert view == view_of(*arguments, kept=Kept(), **named)
        return view

    monkeypatch.setattr("bidden.session.view_of", draw_twice)


@pytest.mark.endurance
@pytest.mark.parametrize("path", sampled(GAMES, 3), ids=lambda path: path.stem)
def test_cached_view_equals_a_new_one_in_recorded_games(path: Path, tried: Tried) -> None:
    journal = Journal.read(path)
    session = Session.of_journal(journal)
    for record in journal.records[: amount(100, 10_000)]:
        tried["views of golden journals, compared with uncached views"] += 1
        session.view()
        session.view(all_seeing=True)
        if record.is_intent:
            session.perform(session.decode(record.type, record.v, record.data))
    session.view()


@pytest.mark.endurance
@pytest.mark.parametrize(("bot", "seed"), [("explorer", 2), ("fighter", 3), ("monkey", 5)])
def test_cached_view_equals_a_new_one_in_runs(bot: str, seed: int, tried: Tried) -> None:
    session, player = Session(seed, level=RUN), BOTS[bot](seed)
    for _ in range(amount(80, 3_000)):
        if session.over:
            break
        tried["views of runs, compared with uncached views"] += 1
        session.perform(player(session.view()))
    session.view()
