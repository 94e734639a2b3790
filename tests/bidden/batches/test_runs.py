"""A batch run: the same job gives the same row, and the row counts what happened."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.batches.row import RunJob
from bidden.batches.runs import maker_of, play_run, present_rules
from bidden.bots.roster import BOTS
from bidden.intents import Intent, Wait
from bidden.view import View
from eventcore.tools import UsageError


def waiter(seed: int) -> object:
    """Create a custom bot that only waits."""
    return lambda view: Wait()


def test_same_job_gives_the_same_result_row() -> None:
    job = RunJob("fighter", 3, 120)
    first = play_run(job)
    assert first == play_run(job)
    assert (first.intents, first.ended, first.how) == (120, "under way", "")
    assert first.job == job
    assert first.rules == present_rules()
    assert first.digest != play_run(RunJob("fighter", 4, 120)).digest


def test_run_row_counts_the_intents_of_the_bot() -> None:
    bot, meant = BOTS["monkey"](5), list[Intent]()

    def listened_to(view: View) -> Intent:
        meant.append(bot(view))
        return meant[-1]

    made = play_run(RunJob("monkey", 5, 150), bot=listened_to)
    assert made == play_run(RunJob("monkey", 5, 150))
    assert made.intents == len(meant) == 150
    assert 0 < made.decisions < 150
    assert made.levels >= 1


def stumbler(seed: int) -> object:
    """Create a bot that fails on its third turn."""
    meant: list[Wait] = []

    def stumble(view: View) -> Wait:
        if len(meant) == 2:
            raise LookupError("which way?")
        meant.append(Wait())
        return meant[-1]

    return stumble


def lost(seed: int) -> object:
    """Fail before the run begins."""
    raise LookupError("where is my map?")


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["stumbler", "lost"])
def test_error_raised_by_a_bot_names_its_run(bot: str, snapshot: SnapshotAssertion) -> None:
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as elsewhere,
        pytest.raises(LookupError) as raised,
    ):
        elsewhere.submit(play_run, RunJob(f"{__name__}:{bot}", 7, 30)).result()
    assert raised.value.__notes__ == snapshot


def test_custom_bot_can_play_a_run() -> None:
    made = play_run(RunJob(f"{__name__}:waiter", 1, 30))
    assert (made.intents, made.decisions, made.used) == (30, 0, {})


@pytest.mark.parametrize("name", ["explorr", "nowhere_at_all:bot", f"{__name__}:bot"])
def test_unknown_bot_name_raises_a_usage_error(name: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(UsageError) as error:
        maker_of(name)
    assert str(error.value) == snapshot
