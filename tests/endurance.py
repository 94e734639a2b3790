"""Try all there is to try, for as long as it takes, and write docs/endurance.md of the run.

    make endurance                        # all of it, on all processors
    make endurance ARGS="--portion 4"     # a fourth part of each
    make endurance ARGS="-k kills"        # what else is said goes on to pytest; nothing is written

It runs the tests that have the mark ``endurance``, with the whole of what they sample in the suite;
among them is every game of the catalogue of seeds, whose tables the page ends with. The game is
imported when they have run, not before: pytest warns of what is there before its plugins are.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


class Found:
    """What the tests of a run tried and what they found, as their reports come in."""

    def __init__(self) -> None:
        self.tried: Counter[str] = Counter()
        self.tests: Counter[str] = Counter()
        self.failures: list[str] = []
        self.began = time.monotonic()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "call" and report.passed:
            return
        self.tests[report.outcome] += 1
        for name, value in report.user_properties:
            if name.startswith("tried ") and isinstance(value, int):
                self.tried[name.removeprefix("tried ")] += value
        if report.failed:
            self.failures.append(f"{report.nodeid} ({report.when})")
        minutes, seconds = divmod(int(time.monotonic() - self.began), 60)
        test = report.nodeid.rpartition("::")[2]
        tests = sum(self.tests.values())
        print(f"\n{minutes:3}:{seconds:02} {tests:5} {report.outcome} {test}", end="", flush=True)


def revision() -> str:
    """Name the commit, and whether what ran is just that."""
    commit = git("rev-parse", "--short=12", "HEAD")
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs")
    return f"{commit}, with changes that are not in it" if changed else commit


def git(*arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() if done.returncode == 0 else "unknown"


def lines(found: Found, code: int, portion: int, commit: str) -> Iterator[str]:
    """Write what a run tried and found."""
    part = "all of it" if portion == 1 else f"one part in {portion} of each"
    failures = f"{len(found.failures) or 'no'} failure{'s' * (len(found.failures) != 1)}"
    yield "# Endurance"
    yield ""
    yield "What the suite samples, `make endurance` tries whole; it writes this page of it."
    yield f"At commit {commit}, {part}: {failures}."
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        yield f"It was broken off, with exit code {code}: what was not reached is not counted."
    yield ""
    yield from (f"- `{name}`" for name in sorted(found.failures))
    yield from [""] * bool(found.failures)
    yield "| what was tried | how often |"
    yield "|---|---:|"
    yield from (f"| {what} | {count:,} |" for what, count in sorted(found.tried.items()))
    yield ""


def main() -> int:
    """Run, and write the summary unless only some of the tests were asked for."""
    parser = argparse.ArgumentParser(prog="make endurance", description=__doc__)
    parser.add_argument("--portion", type=int, default=1, metavar="N", help="a part in N of each")
    parser.add_argument("--processes", default="auto", metavar="N", help="how many at once")
    options, rest = parser.parse_known_args()
    os.environ["ENDURANCE"] = str(options.portion)
    commit, found = revision(), Found()
    arguments = ["-q", "-m", "endurance", "-n", options.processes, "--dist", "worksteal", *rest]
    code = int(pytest.main([*arguments, str(ROOT / "tests")], plugins=[found]))
    if not rest and found.tests:
        from tests.golden import summary
        from tests.golden.catalogue import read_seeds

        told = [*lines(found, code, options.portion, commit), *summary.lines(read_seeds())]
        summary.SUMMARY.write_text("\n".join(told) + "\n", "utf-8")
        print(f"\nwritten: {summary.SUMMARY.relative_to(ROOT)}")
    return code


if __name__ == "__main__":
    sys.exit(main())
