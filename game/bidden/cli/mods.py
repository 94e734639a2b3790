"""The mods that a command uses. Broken mods are left out with a warning."""

from __future__ import annotations

from collections.abc import Sequence

from bidden.content.mods import installed


def mods_in_use(without: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names of the installed mods that work, and warn about the others.

    Raises:
        UsageError: A mod to leave out does not exist.
    """
    there = installed()
    for name in without:
        if name not in there:
            from bidden.content.datafiles import instead
            from eventcore.tools import UsageError

            reason = f"there is no such mod{instead(name, there)}"
            raise UsageError(f"--without {name}: {reason}")
    if not there:
        return ()
    from bidden.modding import usable  # slow to import, so a title without mods skips it

    found = usable(without)
    warn_of_left_out(without)
    return found.mods


def warn_of_left_out(without: Sequence[str] = ()) -> None:
    """Print a line to stderr for each broken mod."""
    if not installed():
        return
    from bidden.modding import usable
    from bidden.recording.notes import warn

    for name, error in usable(without).left_out.items():
        more = f" ({len(error.others)} more errors)" if error.others else ""
        warn(
            f"the mod {name} is left out: {error}{more}; list all errors with: "
            f"bidden content check; to hide this warning: --without {name}"
        )
