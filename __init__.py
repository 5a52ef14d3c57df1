"""A laboratory for games of world conquest; what it answers in Python is in `conquestlab.analysis`."""

from conquestlab.analysis.version import VERSION as __version__

__all__ = ["__version__"]
