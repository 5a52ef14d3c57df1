"""The documentation as a site: Markdown that comes with the package, made into pages when they are wanted."""
