"""The command ``bidden``, or one line on what it lacks."""

import sys

__all__ = ["main"]

_EXTRA = ("cyclopts", "numpy", "platformdirs", "rich", "tcod", "textual")


def main() -> None:
    """Run the command line and exit with its code."""
    try:
        from game.cli import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _EXTRA:
            raise
        print(
            "bidden: the game needs the extra 'game': pip install 'eventcore[game]', "
            "or '.[game]' in its folder",
            file=sys.stderr,
        )
        sys.exit(2)
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
