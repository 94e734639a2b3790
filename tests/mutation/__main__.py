"""Plant the faults of ``tests/mutation/faults`` one at a time, and check that the tests notice.

    python -m tests.mutation [--only TEXT] [--part N] [--write]

Each fault is planted in a copy of the project, where the tests it names are run as `make test` runs
them: without the slow ones. The exit status is 1 if a fault survives.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Final

import attrs

__all__ = ["FAULTS", "Fault", "known_faults", "main"]

ROOT: Final = Path(__file__).resolve().parents[2]
FAULTS: Final = Path(__file__).parent / "faults"
PAGE: Final = ROOT / "docs" / "mutation.md"
SECONDS: Final = 180
"""A test run that takes longer hangs: the fault counts as noticed."""
TESTS_FAILED: Final = 1
"""pytest's exit status when tests failed, as opposed to when it could not run them."""


@attrs.frozen
class Fault:
    """One planted fault: a piece of a file, what replaces it, and the tests that must notice."""

    name: str
    file: str
    before: str
    after: str
    tests: Sequence[str]

    def planted(self, text: str) -> str:
        """Return the text of the file with the fault in it.

        Raises ValueError if the piece does not occur exactly once.
        """
        if text.count(self.before) != 1 or self.before == self.after:
            msg = f"{self.name}: its text must occur once in {self.file}: update the list of faults"
            raise ValueError(msg)
        return text.replace(self.before, self.after)


@attrs.frozen
class Verdict:
    """The result of the tests for a fault."""

    fault: Fault
    noticed: bool
    by: str


def known_faults() -> list[Fault]:
    """Load the faults of all subjects, in the order of their files."""
    tables = [tomllib.loads(path.read_text("utf-8")) for path in sorted(FAULTS.glob("*.toml"))]
    return [Fault(**row) for table in tables for row in table["fault"]]


def copy_project(target: Path) -> None:
    """Copy the files that git tracks, or would track."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in names.split("\0"):
        if name and (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def run_tests(
    copy: Path, tests: Sequence[str], *more: str, timeout: int | None = SECONDS
) -> subprocess.CompletedProcess[str]:
    """Run tests of a copy, up to the first that fails."""
    options = ["-x", "-q", "-m", "not slow", "-p", "no:cacheprovider", "--tb=no", *more]
    paths = os.pathsep.join((str(copy), str(copy / "game")))
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, *tests],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def judge(fault: Fault, copy: Path, stamp: int) -> Verdict:
    """Plant a fault in a copy, run its tests, and restore the file."""
    path = copy / fault.file
    text = path.read_text("utf-8")
    path.write_text(fault.planted(text), "utf-8")
    os.utime(path, (stamp, stamp))  # compiled code is found by time and size, which could be equal
    try:
        done = run_tests(copy, fault.tests)
    except subprocess.TimeoutExpired:
        return Verdict(fault, True, f"no end after {SECONDS} s")
    finally:
        path.write_text(text, "utf-8")
        os.utime(path, (stamp + 1, stamp + 1))
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    if done.returncode == TESTS_FAILED and failed:
        return Verdict(fault, True, failed[1].partition("[")[0])
    if done.returncode == 0:
        return Verdict(fault, False, "none")
    return Verdict(fault, False, f"pytest ended with {done.returncode}: {done.stdout[-300:]}")


def write_page(verdicts: Sequence[Verdict]) -> None:
    """Replace the table of docs/mutation.md."""
    rows = [f"| {v.fault.name} | `{v.fault.file}` | `{v.by}` |" for v in verdicts]
    table = "\n".join(["| planted fault | file | noticed by |", "|---|---|---|", *rows])
    text = PAGE.read_text("utf-8")
    begin, end = "<!-- faults -->\n", "<!-- end of faults -->"
    before, _, rest = text.partition(begin)
    PAGE.write_text(f"{before}{begin}{table}\n{end}{rest.partition(end)[2]}", "utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Plant the faults, print a line for each, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--only", default="", help="the faults whose name or file has this text")
    parser.add_argument("--part", type=int, default=1, help="every Nth fault")
    parser.add_argument("--write", action="store_true", help="write the table of docs/mutation.md")
    given = parser.parse_args(arguments)
    faults = [f for f in known_faults() if given.only in f.name or given.only in f.file]
    faults = faults[:: given.part]
    if not faults:
        parser.error(f"no fault has {given.only!r} in its name or file")
    workers = os.cpu_count() or 1
    with TemporaryDirectory() as folder, ThreadPoolExecutor(workers) as pool:
        copies = SimpleQueue[Path]()
        for number in range(workers):
            copy = Path(folder) / str(number)
            copy_project(copy)
            copies.put(copy)
        named = sorted({test for fault in faults for test in fault.tests})
        sound = run_tests(copy, named, "-n", "auto", timeout=None)
        if sound.returncode:
            print(f"these tests fail without any fault:\n{sound.stdout[-2000:]}")
            return 1

        def plant(numbered: tuple[int, Fault]) -> Verdict:
            number, fault = numbered
            copy = copies.get()
            try:
                return judge(fault, copy, 1_000_000_000 + 2 * number)
            finally:
                copies.put(copy)

        verdicts = list[Verdict]()
        for verdict in pool.map(plant, enumerate(faults)):
            said = "noticed by" if verdict.noticed else "SURVIVED:"
            print(f"{verdict.fault.file}: {verdict.fault.name}: {said} {verdict.by}", flush=True)
            verdicts.append(verdict)
    survivors = [verdict for verdict in verdicts if not verdict.noticed]
    print(f"{len(verdicts)} faults planted, {len(survivors)} survived")
    if given.write and not survivors:
        write_page(verdicts)
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
