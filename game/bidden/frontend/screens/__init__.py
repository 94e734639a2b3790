"""The screens, each a small state machine as described in ``screen``."""
