"""Components of tricks: special abilities of some creatures, one each."""
