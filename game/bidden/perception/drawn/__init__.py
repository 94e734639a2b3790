"""Drawing views, with caches of the unchanged parts."""
