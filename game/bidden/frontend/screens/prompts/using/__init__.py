"""Questions of what is used, and how: things, spells and boons."""
