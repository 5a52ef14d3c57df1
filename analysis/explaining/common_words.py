"""Words that several tables share: rule keys of every game, kinds of rows, units."""

from conquestlab.analysis.language import marked

COMMON_KEYS = {
    "players.min": marked("The fewest players."),
    "players.max": marked("The most players."),
}

UNITS = {
    "share": marked("a share from 0 to 1; figures and pages show it in per cent"),
    "points": marked("a difference of shares; figures and pages show it times a hundred, as points"),
    "rounds": marked("rounds"),
    "minutes": marked("minutes"),
    "plain": marked("a plain number"),
}
