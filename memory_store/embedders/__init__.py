"""Text to vectors, a module a provider, loaded only when asked for."""
