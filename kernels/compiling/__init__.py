"""How kernels are compiled: the decorator, kernels compiled apart, and kernels called by their address."""
