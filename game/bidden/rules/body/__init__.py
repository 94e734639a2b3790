"""World rules of body: hit points, wounds, food, growth and death."""
