"""The log: lines of numbers, written at once where the caller wants them.

While `advance` plays, the position holds the address of the caller's log. So a step can write an event with
nothing but the position. If no log is kept, the only cost is to look at that address, while passing an array
down would cost ten nanoseconds a call.
"""

from llvmlite import ir
from numba.core import cgutils, types

from conquestlab.kernels.compiling.jit import instruction, jit
from conquestlab.kernels.compiling.policies import numbers_at
from conquestlab.kernels.shared.contract import EVENT_WIDTH, ROOM

WORD = ir.IntType(64)
BYTES = 8  # of a number
HALF = 1 << 63


@jit
def open_log(position, events):
    """Write from now on into `events`, int64 (lines, EVENT_WIDTH), behind those told; no lines keep none."""
    position["log_lines"] = len(events)
    position["log"] = 0
    if len(events):
        position["log"] = events.ctypes.data


@jit
def close_log(position):
    """Write nothing any more: a position that is copied, or played on later, keeps no hold of the log."""
    position["log"] = 0


@jit
def has_room(position):
    """Tell whether a step may be played: no log is kept, or enough of its lines are left."""
    return position["log"] == 0 or position["log_lines"] - position["logged"] >= ROOM


def _plain_write(position, kind, player, parts):
    if position["log"]:
        line = numbers_at(int(position["log"] + BYTES * EVENT_WIDTH * position["logged"]), EVENT_WIDTH)
        line[:] = 0
        for column, number in enumerate((kind, player, *parts)):
            line[column] = (int(number) + HALF) % (2 * HALF) - HALF  # a set of 64 things may be below zero
        position["logged"] += 1


def _writer(module, width):
    """Return the function of a module that writes a line of so many numbers, apart from its callers."""
    kind = ir.FunctionType(ir.VoidType(), [WORD, WORD.as_pointer(), *[WORD] * width])
    function = cgutils.get_or_insert_function(module, kind, f"conquestlab.write_{width}")
    if function.is_declaration:
        function.linkage = "linkonce_odr"
        for attribute in ("noinline", "cold", "nounwind"):
            function.attributes.add(attribute)
        builder = ir.IRBuilder(function.append_basic_block())
        log, place, *numbers = function.args
        told = builder.load(place)
        line = builder.gep(builder.inttoptr(log, WORD.as_pointer()), [builder.mul(told, WORD(EVENT_WIDTH))])
        for column in range(EVENT_WIDTH):
            number = numbers[column] if column < width else WORD(0)
            builder.store(number, builder.gep(line, [WORD(column)]))
        builder.store(builder.add(told, WORD(1)), place)
        builder.ret_void()
    return function


@instruction(_plain_write)
def write_event(typing_context, position, kind, player, parts):
    """Write a line into the log, if one is kept, and count it.

    Parameters
    ----------
    position : record
    kind, player : int
        What happened, and the seat it happened to (NOBODY for none).
    parts : tuple of int
        The rest of the line, as long as it may be; what is left of it is set to 0.
    """

    def generate(context, builder, signature, arguments):
        record, given = signature.args[0], list(arguments[1:3])
        given += [builder.extract_value(arguments[3], place) for place in range(len(parts))]
        of_types = [*signature.args[1:3], *parts]

        def field(name):
            return cgutils.get_record_member(builder, arguments[0], record.offset(name), WORD)

        log = builder.load(field("log"))
        with cgutils.if_unlikely(builder, cgutils.is_not_null(builder, log)):
            numbers = [
                context.cast(builder, number, of_type, types.int64)
                for number, of_type in zip(given, of_types, strict=True)
            ]
            builder.call(_writer(builder.module, len(numbers)), [log, field("logged"), *numbers])
        return context.get_dummy_value()

    if not isinstance(parts, types.BaseTuple) or len(parts) > EVENT_WIDTH - 2:
        raise TypeError(f"the parts of an event are a tuple of at most {EVENT_WIDTH - 2}")
    return types.none(position, kind, player, parts), generate
