"""Try all cases that the suite samples, and write the results to docs/endurance.md:

    make endurance                        # all cases, on all processors
    make endurance ARGS="--portion 4"     # a quarter of the cases
    make endurance ARGS="-k kills"        # other arguments go to pytest; no page is written

It runs the tests with the mark ``endurance``. Among them is every game of the catalogue of seeds;
the page ends with tables of these games. The game is imported after the tests, because pytest
warns about modules that are imported before its plugins.
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
    """Counts cases, outcomes and failures from the reports of the tests."""

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
    """Return the commit, with a note if the working tree has other changes."""
    commit = git("rev-parse", "--short=12", "HEAD")
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs")
    return f"{commit}, with changes that are not in it" if changed else commit


def git(*arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() if done.returncode == 0 else "unknown"


def lines(found: Found, code: int, portion: int, commit: str) -> Iterator[str]:
    """Yield the lines about a run."""
    part = "all cases" if portion == 1 else f"one part in {portion} of the cases"
    failures = f"{len(found.failures) or 'no'} failure{'s' * (len(found.failures) != 1)}"
    yield "# Endurance"
    yield ""
    yield "The test suite tries a sample of the cases. `make endurance` tries all cases and writes"
    yield "this page. The results are from"
    yield f"commit {commit}, {part}: {failures}."
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        yield f"The run was interrupted (exit code {code}). Tests that did not run are not counted."
    yield ""
    yield from (f"- `{name}`" for name in sorted(found.failures))
    yield from [""] * bool(found.failures)
    yield "| case | count |"
    yield "|---|---:|"
    yield from (f"| {what} | {count:,} |" for what, count in sorted(found.tried.items()))
    yield ""


def main() -> int:
    """Run the tests, and write the page unless pytest arguments select some of them."""
    parser = argparse.ArgumentParser(prog="make endurance", description=__doc__)
    parser.add_argument("--portion", type=int, default=1, metavar="N", help="try 1 case in N")
    parser.add_argument("--processes", default="auto", metavar="N", help="number of processes")
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
