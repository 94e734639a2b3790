"""Statistics of many runs: shares with intervals, quartiles and means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from statistics import quantiles

import attrs

from bidden.batches.row import RunRow

_Z = 1.959963984540054
"""The normal distribution's quantile of 0.975, for intervals at 95 %."""


@attrs.frozen
class Share:
    """A share of runs: ``count`` out of ``of``."""

    count: int
    of: int

    @property
    def rate(self) -> float:
        """The observed share from 0 to 1; 0 without runs."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval (1927), which also holds for few runs and for shares near 0."""
        if not self.of:
            return 0.0, 1.0
        n, p, z2 = self.of, self.rate, _Z * _Z
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        half = _Z * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
        return max(0.0, middle - half), min(1.0, middle + half)


def difference(one: Share, other: Share) -> tuple[float, float, float]:
    """Return the difference of two shares, and its interval at 95 %.

    The interval is Newcombe's (1998, method 10), which combines the intervals of Wilson.
    """
    by = other.rate - one.rate
    (low, high), (its_low, its_high) = one.interval, other.interval
    down = sqrt((other.rate - its_low) ** 2 + (high - one.rate) ** 2)
    up = sqrt((its_high - other.rate) ** 2 + (one.rate - low) ** 2)
    return by, by - down, by + up


@attrs.frozen
class Party:
    """Runs of one file by one bot with the same rules, and their label on the page."""

    file: str
    bot: str
    rules: str
    label: str
    rows: Sequence[RunRow]

    @property
    def won(self) -> Share:
        """The share of runs that were won."""
        return Share(sum(row.ended == "won" for row in self.rows), len(self.rows))

    @property
    def deaths(self) -> Counter[str]:
        """The number of deaths by cause."""
        return Counter(row.how for row in self.rows if row.ended == "died")

    def mean(self, of: Callable[[RunRow], float]) -> float:
        """Return the mean of a figure."""
        return sum(map(of, self.rows)) / len(self.rows)

    def quartiles(self, of: Callable[[RunRow], float]) -> tuple[float, float, float]:
        """Return the quartiles of a figure, with the median in the middle."""
        values = [of(row) for row in self.rows]
        if len(values) == 1:
            return values[0], values[0], values[0]
        low, middle, high = quantiles(values, n=4, method="inclusive")
        return low, middle, high

    @property
    def decisions(self) -> float:
        """The percentage of intents other than steps, attacks by a step, waits and searches."""
        meant = sum(row.intents for row in self.rows)
        return 100 * sum(row.decisions for row in self.rows) / meant if meant else 0.0


def parties_of(batches: Iterable[tuple[str, Sequence[RunRow]]]) -> list[Party]:
    """Group the rows of named files by file, rules and bot."""
    found = dict[tuple[int, str, str, str], list[RunRow]]()
    several = list(batches)
    for number, (file, rows) in enumerate(several):
        for row in sorted(rows, key=lambda row: (row.rules, row.bot, row.seed)):
            found.setdefault((number, file, row.rules, row.bot), []).append(row)
    rules_in = Counter((number, bot) for number, _, _, bot in found)
    parties = []
    for (number, file, rules, bot), rows in found.items():
        label = bot if len(several) == 1 else f"{bot}, {file}"
        if rules_in[number, bot] > 1:
            label += f", rules {rules[:8]}"
        parties.append(Party(file, bot, rules, label, rows))
    return parties


def pairs_of(parties: Sequence[Party]) -> list[tuple[Party, Party]]:
    """Pair each later party of a bot with its first party, to compare them."""
    first = dict[str, Party]()
    pairs = []
    for party in parties:
        before = first.setdefault(party.bot, party)
        if before is not party:
            pairs.append((before, party))
    return pairs
