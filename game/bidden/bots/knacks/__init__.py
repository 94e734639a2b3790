"""What bots know how to do: fight, gather, cast, rest, search, and use boons and ground."""
