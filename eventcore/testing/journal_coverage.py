"""Which handlers the golden journals reach: ``pytest --journal-coverage`` lists the others."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, Final

import attrs
import pytest

from eventcore.testing.coverage import HandlerCoverage, Reach, summed, unreached, unrefusing
from eventcore.testing.journals import GoldenJournal

_OPTION: Final = "--journal-coverage"
_REACHED: Final = "reached handlers"
"""The name of the property by which a report carries them to whoever sums up."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.getgroup("eventcore").addoption(
        _OPTION,
        action="store_true",
        help="list the handlers that no golden journal reaches, and those it shows no refusal of",
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Watch the handlers while a golden journal is replayed."""
    if not (isinstance(item, GoldenJournal) and item.config.getoption(_OPTION)):
        return (yield)
    with HandlerCoverage() as coverage:
        try:
            yield
        finally:
            reached = [attrs.astuple(one) for one in coverage.reaches()]
            item.user_properties.append((_REACHED, reached))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """List what no journal reaches, and what none shows to refuse."""
    if not config.getoption(_OPTION):
        return
    reports = [report for found in terminalreporter.stats.values() for report in found]
    seen = summed(reach for report in reports for reach in _reached(report))
    terminalreporter.write_sep("=", "journal coverage")
    if not seen:
        terminalreporter.write_line("no golden journal was replayed: give a folder that has some")
        return
    can_refuse = [one for one in seen if one.refusals is not None]
    lacking = unreached(seen), unrefusing(seen)
    terminalreporter.write_line(
        f"{len(seen) - len(lacking[0])} of {len(seen)} handlers are reached, "
        f"{sum(bool(one.refusals) for one in can_refuse)} of {len(can_refuse)} that may refuse do"
    )
    for said, handlers in zip(("never runs", "never refuses"), lacking, strict=True):
        for handler in handlers:
            terminalreporter.write_line(f"    {said:13}  {handler}")


def _reached(report: Any) -> Iterator[Reach]:
    for name, rows in getattr(report, "user_properties", ()):
        if name == _REACHED and report.when == "call":
            yield from (Reach(*row) for row in rows)
