"""Work in chunks over threads: everything done once, results in order, an end on errors."""

import threading

import pytest

from conquestlab.analysis.cores import cores, in_chunks
from conquestlab.analysis.errors import WrongUse


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


def test_one_who_takes_no_more_results_ends_the_work():
    begun = []
    results = in_chunks(lambda first, size: begun.append(first), 10_000, 1, 2)
    next(results)
    results.close()
    assert len(begun) < 100


def test_no_jobs_are_refused():
    with pytest.raises(WrongUse, match="give 1 or more"):
        list(in_chunks(lambda first, size: None, 1, 1, 0))


def test_there_is_a_core():
    assert cores() >= 1
