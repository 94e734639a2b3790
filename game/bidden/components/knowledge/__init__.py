"""Components of knowledge: what is seen, remembered and known."""
