"""Plays the fake game as a job under job control; this process acts as the shell.

It stops when the job has stopped, and continues the job when it is continued itself.
"""

from __future__ import annotations

import os
import signal
import sys

from tests.frontend import play_fake


def main(*arguments: str) -> None:
    job = os.fork()
    if not job:
        os.setpgid(0, 0)
        play_fake.main(*arguments)
        return
    while True:
        _, status = os.waitpid(job, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            sys.exit(os.waitstatus_to_exitcode(status))
        os.kill(os.getpid(), signal.SIGSTOP)
        os.killpg(job, signal.SIGCONT)


if __name__ == "__main__":
    main(*sys.argv[1:])
