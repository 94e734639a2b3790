"""After this script ends well, the virtual environment holds what pyproject.toml asks for.

    python3 .ci/bootstrap.py [VENV] [--extras game,dev] [--python PYTHON]

It makes or mends the environment, installs the project into it (editable, with the versions of
constraints.txt), and does nothing when nothing has changed. It exits with 2 when the machine lacks
something, with one line that says what; with 1 when installing failed, with the end of the log.

Only the standard library is used, and only the syntax of Python 3.8: whatever `python3` is may
start this, since the environment's own interpreter is looked for. `python3 -m venv` is not relied
on either: where it has no pip of its own (Debian without python3-venv), other ways are tried.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import IO, Any, Iterator, Sequence

ROOT = Path(__file__).resolve().parent.parent

OLDEST = (3, 11)
OLDEST_PIP = (22, 3)  # the first that can install into another interpreter's environment

# Where to look when the python3 that runs this is too old: the checked versions come first.
CANDIDATES = ["python3." + minor for minor in ("13", "12", "11", "14", "15", "16")]

STAMP = "bootstrap.json"
LOG = "bootstrap.log"
LOG_TAIL = 25

# The name tells apart what needs another environment: 'cpython 3.13.0' and '... 3.13.0t'.
PROBE = (
    "import sys; v = sys.version_info;"
    "print('%s %d.%d.%d%s' % ((sys.implementation.name,) + tuple(v[:3]) + (sys.abiflags,)))"
)


class Missing(Exception):
    """The machine lacks something, or an argument is wrong: one line, exit 2."""


class Failed(Exception):
    """A step was possible and did not succeed: exit 1."""


def say(line: str) -> None:
    print(line, flush=True)


# --- Interpreters -------------------------------------------------------------------------------


def identify(python: str) -> str | None:
    """Ask an interpreter what it is: 'cpython 3.11.7', or None when it doesn't run.

    A file's name or presence proves nothing: it may be a dangling link, or a version manager's
    stand-in for a version that is not chosen.
    """
    try:
        answer = subprocess.run(
            [python, "-I", "-S", "-c", PROBE],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            timeout=60,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return answer.stdout.strip() or None if answer.returncode == 0 else None


def new_enough(identity: str | None) -> bool:
    found = re.search(r" (\d+)\.(\d+)\.", identity or "")
    return found is not None and (int(found.group(1)), int(found.group(2))) >= OLDEST


def own_interpreter() -> str:
    """The interpreter that runs this script, or the one its environment was made from.

    Started from the very environment it is to remake, it would otherwise saw off its own branch.
    """
    if sys.prefix == sys.base_prefix:
        return sys.executable
    return getattr(sys, "_base_executable", None) or sys.executable


def choose_python(asked: str | None) -> str:
    """The interpreter a new environment is made with."""
    oldest = "{}.{}".format(*OLDEST)
    if asked is not None:
        path = shutil.which(os.path.expanduser(asked))
        identity = identify(path) if path else None
        if path is None or identity is None:
            raise Missing(f"--python {asked}: no interpreter runs under that name")
        if not new_enough(identity):
            raise Missing(f"--python {asked} is {identity}; Python {oldest} or newer is needed")
        return path
    own = own_interpreter()
    if sys.version_info >= OLDEST:
        return own
    for name in CANDIDATES:
        path = shutil.which(name)
        if path and new_enough(identify(path)):
            return path
    raise Missing(
        f"Python {oldest} or newer is needed on PATH, and {own} is {sys.version.split()[0]}: "
        f"apt install python{oldest} python{oldest}-venv, or uv python install"
    )


# --- What is there, what is wanted --------------------------------------------------------------


def fingerprint(python: Path) -> list[Any] | None:
    """What tells cheaply that an interpreter is still the same file; None when there is none."""
    try:
        real = python.resolve()
        status = real.stat()
    except (OSError, RuntimeError):
        return None
    return [str(real), status.st_size, status.st_mtime_ns]


def digest(root: Path) -> str:
    """Everything that decides what gets installed, the extras apart."""
    total = hashlib.sha256()
    for name in ("pyproject.toml", ".ci/constraints.txt"):
        total.update((root / name).read_bytes() + b"\0")
    return total.hexdigest()


def read_stamp(venv: Path) -> dict[str, Any] | None:
    """The environment's own account of itself; None when nobody left one."""
    try:
        stamp = json.loads((venv / STAMP).read_text("utf-8"))
    except OSError:
        return None
    except ValueError:
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(venv: Path, stamp: dict[str, Any]) -> None:
    draft = venv / (STAMP + ".new")
    draft.write_text(json.dumps(stamp, indent=1) + "\n", "utf-8")
    os.replace(str(draft), str(venv / STAMP))  # a stamp is there whole, or not at all


