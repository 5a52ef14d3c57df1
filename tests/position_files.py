"""Positions as files, for the tests of advice."""


def position_of_eight(armies):
    """A whole position on the ring of eight lands for two: seat 1 has so many armies on land 1."""
    owners = {f"land_{land}": 1 if land <= 4 else 2 for land in range(1, 9)}
    lines = ["players = 2", "seat = 1", "round = 6", "[owner]"]
    lines += [f"{land} = {seat}" for land, seat in owners.items()]
    lines += ["[armies]", *(f"{land} = {armies if land == 'land_1' else 2}" for land in owners)]
    return "\n".join(lines) + "\n"
