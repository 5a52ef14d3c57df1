"""The engine of Manchots Barjots: cards given, landed and counted; see play.py."""
