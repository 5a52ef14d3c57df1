"""Workers: everything done once, results in order, one end on errors, on Ctrl-C and on stopping early."""

import threading

import pytest
from simple_jobs import Killed, Sum

from conquestlab.analysis.bots.external_bots import ExternalBotFailed
from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.playing.workers import Done, Listener, add_up, cores, in_chunks, open_workers


@pytest.mark.parametrize("jobs", [1, 2, 7, None])
@pytest.mark.parametrize(("count", "chunk"), [(0, 5), (1, 5), (5, 5), (6, 5), (103, 1), (103, 10)])
def test_all_things_once_and_in_order(jobs, count, chunk):
    done = list(in_chunks(lambda first, size: list(range(first, first + size)), count, chunk, jobs))
    assert [thing for part in done for thing in part] == list(range(count))
    assert all(len(part) == chunk for part in done[:-1])


def test_chunks_run_side_by_side():
    meeting = threading.Barrier(2, timeout=30)
    assert len(list(in_chunks(lambda first, size: meeting.wait(), 6, 1, 2))) == 6


def test_an_error_ends_the_work():
    begun = []

    def work(first, size):
        begun.append(first)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(in_chunks(work, 10_000, 1, 2))
    assert len(begun) < 100


@pytest.mark.parametrize("jobs", [1, 2])
def test_one_who_takes_no_more_results_ends_the_work(jobs):
    begun = []
    results = in_chunks(lambda first, size: begun.append(first), 10_000, 1, jobs)
    next(results)
    results.close()
    assert len(begun) < 100


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_are_added_up_by_what_they_are_of(jobs):
    heard = []
    listener = Listener(played=heard.append)
    done = add_up((Sum(number, number % 3) for number in range(100)), open_workers(jobs), listener)
    assert done == Done({of: sum(range(of, 100, 3)) for of in range(3)})
    assert sum(heard) == 100


@pytest.mark.parametrize("jobs", [1, 3])
def test_it_stops_as_soon_as_it_is_enough_in_order(jobs):
    done = add_up(
        (Sum(1) for _ in range(10_000)), open_workers(jobs), Listener(), is_enough=lambda sums: sums[0] == 7
    )
    assert done == Done({0: 7})


@pytest.mark.parametrize("jobs", [1, 3])
def test_ctrl_c_keeps_what_was_done_before_it(jobs):
    def interrupt(games):
        heard.append(games)
        if len(heard) == 5:
            raise KeyboardInterrupt

    heard = []
    done = add_up((Sum(1) for _ in range(10_000)), open_workers(jobs), Listener(played=interrupt))
    assert done == Done({0: 4}, interrupted=True)


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_failing_bot_keeps_what_was_done_before_it(jobs):
    failing = [Sum(1), Sum(1), Sum(1, fails=ExternalBotFailed("the bot ended")), Sum(1)]
    with pytest.raises(ExternalBotFailed, match="the bot ended") as failure:
        add_up(failing, open_workers(jobs), Listener())
    assert failure.value.outcome == Done({0: 2}, interrupted=True)


def test_processes_yield_in_order_and_say_what_fails():
    jobs = [Sum(number) for number in range(9)]
    done = list(open_workers(2, processes=True).results(jobs))
    assert [result for _, result in done] == list(range(9))
    assert [job for job, _ in done] == jobs
    with pytest.raises(WrongUse, match="no"):
        list(open_workers(2, processes=True).results([Sum(9, fails=WrongUse("no"))]))


def test_a_process_that_is_killed_is_told_in_one_line():
    with pytest.raises(Failed, match="was killed: try again with fewer --jobs"):
        list(open_workers(2, processes=True).results([Killed(1)]))


def test_no_jobs_are_refused():
    with pytest.raises(WrongUse, match="give 1 or more"):
        list(in_chunks(lambda first, size: None, 1, 1, 0))


def test_there_is_a_core():
    assert cores() >= 1
