"""What all tests share: pytest runs in pytest, for what the plugins of the test kit do."""

pytest_plugins = ["pytester"]
