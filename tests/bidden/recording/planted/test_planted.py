"""Plant realistic faults in the game one by one: which tool finds and names each."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import attrs
import pytest

from bidden import session
from bidden.content.catalogue import Catalogue
from bidden.intents import Intent
from bidden.order import COMPONENTS
from bidden.recording import playing
from bidden.recording.notes import BIDDEN
from bidden.session import Session
from eventcore.diagnose.nondeterminism import Parting
from eventcore.errors import StateError
from eventcore.journal import Journal
from eventcore.replay.recorder import EVERY
from eventcore.testing import Scenario, check_order
from eventcore.tools.opening import Recording
from eventcore.tools.results import DIVERGED, SAME
from eventcore.tools.verifying import check, check_recording
from tests.bidden.recording.planted import planting
from tests.bidden.recording.planted.faults import FAULTS
from tests.bidden.recording.planted.table import FLICKERS, RAISES, TABLE, lines
from tests.cli.process import ROOT, run
from tests.golden.catalogue import JOURNALS

GAME: Final = JOURNALS / "brawled.jsonl"
PAGE: Final = ROOT / "docs" / "hunting.md"
LABEL: Final = re.compile(r"\b[A-Z]\w+\.[a-z_]\w+")
HANDLERS: Final = {handler.label for cls in COMPONENTS for handler in cls._handlers_}
TURN: Final = re.compile(r"\bturn (\d+)")
LENGTH: Final = 145
"""The number of intents to perform."""
QUICK: Final = ("an extra draw", "a write in MODIFY", "a handler that no longer runs")
"""The faults that a short test run covers too."""
A_WHILE: Final = 12
"""The number of intents from a fault's first act; the first may be right by chance."""


@attrs.frozen
class Games:
    """A game, recorded without a fault and with each nondeterministic fault.

    Attributes:
        folder: The folder of the journals.
        intents: The intents of the game.
        states: The state before each intent.
        catalogue: The content catalogue of the game.
    """

    folder: Path
    intents: Sequence[Intent]
    states: Sequence[bytes]
    catalogue: Catalogue

    def path(self, name: str, *, events: bool) -> Path:
        """Return the journal in which a tool must find the fault."""
        if FAULTS[name].flickers:
            return self.folder / f"{[*FAULTS].index(name)}-{events}.jsonl"
        return self.folder / ("events.jsonl" if events else "plain.jsonl")

    def before(self, name: str, *, debug: bool = False) -> Session:
        """Restore the session from just before a fault first acts."""
        state = self.states[TABLE[name].acts]
        return Session.restore(state, debug=debug, catalogue=self.catalogue)

    def following(self, name: str) -> Sequence[Intent]:
        """Return the intents that follow."""
        return self.intents[TABLE[name].acts :][: A_WHILE if FAULTS[name].flickers else 2]


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Games:
    folder = tmp_path_factory.mktemp("planted")
    journal = playing.load(GAME)
    session = Session.of_journal(journal)
    states = planting.record(journal, folder / "plain.jsonl", LENGTH)
    planting.record(journal, folder / "events.jsonl", LENGTH, events=True)
    return Games(folder, planting.intents_of(journal, session), states, session.catalogue)


@pytest.fixture(scope="session")
def flickering(games: Games) -> None:
    """Record a journal with each nondeterministic fault, in another process."""
    recording = run("-m", planting.__name__, games.folder, GAME, str(LENGTH), PYTHONHASHSEED="0")
    assert (recording.code, recording.err) == (0, "")


