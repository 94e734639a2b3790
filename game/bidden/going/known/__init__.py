"""The memory of levels: what stands, lies and was left where."""
