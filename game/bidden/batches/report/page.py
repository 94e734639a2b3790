"""The page: tables and plots of batches in one HTML file that loads nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from operator import attrgetter
from typing import Final

from bidden.batches.report import plots
from bidden.batches.report.figures import Party, Share, difference, pairs_of, parties_of
from bidden.batches.row import RunRow
from bidden.narration.conduct import UNDER_WAY

_CAUSES: Final = 12
"""The number of causes of death that are listed; the others are summed up."""
_USES: Final = {
    "Attack": "melee attacks",
    "Shoot": "shots",
    "Throw": "items thrown",
    "Quaff": "potions quaffed",
    "Read": "scrolls and books read",
    "Cast": "spells cast",
    "Eat": "meals eaten",
    "Disarm": "disarm attempts",
}
"""The actions that are counted, by event, and their names on the page."""
_STYLE: Final = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
       color: #1b1b1b; background: #fff; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { border-bottom: 1px solid #ddd; padding: .3rem .8rem .3rem 0; text-align: right; }
th:first-child, td:first-child { text-align: left; }
th { vertical-align: bottom; } td { white-space: nowrap; }
svg { display: block; height: auto; margin: 1rem 0; max-width: 100%; }
small, figcaption { color: #555; } figure { margin: 0; }
"""

Row = Sequence[str]


def page_of(batches: Iterable[tuple[str, Sequence[RunRow]]]) -> str:
    """Return the page about the rows of named files, at least one of which has a run."""
    parties = parties_of(batches)
    body = [
        "<h1>Runs of Bidden, played by bots</h1>",
        *_whole(parties),
        *_compared(parties),
        *_lengths(parties),
        *_deaths(parties),
        *_uses(parties),
    ]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n<title>Runs of Bidden</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n" + "\n".join(body) + "\n</body>\n</html>\n"
    )


def _whole(parties: Sequence[Party]) -> list[str]:
    heads = (
        "bot",
        "runs",
        "won",
        "died",
        UNDER_WAY,
        "turns, median (quartiles)",
        "levels, mean",
        "bindings, mean",
        "score, median",
        "decisions per 100 intents",
    )
    rows = []
    for party in parties:
        ended = Counter(row.ended for row in party.rows)
        low, middle, high = party.quartiles(attrgetter("turns"))
        rows.append(
            (
                party.label,
                f"{len(party.rows):,}",
                _told(party.won),
                f"{ended['died']:,}",
                f"{ended[UNDER_WAY]:,}",
                f"{middle:,.0f} ({low:,.0f}–{high:,.0f})",
                f"{party.mean(attrgetter('levels')):.1f}",
                f"{party.mean(attrgetter('bindings')):.2f}",
                f"{party.quartiles(attrgetter('score'))[1]:,.0f}",
                f"{party.decisions:.1f}",
            )
        )
    rules = sorted({party.rules for party in parties})
    return [
        "<h2>Results</h2>",
        _table(heads, rows),
        _figure(plots.wins(parties), "Share of runs won, with 95% Wilson intervals."),
        f"<p><small>Rules: {escape(', '.join(rules))}.</small></p>",
    ]


def _compared(parties: Sequence[Party]) -> list[str]:
    """Compare parties with the first one of the same bot, if there are several."""
    rows = []
    for before, party in pairs_of(parties):
        by, low, high = difference(before.won, party.won)
        sure = "yes" if low > 0 or high < 0 else "no"
        rows.append(
            (
                party.label,
                before.label,
                f"{100 * by:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})",
                sure,
                _same(before, party),
            )
        )
    heads = (
        "bot",
        "compared with",
        "difference in runs won, of 100 (95% interval)",
        "significant",
        "identical runs of the same seeds",
    )
    return ["<h2>Comparison</h2>", _table(heads, rows)] if rows else []


def _same(one: Party, other: Party) -> str:
    """Count the seeds on which both parties played the same events, as in "3 of 5"."""
    before = {row.seed: row.digest for row in one.rows}
    common = [row for row in other.rows if row.seed in before]
    same = sum(before[row.seed] == row.digest for row in common)
    return f"{same:,} of {len(common):,}"


def _lengths(parties: Sequence[Party]) -> list[str]:
    return [
        "<h2>Length and progress</h2>",
        _figure(
            plots.over_by(parties, attrgetter("turns"), "turns"),
            "Share of runs that ended or were stopped by each turn.",
        ),
        _figure(
            plots.over_by(parties, attrgetter("levels"), "levels entered"),
            "Share of runs that entered at most this many levels.",
        ),
    ]


def _deaths(parties: Sequence[Party]) -> list[str]:
    total = sum((party.deaths for party in parties), Counter[str]())
    if not total:
        return []
    ranked = sorted(total, key=lambda cause: (-total[cause], cause))
    first, rest = ranked[:_CAUSES], ranked[_CAUSES:]
    shares = {cause: [_deaths_of(party, [cause]) for party in parties] for cause in first}
    if rest:
        shares[f"{len(rest)} others"] = [_deaths_of(party, rest) for party in parties]
    rows = [(cause, *map(_told, of)) for cause, of in shares.items()]
    drawn = {cause: [100 * share.rate for share in of] for cause, of in shares.items()}
    return [
        "<h2>Causes of death</h2>",
        _figure(plots.bars(parties, drawn, "% of deaths"), "Share of deaths by cause."),
        _table(("cause", *(party.label for party in parties)), rows),
    ]


def _deaths_of(party: Party, causes: Sequence[str]) -> Share:
    deaths = party.deaths
    return Share(sum(deaths[cause] for cause in causes), deaths.total())


def _uses(parties: Sequence[Party]) -> list[str]:
    values = {name: [_mean_use(party, event) for party in parties] for event, name in _USES.items()}
    drawn = {name: amounts for name, amounts in values.items() if name != _USES["Attack"]}
    rows = [(name, *(f"{amount:,.1f}" for amount in of)) for name, of in values.items()]
    return [
        "<h2>Actions</h2>",
        _figure(plots.bars(parties, drawn, "mean per run"), "Other actions per run."),
        _table(("mean per run", *(party.label for party in parties)), rows),
    ]


def _mean_use(party: Party, event: str) -> float:
    return party.mean(lambda row: row.used.get(event, 0))


def _told(share: Share) -> str:
    low, high = share.interval
    return f"{share.count:,} ({100 * share.rate:.0f}%, {100 * low:.0f}–{100 * high:.0f})"


def _table(heads: Row, rows: Iterable[Row]) -> str:
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{escape(one)}</td>" for one in row) + "</tr>" for row in rows
    )
    return (
        f'<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def _figure(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"
