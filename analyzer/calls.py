"""What the kernels need of the machine that numba has no word for: to call at an address, and to copy a record."""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic
def call_at(typing, address, view, params):
    """Call the strategy at `address`; what it raises comes out here."""
    result = types.int64
    arguments = (view, params)

    def build(context, builder, signature, values):
        kind = context.call_conv.get_function_type(result, arguments)
        function = builder.inttoptr(values[0], ir.PointerType(kind))
        status, answer = context.call_conv.call_function(builder, function, result, arguments, values[1:])
        with builder.if_then(status.is_error, likely=False):
            context.call_conv.return_status_propagate(builder, status)
        return answer

    return result(types.int64, *arguments), build


@intrinsic
def copy_record(typing, into, record):
    """Copy a whole record into another of the same kind, as one piece: `into[0] = record` does it byte by byte."""
    if into != record:
        raise TypeError("only a record of the same kind can be copied")

    def build(context, builder, signature, values):
        cgutils.raw_memcpy(builder, *values, context.get_constant(types.intp, into.size), 1)
        return context.get_dummy_value()

    return types.void(into, record), build
