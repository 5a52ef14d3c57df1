"""Manchots Barjots: its rules, its engine, how its games are told and checked."""
