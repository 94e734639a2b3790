"""The screens: one small state machine a file; ``screen`` says what they are."""
