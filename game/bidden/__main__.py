"""The command ``bidden``."""

import sys


def main() -> None:
    """Run the command line and exit with its code."""
    try:
        from bidden.cli import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
