"""What a view is made of, by subject; ``bidden.view`` has all of its names."""
