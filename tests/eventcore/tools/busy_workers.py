"""A process with two workers that stay busy for ever, for tests:

    python -m tests.eventcore.tools.busy_workers FOLDER

Each worker leaves a file in the folder, named by its process id.
"""

import os
import sys
from pathlib import Path

from eventcore.tools.executors import Processes


def toil(folder: Path) -> None:
    (folder / f"{os.getpid()}").touch()
    while True:
        pass


if __name__ == "__main__":
    with Processes(2) as executor:
        for _ in range(2):
            executor.submit(toil, Path(sys.argv[1]))
        sys.stdin.read()