def environment_identity(python: Path, stamp: dict[str, Any] | None) -> str | None:
    """What the environment's interpreter is; only one that the stamp doesn't know is asked."""
    binary = fingerprint(python)
    if binary is None:
        return None
    if stamp and stamp.get("binary") == binary and isinstance(stamp.get("python"), str):
        return stamp["python"]
    return identify(str(python))


def decide(
    stamp: dict[str, Any] | None, extras: set[str], now: dict[str, Any], asked: str | None
) -> str:
    """What is left to do: 'nothing', 'install' into the environment, or 'rebuild' it.

    `now` has the place, the inputs and what the environment's interpreter is (None when it doesn't
    run); `asked` is what --python names. Without --python any interpreter that is new enough stays:
    starting this from another Python is no reason to throw an environment away.
    """
    if not new_enough(now["python"]) or asked not in (None, now["python"]):
        return "rebuild"
    if stamp is None:
        return "install"  # made by hand, and sound: adopt it
    if stamp.get("state") not in ("ready", "failed"):
        return "rebuild"  # a run was cut off, and what it left half-done can't be known
    if stamp.get("place") != now["place"] or stamp.get("python") != now["python"]:
        return "rebuild"  # moved (scripts name their interpreter's old path), or Python replaced
    if stamp["state"] == "failed" or stamp.get("inputs") != now["inputs"]:
        return "install"
    return "nothing" if extras <= set(stamp.get("extras", ())) else "install"


# --- Making and filling an environment ----------------------------------------------------------


class Steps:
    """Runs the steps for one environment, with all their output in its log."""

    def __init__(self, root: Path, venv: Path, lock: int) -> None:
        self.root = root
        self.venv = venv
        self.python = str(venv / "bin" / "python")
        self.lock = lock

    def run(self, command: Sequence[str]) -> bool:
        """Run a command, with its output in the log; tell whether it succeeded.

        It inherits the lock: were this script killed, the lock would stay until the command ends.
        """
        with open(str(self.venv / LOG), "a", encoding="utf-8") as log:
            log.write("$ {}\n".format(" ".join(command)))
            log.flush()
            try:
                return self.call(command, log) == 0
            except OSError as error:
                log.write(f"{error}\n")
                return False

    def call(self, command: Sequence[str], log: IO[str]) -> int:
        return subprocess.run(
            list(command),
            cwd=str(self.root),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            pass_fds=(self.lock,),
        ).returncode

    def installer(self, base: str) -> list[str] | None:
        """A command that installs into the environment, or None when the machine has none."""
        inside = [self.python, "-m", "pip"]
        if pip_version(inside) is not None:
            return [*inside, "install", "--no-input"]
        for outside in ([base, "-m", "pip"], ["pip3"], ["pip"]):
            version = pip_version(outside)
            if version is not None and version >= OLDEST_PIP:
                return [*outside, "--python", self.python, "install", "--no-input"]
        if shutil.which("uv"):
            return ["uv", "pip", "install", "--python", self.python]
        return None

    def make(self, base: str) -> list[str]:
        """Make the environment in the first way that works; answer its installer."""
        venv = str(self.venv)
        for way in (
            [base, "-m", "venv", venv],
            [base, "-m", "venv", "--without-pip", venv],
            ["uv", "venv", "--allow-existing", "--python", base, venv],
            ["virtualenv", "--python", base, venv],
            [base, "-m", "virtualenv", venv],
        ):
            if self.run(way) and new_enough(identify(self.python)):
                installer = self.installer(base)
                if installer is not None:
                    return installer
        raise Missing(
            f"{base} cannot make a virtual environment with pip: apt install python3-venv, "
            f"or put uv on PATH (what was tried: {self.venv / LOG})"
        )

    def install(self, installer: list[str], extras: set[str]) -> bool:
        return self.run([*installer, "-c", ".ci/constraints.txt", "-e", "." + bracketed(extras)])

    def end_of_log(self) -> str:
        log = self.venv / LOG
        tail = log.read_text("utf-8", "replace").splitlines()[-LOG_TAIL:]
        return "\n".join([*tail, f"bootstrap: installing failed; the whole log is {log}"])


