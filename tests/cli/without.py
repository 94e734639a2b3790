"""Runs a module as if some packages were not installed: ``without bidden rich,tcod verify x``."""

import runpy
import sys


class Blocker:
    """Blocks the packages named in the first command-line argument."""

    def __init__(self, blocked: str) -> None:
        self._blocked = blocked.split(",")

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Raise an error if the module is blocked."""
        if name.partition(".")[0] in self._blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


if __name__ == "__main__":
    sys.meta_path.insert(0, Blocker(sys.argv[2]))
    module, sys.argv = sys.argv[1], ["command", *sys.argv[3:]]
    runpy.run_module(module, run_name="__main__")
