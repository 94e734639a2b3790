"""The command ``bidden``."""

import sys


def main() -> None:
    """Run the command line and exit with its code."""
    if sys.argv[1:] == ["--version"]:  # asked by programs, which need not wait for the game
        from bidden import __version__

        print(__version__)
        return
    try:
        from bidden.cli import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
