"""What tests of a simulation share."""
