"""World rules: handlers that hear everyone, kept by the world itself."""
