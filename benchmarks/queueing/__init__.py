"""Queueing: three examples compared with the same models written for SimPy.

The two programs of a model alternate, seed after seed. Only lines of code in the model's own file
are counted.
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
from examples.emergency_room import Emergency
from examples.machine_shop import WEEK, MachineShop

__all__ = ["code_lines", "queueing"]

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
CUSTOMERS = 20_000
WEEKS = 12
SEEDS = range(7)
"""Seeds of the runs; the first is a warm-up and is not counted."""
LIMIT = 1.5
"""Highest allowed ratio of lines and of time to SimPy's."""

Run = Callable[[int], object]
"""A function that runs a model with a seed."""


def queueing() -> Section:
    """Measure the models if SimPy is installed, and count their lines."""
    section = Section("queueing", "Queueing models beside SimPy's (one run; lines of code)")
    try:
        from benchmarks.queueing import simpy_bank, simpy_emergency, simpy_shop
    except ModuleNotFoundError as missing:
        if missing.name != "simpy":
            raise
        section.figures = [Figure("SimPy is not installed", 0, "rows")]
        return section
    models: tuple[tuple[str, str, str, Run, Run], ...] = (
        (
            f"bank, {CUSTOMERS:,} customers",
            "bank.py",
            "simpy_bank.py",
            lambda seed: BankRenege(seed, customers=CUSTOMERS).run(),
            lambda seed: simpy_bank.simulate(CUSTOMERS, seed),
        ),
        (
            f"emergency room, {CUSTOMERS:,} patients",
            "emergency_room.py",
            "simpy_emergency.py",
            lambda seed: Emergency(seed, patients=CUSTOMERS).run(),
            lambda seed: simpy_emergency.simulate(CUSTOMERS, seed),
        ),
        (
            f"machine shop, {WEEKS} weeks",
            "machine_shop.py",
            "simpy_shop.py",
            lambda seed: MachineShop(seed).run(WEEKS * WEEK),
            lambda seed: simpy_shop.simulate(10, WEEKS, seed),
        ),
    )
    figures: list[Figure] = []
    for name, ours, theirs, run, run_simpy in models:
        times = [(_time(run_simpy, seed), _time(run, seed)) for seed in SEEDS][1:]
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
    section.figures = figures
    return section


def code_lines(path: Path) -> int:
    """Count the lines that are not empty, comments or docstrings."""
    text = path.read_text("utf-8")
    said: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            first = node.body[0]
            if ast.get_docstring(node) is not None:
                said.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    lines = enumerate(text.splitlines(), 1)
    return sum(n not in said and bool(one.strip()) and one.strip()[0] != "#" for n, one in lines)


def _time(run: Callable[[int], object], seed: int) -> float:
    gc.collect()
    start = perf_counter()
    run(seed)
    return perf_counter() - start
