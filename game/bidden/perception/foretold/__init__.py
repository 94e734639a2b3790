"""Forecasts of intents, fights and improvements, without executing them."""
