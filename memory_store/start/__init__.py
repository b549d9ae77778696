"""The text that a session begins with: made of the memory, and prepared behind earlier answers."""
