"""Schema: what the annotations of components and events mean to saves, copies and digests."""
