"""Run two worker processes that never finish:

    python -m tests.eventcore.tools.busy_workers FOLDER

Each worker creates a file in FOLDER, named after its process id.
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
