"""What was played in the runs of a page, and the commands that play it again."""

from __future__ import annotations

from collections.abc import Sequence

from conquestlab.analysis.language import marked, numerals, say
from conquestlab.analysis.playing import provenance
from conquestlab.analysis.playing.experiment import Experiment
from conquestlab.analysis.reporting.report_runs import ReportRun, name_runs
from conquestlab.analysis.reporting.result_files import Result
from conquestlab.analysis.row import Row
from conquestlab.analysis.version import VERSION


def fact_rows(runs: Sequence[ReportRun]) -> list[Row]:
    """Return a row for each run: what it is called on the page, and all that decides its games.

    `games` are there, `wanted` were to be.
    """
    return [
        {
            "run": name,
            "rules": run.experiment.rulebook.label,
            "rules_hash": run.experiment.rulebook.hash,
            "players": run.experiment.seats,
            "bots": run.experiment.bots_text,
            "seed": run.experiment.seeds.text,
            "games": run.games,
            "wanted": run.experiment.games,
            "seating": _seating(run.experiment),
            "engine": f"{run.experiment.engine.name} {run.experiment.engine.version}",
            "version": VERSION,
        }
        for name, run in zip(name_runs(runs), runs, strict=True)
    ]


def _seating(experiment: Experiment) -> str:
    if experiment.shared:
        return say("bots move on by a seat from game to game; the games of a block share their luck")
    return say("each game has luck of its own")


def play_command(run: ReportRun) -> str:
    """Return the command that plays a run, into its folder where it has one."""
    more = "--resume" if run.place and not run.is_whole else ""
    return provenance.play_command(run.experiment, run.within, run.place, more)


def bot_rows(runs: Sequence[ReportRun]) -> list[Row]:
    """Return a row for each bot that plays: its name, its game, how it plays, what its weights are for."""
    from conquestlab.analysis.bots.bot_list import said_mix
    from conquestlab.analysis.bots.named_bots import shipped_bots

    found = {}
    for run in runs:
        engine = run.experiment.engine
        known = shipped_bots(engine) | engine.plain_bots
        for bot in run.experiment.seated:
            if bot.is_from_user:
                how = say("brought along")
            elif bot.name in known:
                how = known[bot.name]
            else:
                how = said_mix(bot) if bot.mix else say("policy {policy}", policy=bot.policy)
            row = {"bot": bot.name, "game": engine.name, "how": how}
            row |= {marked("weights for"): bot.tuned_for if bot.weights else "", "hash": bot.hash}
            found[bot.name, bot.hash] = row
    return list(found.values())


def missing_words(runs: Sequence[ReportRun]) -> list[str]:
    """Say, a sentence each, what the runs of a page lack."""
    said = []
    for name, run in zip(name_runs(runs), runs, strict=True):
        games, wanted = run.games, run.experiment.games
        about = f"{name}: " if len(runs) > 1 else ""
        if not games:
            said.append(
                say(
                    "{about}the first games are not there, so there are no measures; {way_on}",
                    about=about,
                    way_on=_way_on(run),
                )
            )
        elif not run.is_whole and run.within is not None:
            said.append(
                say(
                    "{about}the run is unfinished: win shares are not known to {within} yet, and {games} "
                    "games are there; {way_on}",
                    about=about,
                    within=numerals(f"{run.within:g}"),
                    games=numerals(f"{games:,}"),
                    way_on=_way_on(run),
                )
            )
        elif not run.is_whole:
            said.append(
                say(
                    "{about}the run is unfinished: {games} of {wanted} games are there, from the first "
                    "on without a gap; {way_on}",
                    about=about,
                    games=numerals(f"{games:,}"),
                    wanted=numerals(f"{wanted:,}"),
                    way_on=_way_on(run),
                )
            )
        if not run.experiment.rotate and len(set(run.experiment.bots)) > 1:
            said.append(
                say(
                    "{about}each bot stayed in its seat, so what is said of a seat is said of its bot too",
                    about=about,
                )
            )
        if games == 1:
            said.append(
                say("{about}one game alone has no intervals and says nothing about the next one", about=about)
            )
        if run.tally is not None and not run.tally.wins.games:
            said.append(
                say(
                    "{about}nobody won a game, so there are no measures of seats, of winners or of leaders",
                    about=about,
                )
            )
    return said


def missing_results(results: Sequence[Result]) -> list[str]:
    """Say, a sentence each, which results of other commands hold nothing that could be shown."""
    said = []
    for result in results:
        columns = ("difference",) if result.kind == "compare" else ("value",)
        if not result.rows:
            said.append(
                say(
                    "{place} has no rows: conquest {kind} has found nothing to tell",
                    place=result.place,
                    kind=result.kind,
                )
            )
        elif not (result.with_numbers(*columns) or any(row.get("sign") for row in result.rows)):
            said.append(
                say(
                    "{place} has no {columns} in any of its rows, so there is no figure of it",
                    place=result.place,
                    columns=columns[0],
                )
            )
    return said


def _way_on(run: ReportRun) -> str:
    return (
        say("go on with: {play_command}", play_command=play_command(run))
        if run.place
        else say("it was interrupted")
    )
