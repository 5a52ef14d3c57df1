"""One page of HTML that holds everything: figures as SVG, tables, style and script."""
