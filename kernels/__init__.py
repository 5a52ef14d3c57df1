"""Numba kernels: arrays in, arrays out. No files, no pandas, no printing."""

if __name__ != "conquestlab.kernels":
    # A kernel known under two module names poisons Numba's cache for both.
    raise ImportError("import conquestlab.kernels, not kernels")
