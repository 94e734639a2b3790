"""Run the ``eventcore`` command, or print how to install the ``cli`` extra if it is missing."""

import sys


def main() -> None:
    """Run the command, and exit with its exit code."""
    try:
        from eventcore.cli import main as run
    except ModuleNotFoundError as error:
        if error.name != "cyclopts":
            raise
        print(
            "eventcore: this command needs the extra 'cli': pip install '.[cli]'", file=sys.stderr
        )
        sys.exit(2)
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
