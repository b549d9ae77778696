"""What is kept of a session as a whole: its summary, what is left to do, and its end."""
