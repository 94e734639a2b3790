"""The command ``bidden``."""

import sys


def main() -> None:
    """Run the command line and exit with its code."""
    if sys.argv[1:] == ["--version"]:  # asked by programs, which need not load the game
        from bidden import __version__

        print(__version__)
        return
    try:
        from bidden.cli import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "eventcore":
            raise
        # On the package index the name eventcore belongs to another project.
        print(
            f"bidden: {error}: the game needs the library eventcore-sim; if another project's "
            "eventcore is installed, run: pip uninstall eventcore; "
            "pip install --force-reinstall eventcore-sim",
            file=sys.stderr,
        )
        sys.exit(2)
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
