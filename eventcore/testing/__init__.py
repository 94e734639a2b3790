"""What tests of a simulation built on the library are made with."""
