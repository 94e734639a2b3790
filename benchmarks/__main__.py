"""The command: ``python -m benchmarks [--quick] [--json] [--check] [--write] [--only NAME,…]``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path

from benchmarks.one_role import NAMES
from benchmarks.pool import in_processes
from benchmarks.quoted import write_quotes
from benchmarks.report import as_json, as_text
from benchmarks.sections import SECTIONS, measure
from benchmarks.written import PAGES, write_pages

PROCESSES = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the comparison; the exit status is 0 unless ``--check`` finds a target missed."""
    options = _parser().parse_args(arguments)
    run = partial(measure, _wanted(options.only), quick=options.quick)
    sections = run() if options.quick else in_processes(PROCESSES, run)
    print(as_json(sections) if options.json else as_text(sections))
    if options.write:
        write_pages(sections, Path())
        write_quotes(Path())
    missed = any(not target.met for section in sections for target in section.targets)
    return 1 if options.check and missed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Compare eventcore with a raw loop and with other libraries.",
        epilog=f"Sections: peers, {', '.join(SECTIONS)}. Contenders: {', '.join(NAMES)}.",
    )
    parser.add_argument("--json", action="store_true", help="write one JSON object")
    parser.add_argument("--quick", action="store_true", help=f"one process instead of {PROCESSES}")
    parser.add_argument(
        "--write",
        action="store_true",
        help=f"put the peers' figures into the tables of {' and '.join(PAGES)}",
    )
    parser.add_argument("--check", action="store_true", help="exit 1 when a target is missed")
    parser.add_argument(
        "--only",
        action="extend",
        type=_known,
        metavar="NAME",
        help="a section or a contender, or several with commas between; may be repeated",
    )
    return parser


def _known(names: str) -> list[str]:
    asked = [name.strip() for name in names.split(",")]
    if unknown := {*asked} - {"peers", *SECTIONS, *NAMES}:
        raise argparse.ArgumentTypeError(
            f"no section or contender named {', '.join(sorted(unknown))}"
        )
    return asked


def _wanted(only: Sequence[str] | None) -> Collection[str]:
    wanted = {*(only or ["peers", *SECTIONS])}
    return wanted | set(NAMES) if "peers" in wanted else wanted


if __name__ == "__main__":
    sys.exit(main())
