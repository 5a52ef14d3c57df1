"""Africa 1880: nations that develop a continent by secret orders, as allies or at war, on a map of ours."""
