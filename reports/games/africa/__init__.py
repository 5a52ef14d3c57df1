"""What is shown of Africa 1880 alone: conflicts and declarations, the drawn map, and a section of a page."""
