"""Embedders: one module for each provider, loaded only when it is used."""
