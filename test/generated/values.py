# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Integer expressions of CUDA as text, with their type and bounds: what is in bounds needs no wrapping as an index."""
TYPES = {'signed char': (8, True), 'unsigned char': (8, False), 'short': (16, True), 'unsigned short': (16, False), 'int': (32, True), 'unsigned': (32, False),
         'long long': (64, True), 'size_t': (64, False)}
SMALL = 1 << 15  # indices beyond are wrapped


def bounds(type_):
    bits, signed = TYPES[type_]
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)


def promoted(type_):
    return type_ if TYPES[type_][0] >= 32 else 'int'


def common(a, b):
    a, b = promoted(a), promoted(b)
    (m, s), (n, t) = TYPES[a], TYPES[b]
    if m != n:
        return a if m > n else b
    return a if not s else b


class Value:
    """Text of an integer expression (an operand as it stands), its C type, smallest and largest value."""

    def __init__(self, type_, text, low, high):
        self.type, self.text, self.low, self.high = type_, text, low, high

    def within(self, low, high):
        return low <= self.low and self.high <= high


def constant(v):
    return Value('int', str(v) if v >= 0 else f'({v})', v, v)


def cast(type_, e, style=0):
    low, high = bounds(type_)
    if not e.within(low, high):
        e = Value(e.type, e.text, low, high)
    return Value(type_, [f'({type_}){e.text}', f'static_cast<{type_}>({e.text})'][style], e.low, e.high)


def clipped(type_, text, low, high):
    """A value of the type: None where it may overflow, all of the type where it may wrap."""
    a, b = bounds(type_)
    if a <= low and high <= b:
        return Value(type_, text, low, high)
    return None if TYPES[type_][1] else Value(type_, text, a, b)


def as_type(e, type_):
    """Bounds of e as an operand of the type."""
    a, b = bounds(type_)
    return (e.low, e.high) if e.within(a, b) else (a, b)


def arithmetic(op, a, b):
    """a op b; None where it could overflow, divide by zero or shift too far."""
    if op in ('<<', '>>'):
        return shift(op, a, b)
    t = common(a.type, b.type)
    (p, q), (x, y) = as_type(a, t), as_type(b, t)
    text = f'({a.text} {op} {b.text})'
    if op in '+-*':
        f = {'+': lambda u, v: u + v, '-': lambda u, v: u - v, '*': lambda u, v: u * v}[op]
        all_ = [f(u, v) for u in (p, q) for v in (x, y)]
        return clipped(t, text, min(all_), max(all_))
    if op in '/%':
        if x <= 0 <= y or (x <= -1 <= y):
            return None
        m = max(abs(x), abs(y)) - 1
        if op == '%':
            return Value(t, text, -min(m, -p) if p < 0 else 0, min(m, q) if q > 0 else 0)
        all_ = [int(u / v) if abs(u) < 1 << 50 else u // v for u in (p, q) for v in (x, y)]
        return Value(t, text, min(all_ + [0]), max(all_ + [0]))
    return bitwise(op, t, text, (p, q), (x, y))


def bitwise(op, t, text, a, b):
    if op == '&' and (a[0] >= 0 or b[0] >= 0):
        return Value(t, text, 0, min(v[1] for v in (a, b) if v[0] >= 0))
    bits = max(max(abs(v).bit_length() for v in a), max(abs(v).bit_length() for v in b))
    top = (1 << bits) - 1
    low, high = bounds(t)
    return Value(t, text, 0 if a[0] >= 0 and b[0] >= 0 else max(low, -top - 1), min(high, top))


def shift(op, a, b):
    t = promoted(a.type)
    if b.low < 0 or b.high >= TYPES[t][0]:
        return None
    text = f'({a.text} {op} {b.text})'
    if op == '>>':
        all_ = [u >> v for u in (a.low, a.high) for v in (b.low, b.high)]
        return Value(t, text, min(all_), max(all_))
    return None if a.low < 0 else clipped(t, text, a.low << b.low, a.high << b.high)


def choice(c, a, b):
    t = common(a.type, b.type)
    (p, q), (x, y) = as_type(a, t), as_type(b, t)
    return Value(t, f'({c} ? {a.text} : {b.text})', min(p, x), max(q, y))


def wrapped(r, e, low, high):
    """Text that brings e into low..high (low is 0 or -high)."""
    if e.within(low, high):
        return e
    n = high + 1
    if low < 0:
        return Value(promoted(e.type), f'({e.text} % {n})', -high if e.low < 0 else 0, high)
    if not n & (n - 1) and r.random() < 0.6:
        return Value(promoted(e.type), f'({e.text} & {high})', 0, high)
    if e.low < 0:
        return Value('unsigned', f'((unsigned){e.text} % {n}u)', 0, high)
    return Value(promoted(e.type), f'({e.text} % {n})', 0, high)
