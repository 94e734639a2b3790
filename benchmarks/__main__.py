"""Command line: ``python -m benchmarks [--quick] [--json] [--check] [--write] [--only NAME,…]``."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from pathlib import Path

from benchmarks.chart import CHART, write_chart
from benchmarks.one_role import NAMES
from benchmarks.pool import in_processes, merged
from benchmarks.quoted import write_quotes
from benchmarks.report import as_json, section_text, summary_text, title_text
from benchmarks.results import Failure, Section
from benchmarks.sections import SECTIONS, measure
from benchmarks.written import PAGES, write_pages

PROCESSES = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the comparison.

    Returns:
        The exit status: 1 if a section failed, or if ``--check`` finds a missed target.
    """
    options = _parser().parse_args(arguments)
    sections: list[Section] = []
    failures: list[Failure] = []
    if not options.json:
        print(title_text(), flush=True)
    for found in _measured(_wanted(options.only), quick=options.quick):
        if isinstance(found, Failure):
            failures.append(found)
            continue
        sections.append(found)
        if not options.json:
            print(f"\n{section_text(found)}", flush=True)
    print(as_json(sections, failures) if options.json else summary_text(sections, failures))
    if options.write and not failures:
        write_pages(sections, Path())
        write_quotes(Path())
        peers = next(section for section in sections if section.name == "peers")
        write_chart(peers.rows, Path(CHART))
    missed = any(not target.met for section in sections for target in section.targets)
    return 1 if failures or (options.check and missed) else 0


def _measured(wanted: Collection[str], *, quick: bool) -> Iterator[Section | Failure]:
    """Measure the wanted sections one by one; a failing section does not stop the others."""
    contenders = [name for name in NAMES if name in wanted]
    for name in ("peers", *SECTIONS):
        if name not in wanted and not (name == "peers" and contenders):
            continue
        run = partial(measure, name, contenders, quick=quick)
        try:
            yield run() if quick else merged(in_processes(PROCESSES, run))
        except Exception as error:
            traceback.print_exc()
            yield Failure(name, f"{type(error).__name__}: {error}")


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
        help=f"put the peers' figures into the tables of {' and '.join(PAGES)}, and draw {CHART}",
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
