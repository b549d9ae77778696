"""The dialects that hosts speak, a module each: payload in, Event out; Reply in, answer out."""
