"""The hooks, one module each: `handle(event, place) -> Reply`. Hosts' formats are in `hosts`."""
