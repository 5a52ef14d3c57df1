"""How kernels are compiled: the one decorator, kernels compiled apart, policies called by their address."""
