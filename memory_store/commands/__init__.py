"""The rows of the command table, a module for each family, and what their commands share."""