def bracketed(extras: set[str]) -> str:
    return "[{}]".format(",".join(sorted(extras))) if extras else ""


def pip_version(pip: Sequence[str]) -> tuple[int, int] | None:
    try:
        answer = subprocess.run(
            [*pip, "--version"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ).stdout
    except OSError:
        return None
    found = re.match(r"pip (\d+)\.(\d+)", answer)
    return (int(found.group(1)), int(found.group(2))) if found else None


def refuse_other_folders(venv: Path) -> None:
    """Only an environment is ever emptied: a slip in an argument must cost no data."""
    if not venv.exists() or (venv.is_dir() and venv.name.startswith(".venv")):
        return
    if venv.is_dir() and not any(venv.iterdir()):
        return
    if not any((venv / mark).exists() for mark in ("pyvenv.cfg", STAMP)):
        raise Missing(f"{venv} is there and is no virtual environment: remove it, or name another")


def clear(venv: Path) -> None:
    """An empty folder in the environment's place; a link to a folder stays a link."""
    if venv.is_symlink() and not venv.exists():
        venv.unlink()
    venv.mkdir(parents=True, exist_ok=True)
    for entry in venv.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(str(entry))
        else:
            entry.unlink()


@contextlib.contextmanager
def locked(venv: Path) -> Iterator[int]:
    """Only one run at a time works on an environment; the lock lies beside it, as it is emptied."""
    venv.parent.mkdir(parents=True, exist_ok=True)
    name = str(venv) + ".lock"
    lock = lock_file(name, venv.name)
    try:
        # `make clean` may have removed the file meanwhile: then nobody else sees this lock.
        while not os.path.exists(name) or not os.path.samestat(os.fstat(lock), os.stat(name)):
            os.close(lock)
            lock = lock_file(name, venv.name)
        yield lock
    finally:
        os.close(lock)


def lock_file(name: str, venv: str) -> int:
    lock = os.open(name, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say(f"{venv}: waiting for another run to finish with it")
        fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def bring_up(root: Path, venv: Path, extras: set[str], asked: str | None) -> None:
    """Bring the environment to what is wanted; the only function that decides and changes."""
    refuse_other_folders(venv)
    with locked(venv) as lock:
        steps = Steps(root, venv, lock)
        chosen = choose_python(asked) if asked else None
        stamp = read_stamp(venv)
        now = {
            "place": [str(root), str(venv)],
            "inputs": digest(root),
            "python": environment_identity(Path(steps.python), stamp),
        }
        todo = decide(stamp, extras, now, identify(chosen) if chosen else None)
        if todo == "nothing":
            return

        # The extras of before are kept up to date too, as pip never takes a package away. But until
        # they are in, the new ones are not on record: they would be asked for ever after.
        before = set((stamp or {}).get("extras", ()))
        now.update(state="unfinished", extras=sorted(before))
        installer = steps.installer(own_interpreter()) if todo == "install" else None
        if installer is None:
            base = chosen or choose_python(None)
            say(f"{venv.name}: making a virtual environment with {identify(base)}")
            clear(venv)
            write_stamp(venv, now)
            installer = steps.make(base)
        else:
            write_stamp(venv, now)
            (venv / LOG).write_text("", "utf-8")

        extras = extras | before
        say(f"{venv.name}: installing eventcore{bracketed(extras)}")
        done = steps.install(installer, extras)
        python = Path(steps.python)
        now.update(python=identify(steps.python), binary=fingerprint(python))
        now.update(state="ready", extras=sorted(extras)) if done else now.update(state="failed")
        write_stamp(venv, now)
        if not done:
            raise Failed(steps.end_of_log())
        say(f"{venv.name}: ready")


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(description="Make or update the project's environment.")
    parser.add_argument("venv", nargs="?", default=".venv", help="its folder, from the root")
    parser.add_argument("--extras", default="game,dev", help="comma-separated (%(default)s)")
    parser.add_argument("--python", help="the interpreter to make it with")
    options = parser.parse_args(arguments)
    extras = {extra.strip() for extra in options.extras.split(",")} - {""}
    try:
        bring_up(root, Path(os.path.abspath(str(root / options.venv))), extras, options.python)
    except Missing as error:
        print(f"bootstrap: {error}", file=sys.stderr)
        return 2
    except Failed as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:  # a folder that can't be written to, a full disk
        print(f"bootstrap: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("bootstrap: interrupted", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
