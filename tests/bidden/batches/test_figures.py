"""Statistics over many runs, checked against the literature, and which bots are compared."""

import pytest

from bidden.batches.report.figures import Share, difference, pairs_of, parties_of
from tests.bidden.batches.rows import row


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [
        # Newcombe (1998), "Interval estimation for the difference …", table II, method 10.
        (Share(48, 80), Share(56, 70), 0.0524, 0.3339),
        (Share(3, 10), Share(9, 10), 0.1705, 0.8090),
        (Share(0, 20), Share(10, 10), 0.6791, 1.0000),
    ],
)
def test_difference_of_two_shares_has_a_newcombe_interval(
    one: Share, other: Share, low: float, high: float
) -> None:
    by, down, up = difference(one, other)
    assert by == pytest.approx(other.rate - one.rate)
    assert (down, up) == pytest.approx((low, high), abs=0.00006)


def test_runs_are_grouped_by_file_rules_and_bot() -> None:
    both = [row(1), row(1, "fighter"), row(2)]
    one, other = parties_of([("a.jsonl", both)])
    assert (one.label, [made.seed for made in one.rows]) == ("explorer", [1, 2])
    assert other.label == "fighter"
    labels = [party.label for party in parties_of([("a.jsonl", both), ("b.jsonl", both[:1])])]
    assert labels == ["explorer, a.jsonl", "fighter, a.jsonl", "explorer, b.jsonl"]
    mixed = parties_of([("a.jsonl", [row(1), row(1, rules="1234567890")])])
    assert [party.label for party in mixed] == ["explorer, rules 12345678", "explorer, rules a-b"]


def test_each_batch_is_compared_with_the_first_batch_of_its_bot() -> None:
    parties = parties_of([("a", [row(1), row(1, "fighter")]), ("b", [row(1)]), ("c", [row(1)])])
    pairs = [(before.label, party.label) for before, party in pairs_of(parties)]
    assert pairs == [("explorer, a", "explorer, b"), ("explorer, a", "explorer, c")]


def test_party_figures_come_from_its_runs() -> None:
    rows = [
        row(1, ended="won", how="free"),
        row(2),
        row(3, how="bond"),
        row(4, how="goblin"),
        row(5, ended="under way", how=""),
    ]
    (party,) = parties_of([("a", rows)])
    assert (party.won.count, party.won.of) == (1, 5)
    assert party.deaths == {"goblin": 2, "bond": 1}
    assert party.quartiles(lambda made: made.turns) == (20, 30, 40)
    assert party.mean(lambda made: made.turns) == 30
    assert party.decisions == pytest.approx(100 * 15 / 180)