@pytest.fixture(
    params=[
        name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in FAULTS
    ]
)
def name(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield each fault's name while the fault is planted, here and in another process."""
    name: str = request.param
    if FAULTS[name].flickers:
        request.getfixturevalue("flickering")
    # Only a nondeterministic fault needs another process to be seen.
    fault = FAULTS[name]
    made_by = planting.MADE_BY if fault.flickers or fault.twice else ""
    monkeypatch.setattr(session, "MADE_BY", made_by)
    monkeypatch.setenv(planting.PLANTED, name)
    with planting.planted(name):
        yield name


OBSERVER = "an observer that writes"
"""The fault whose culprit debug mode does not name."""


def cell(name: str, account: Sequence[str]) -> str:
    """Return the turn that an account reports, and the culprit's rank in it."""
    if not account:
        return "no"
    said = "\n".join(account)
    known = HANDLERS | {FAULTS[name].culprit}
    labels = [label for label in dict.fromkeys(LABEL.findall(said)) if label in known]
    assert FAULTS[name].culprit in labels, said
    place = labels.index(FAULTS[name].culprit) + 1
    last = place if place in (11, 12, 13) else place % 10
    nth = f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"
    found = TURN.search(account[0])
    assert found is not None
    # All fields are compared every ten turns, but a small set may have the same order by chance.
    limit = EVERY if FAULTS[name].flickers else 10
    assert 0 <= int(found[1]) - TABLE[name].acts <= limit
    flickers = str(Parting(0, 0, "")).partition(":")[0] in said
    return FLICKERS.replace("1st", nth) if flickers else f"turn {found[1]}; {nth}"


def test_verify_finds_each_planted_fault_in_its_interval_and_names_the_cause(
    name: str, games: Games
) -> None:
    result = check(BIDDEN, games.path(name, events=False), twice=FAULTS[name].twice)
    assert result.code == DIVERGED
    account = [line for line in result.warnings if "recorded with" not in line]
    option = "`--twice`: " if FAULTS[name].twice else ""
    assert option + cell(name, account) == TABLE[name].verify, "\n".join(account)


def test_golden_journal_check_finds_each_planted_fault_and_its_culprit(
    name: str, games: Games
) -> None:
    path = games.path(name, events=True)
    journal = Journal.read(path, events=True)
    source = Session.source(journal)
    account = check_recording(Recording(BIDDEN, path, journal, source, source.begin())).warnings
    assert cell(name, account) == TABLE[name].golden, "\n".join(account)


def test_order_check_finds_planted_nondeterminism(name: str, games: Games) -> None:
    scenario = Scenario(name, partial(games.before, name), games.following(name))
    try:
        report = check_order([scenario], shuffles=1)
    except ValueError:  # the same scenario had a different outcome
        found = "yes"
    except IndexError:
        found = RAISES
    else:
        found = "yes" if report.lines else "no"
    assert found == TABLE[name].order


def test_debug_mode_catches_planted_writes_as_the_table_says(name: str, games: Games) -> None:
    session, found = games.before(name, debug=True), "no"
    for intent in games.following(name):
        try:
            session.perform(intent)
        except StateError as error:
            named = FAULTS[name].culprit in str(error) or name == OBSERVER
            found = "yes" if named else str(error)
            break
        except IndexError:
            found = RAISES
            break
    assert found == TABLE[name].debug


def test_journal_with_events_locates_a_fault_at_least_as_early_as_one_without() -> None:
    for name, row in TABLE.items():
        found = [re.fullmatch(r"turn (\d+); (\d+)\w+", cell) for cell in (row.golden, row.verify)]
        if all(found):
            golden, verify = ([int(number) for number in x.groups()] for x in found if x)
            assert golden[0] <= verify[0], name
            assert golden[1] <= verify[1], name
        else:  # neither has a turn; only a second run finds state outside the world
            assert row.golden == row.verify or FAULTS[name].twice, name


def test_checker_finds_nothing_in_a_faultless_game(games: Games) -> None:
    assert check(BIDDEN, games.folder / "plain.jsonl").code == SAME


def test_page_has_the_table_of_all_faults() -> None:
    assert [*TABLE] == [*FAULTS]
    assert len(TABLE) == 24
    assert "\n".join(lines()) in PAGE.read_text("utf-8")
