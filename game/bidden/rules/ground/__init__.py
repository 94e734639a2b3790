"""World rules of ground that acts: what lies on it, fire, water and gas."""
