"""World rules of a run: offers, bindings, terms, payment and endings."""
