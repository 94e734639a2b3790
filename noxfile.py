"""Run the tests on every Python: ``pip install nox``, then ``nox`` or ``nox -s tests-3.12``.

Interpreters that are not on the PATH are skipped. Each session has its own environment, with the
versions in .ci/constraints.txt.
"""

from pathlib import Path

import nox

PYTHONS = ("3.11", "3.12", "3.13", "3.14")

nox.options.sessions = ["tests", "wheels"]
nox.options.error_on_missing_interpreters = False


def install(session: nox.Session, *what: str) -> None:
    """Install packages in the versions that are tested."""
    constraints = ["-c", ".ci/constraints.txt"] if session.python in PYTHONS[:3] else []
    session.install(*constraints, *what)


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run the suite; what follows ``--`` goes to pytest."""
    pyproject = nox.project.load_toml("pyproject.toml")
    groups = nox.project.dependency_groups(pyproject, "dev")
    install(session, "-e", ".[cli]", "-e", "./game", *groups)
    order = "tests/bidden/test_equal_priorities.py"  # takes minutes: make order
    session.run("pytest", "-n", "auto", "--dist", "worksteal", "--ignore", order, *session.posargs)


@nox.session(python=PYTHONS)
def wheels(session: nox.Session) -> None:
    """Install both wheels into an empty environment, play, and verify what was played."""
    made = Path(session.create_tmp()).resolve()
    for old in made.glob("*.whl"):  # of a run before this, maybe under another name
        old.unlink()
    session.run("pip", "wheel", "-q", "--no-deps", "-w", str(made), ".", "./game")
    install(session, *map(str, sorted(made.glob("*.whl"))))
    game = made / "game.jsonl"
    game.unlink(missing_ok=True)
    with session.chdir(made):  # away from the sources
        session.run("bidden", "demo", "--seed", "7", "--turns", "50", "--journal", str(game))
        session.run("bidden", "verify", str(game))
        session.run("eventcore", "--version")
