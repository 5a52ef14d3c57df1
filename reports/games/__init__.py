"""What tables, figures, pages and exact commands know of one game alone: a folder or a module a game."""
