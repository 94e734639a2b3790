"""Queueing: the examples *bank* and *machine shop* beside the same models written for SimPy.

Time is measured in turn, seed after seed, of the whole run; lines are those with code, of the
model's own file: what it imports is the library of the one, and the examples' of the other.
"""

from __future__ import annotations

import ast
import gc
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.results import Figure, Section, Target
from examples.bank import BankRenege
from examples.machine_shop import WEEK, MachineShop

__all__ = ["code_lines", "queueing"]

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
CUSTOMERS = 20_000
WEEKS = 12
SEEDS = range(1, 6)
LIMIT = 1.5
"""So many times SimPy's lines and time it may be."""

Times = list[tuple[float, float]]
"""Seconds of SimPy and of eventcore, seed by seed."""


def queueing() -> Section:
    """Measure both models, if SimPy is installed, and count their lines."""
    section = Section("queueing", "Queueing models beside SimPy's (one run; lines of code)")
    try:
        from benchmarks.queueing import simpy_bank, simpy_shop
    except ModuleNotFoundError as missing:
        if missing.name != "simpy":
            raise
        section.figures = [Figure("SimPy is not installed", 0, "rows")]
        return section
    bank = _compare(
        lambda seed: simpy_bank.simulate(CUSTOMERS, seed),
        lambda seed: BankRenege(seed, customers=CUSTOMERS).run(),
    )
    shop = _compare(
        lambda seed: simpy_shop.simulate(10, WEEKS, seed),
        lambda seed: MachineShop(seed).run(WEEKS * WEEK),
    )
    figures: list[Figure] = []
    for name, times, ours, theirs in (
        (f"bank, {CUSTOMERS:,} customers", bank, "bank.py", "simpy_bank.py"),
        (f"machine shop, {WEEKS} weeks", shop, "machine_shop.py", "simpy_shop.py"),
    ):
        ratio = median(own / other for other, own in times)
        lines = code_lines(EXAMPLES / ours), code_lines(HERE / theirs)
        figures += [
            Figure(f"{name}: SimPy", 1e3 * median(other for other, _ in times), "ms"),
            Figure(
                f"{name}: eventcore, with its digest", 1e3 * median(own for _, own in times), "ms"
            ),
            Figure(f"{name}: lines of SimPy's", lines[1], "lines"),
            Figure(f"{name}: lines of eventcore's", lines[0], "lines"),
        ]
        section.targets += [
            Target(f"{name}: time, to SimPy's", ratio, LIMIT),
            Target(f"{name}: lines, to SimPy's", lines[0] / lines[1], LIMIT),
        ]
    shared = code_lines(EXAMPLES / "queues.py")
    figures.append(Figure("both: lines of the queue and server they share", shared, "lines"))
    section.figures = figures
    return section


def code_lines(path: Path) -> int:
    """Count the lines that are neither empty, nor comment, nor docstring."""
    text = path.read_text("utf-8")
    said: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            first = node.body[0]
            if ast.get_docstring(node) is not None:
                said.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    lines = enumerate(text.splitlines(), 1)
    return sum(n not in said and bool(one.strip()) and one.strip()[0] != "#" for n, one in lines)


def _compare(theirs: Callable[[int], object], ours: Callable[[int], object]) -> Times:
    return [(_time(theirs, seed), _time(ours, seed)) for seed in SEEDS]


def _time(run: Callable[[int], object], seed: int) -> float:
    gc.collect()
    start = perf_counter()
    run(seed)
    return perf_counter() - start
