"""Each handler of the game runs in a golden journal, so that changing it is noticed.

`pytest tests/golden/journals --journal-coverage` reports the coverage of the journals.
"""

import pytest

from eventcore.testing import HandlerCoverage
from tests.golden.reach import UNREACHED, replay_all


@pytest.mark.slow
def test_golden_journals_reach_every_handler_that_play_can_reach() -> None:
    with HandlerCoverage() as coverage:
        replay_all()
    assert coverage.unreached() == [*UNREACHED]
