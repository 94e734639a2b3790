"""Prompts: screens that ask one question and turn the answer into an intent."""
