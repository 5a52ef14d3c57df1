"""The engine of Africa 1880: secret orders for every presence, alliances and wars, colonies that last."""
