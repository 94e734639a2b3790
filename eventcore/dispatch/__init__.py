"""The bus, the chains of handlers that it runs, and their order. Read ``loop.py`` first."""
