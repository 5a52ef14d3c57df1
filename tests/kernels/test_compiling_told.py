"""Who asks is told how far the compiling is, and nobody else."""

from conquestlab.kernels.compiling.told import Compiling, tell, telling


def test_who_asks_is_told_until_that_ends():
    told, told_besides = [], []
    tell(Compiling(0, 3, ""))
    with telling(told.append):
        tell(Compiling(1, 3, "begin"))
        with telling(told_besides.append):
            tell(Compiling(2, 3, "finish"))
        tell(None)
    tell(Compiling(3, 3, "advance"))
    assert told == [Compiling(1, 3, "begin"), Compiling(2, 3, "finish"), None]
    assert told_besides == [Compiling(2, 3, "finish")]
