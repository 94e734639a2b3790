"""Components of combat: striking, shooting, breathing and warding off."""
