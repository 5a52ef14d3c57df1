"""Records: copying a part of one, where the whole would take longer."""

from numba import types
from numba.core import cgutils

from conquestlab.kernels.compiling.jit import instruction


def _plain_copy_fields(target, source, first, last):
    for name, (_, place, *_) in target.dtype.fields.items():
        if first <= place < last:
            target[name] = source[name]


@instruction(_plain_copy_fields)
def copy_fields(typing_context, target, source, first, last):
    """Copy what lies from one place in a record to another, in bytes, into a record of the same dtype.

    With the JIT off a field is copied as a whole if it begins there, so no field may be needed that begins
    before either place and ends behind it.
    """

    def generate(context, builder, signature, arguments):
        to, of, begin, end = arguments
        one = builder.gep(to, [cgutils.intp_t(0), begin])
        other = builder.gep(of, [cgutils.intp_t(0), begin])
        cgutils.raw_memcpy(builder, one, other, builder.sub(end, begin), 1)
        return context.get_dummy_value()

    return types.none(target, source, types.int64, types.int64), generate
