"""Chance: what a stream of random numbers draws by."""
