"""World rules of tricks: champions, eruptions and thefts."""
