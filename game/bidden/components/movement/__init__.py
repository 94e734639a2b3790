"""Components for positions, steps and obstacles."""
