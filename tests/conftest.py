"""What all tests share: pytest runs in pytest, and golden journals are tests."""

pytest_plugins = ["pytester", "eventcore.testing.journals"]
