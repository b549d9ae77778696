"""The command line: which command is meant, and its flags."""
