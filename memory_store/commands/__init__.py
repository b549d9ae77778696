"""One script or subcommand a module: `add_arguments(parser)` and `run(arguments) -> Answer`."""
