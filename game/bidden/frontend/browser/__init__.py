"""The browser: the terminal's screens in a page, served to this machine alone."""
