"""Rules of a run: how one is called, bound and paid, what time a bond leaves, and how it ends."""
