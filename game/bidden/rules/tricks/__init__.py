"""World rules of tricks: what comes of them for others than who has them."""
