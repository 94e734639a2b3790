"""Recording: games played, resumed, branched, replayed, verified and explained from journals."""
