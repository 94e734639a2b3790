"""Processes forked from one that has loaded the game and begun a game.

Each has its own streams, signals, folder and environment. Only starting Python and
importing the game are left out: they take longer than most tests. Tests of starting itself use
``tests.cli.process.run`` or a shell.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import runpy
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from multiprocessing import reduction
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

__all__ = ["Warm"]

Descriptor: TypeAlias = int

_STREAMS: Final = (
    ("stdin", 0, "strict"),
    ("stdout", 1, "strict"),
    ("stderr", 2, "backslashreplace"),
)


class Warm:
    """A forked process, with the part of ``subprocess.Popen`` that tests need."""

    def __init__(
        self,
        module: str,
        arguments: Sequence[str | Path],
        *,
        env: Mapping[str, str],
        stdin: Descriptor,
        stdout: Descriptor,
        stderr: Descriptor,
        cwd: Path | None = None,
    ) -> None:
        """Run a module nearly as ``python -m`` would, in a session of its own.

        Functions registered with ``atexit`` are not called before Python 3.13, and settings that
        Python reads when it starts, such as ``PYTHONHASHSEED``, are those of the forking process.
        The caller must end the process.
        """
        streams = [_Passed(one) for one in (stdin, stdout, stderr)]
        told = [module, *map(str, arguments)]
        folder = str(cwd or Path.cwd())
        self._process = _server().Process(target=_run, args=(told, dict(env), folder, streams))
        self._process.start()
        assert self._process.pid is not None
        self.pid: int = self._process.pid

    def poll(self) -> int | None:
        """Return the exit code, minus the number of a fatal signal, or None while it runs."""
        code: int | None = self._process.exitcode
        return code

    def wait(self, timeout: float | None = None) -> int:
        """Wait until the process ends, and return the exit code."""
        self._process.join(timeout)
        code = self.poll()
        assert code is not None, "it has not ended yet"
        return code

    def send_signal(self, number: int) -> None:
        """Send the process a signal, unless it has ended."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):  # it has already ended
                os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the process."""
        self.send_signal(signal.SIGKILL)


class _Passed:
    """A file descriptor of which another process gets a copy."""

    def __init__(self, descriptor: Descriptor) -> None:
        self.descriptor = descriptor

    def __reduce__(self) -> tuple[Callable[[Any], _Passed], tuple[Any]]:
        return _received, (reduction.DupFd(self.descriptor),)


def _received(sent: Any) -> _Passed:
    return _Passed(sent.detach())


@cache
def _server() -> Any:
    """Return the process that forks others: it loads this module and its imports once."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.warming"])
    return context


def _run(told: Sequence[str], env: Mapping[str, str], folder: str, streams: list[_Passed]) -> None:
    os.setsid()
    for descriptor, passed in enumerate(streams):
        os.dup2(passed.descriptor, descriptor)
        os.close(passed.descriptor)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(folder)
    for name, descriptor, errors in _STREAMS:
        stream = _stream(descriptor, errors)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    sys.argv[1:] = told[1:]
    runpy.run_module(told[0], run_name="__main__", alter_sys=True)


def _stream(descriptor: int, errors: str) -> IO[str]:
    """Open one of the standard streams as Python does when it starts."""
    lines = descriptor == 2 or os.isatty(descriptor)
    mode, buffering = ("w" if descriptor else "r"), (1 if lines else -1)
    return os.fdopen(descriptor, mode, buffering, "utf-8", errors, closefd=False)
