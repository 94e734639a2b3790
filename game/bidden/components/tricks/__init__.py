"""Components of tricks: what only some kinds of creature can do, one each."""
