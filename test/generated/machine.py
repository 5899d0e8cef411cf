# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""C integers and the memory rules of 32-byte-sector GPUs, written down a second time: the reference for generated kernels.

Nothing here is shared with the program under test. Integers: two's complement, unsigned wraps, signed overflow, division
by zero and oversized shifts are undefined (Undefined is raised and the kernel thrown away). Memory: ../../docs/design.md,
"Model".
"""


class Undefined(Exception):
    """The kernel does something that C++ or the hardware leaves open; not a test."""


class Int:
    """An integer type."""

    def __init__(self, spelling, bits, signed, rank):
        self.spelling, self.bits, self.signed, self.rank = spelling, bits, signed, rank
        self.lo = -(1 << (bits - 1)) if signed else 0
        self.hi = (1 << (bits - 1)) - 1 if signed else (1 << bits) - 1

    def wrap(self, v):
        v &= (1 << self.bits) - 1
        return v - (1 << self.bits) if self.signed and v >> (self.bits - 1) else v

    def holds(self, other):
        return self.lo <= other.lo and other.hi <= self.hi

    def __repr__(self):
        return self.spelling


BOOL = Int('bool', 1, False, 0)
I8, U8 = Int('signed char', 8, True, 1), Int('unsigned char', 8, False, 1)
I16, U16 = Int('short', 16, True, 2), Int('unsigned short', 16, False, 2)
I32, U32 = Int('int', 32, True, 3), Int('unsigned', 32, False, 3)
I64, U64 = Int('long long', 64, True, 4), Int('size_t', 64, False, 4)
TYPES = {t.spelling: t for t in (BOOL, I8, U8, I16, U16, I32, U32, I64, U64)}


def promoted(t):
    return I32 if t.rank < 3 else t


def common(a, b):
    """The usual arithmetic conversions."""
    a, b = promoted(a), promoted(b)
    if a.rank != b.rank:
        return a if a.rank > b.rank else b
    return a if not a.signed else b


def checked(t, v):
    """The result of signed arithmetic."""
    if not t.lo <= v <= t.hi:
        raise Undefined('signed overflow')
    return v


def divide(a, b):
    if b == 0:
        raise Undefined('division by zero')
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def remainder(a, b):
    return a - divide(a, b) * b


def shift(t, op, a, by):
    if not 0 <= by < t.bits or (op == '<<' and a < 0):
        raise Undefined('shift')
    if op == '>>':
        return a >> by
    return checked(t, a << by) if t.signed else t.wrap(a << by)


# ---- memory ------------------------------------------------------------------------------------------------

SECTOR = 32
BANKS = 32


def sectors(request, size):
    """`request`: (lane, address) pairs. Distinct sectors of all bytes."""
    out = set()
    for _, a in request:
        out.update(range(a // SECTOR, (a + size - 1) // SECTOR + 1))
    return len(out)


def used_bytes(request, size):
    out = set()
    for _, a in request:
        out.update(range(a, a + size))
    return len(out)


def ideal_sectors(request, size):
    return -(-used_bytes(request, size) // SECTOR)


def pairs_agree(request, distance):
    at = dict(request)
    return all(at.get(lane ^ distance, a) == a for lane, a in request)


def phases(request, size, is_load):
    """The groups of lanes that one trip through the banks serves."""
    each = 32 if size <= 4 else 16 if size == 8 else 8
    if size > 4 and is_load and (pairs_agree(request, 1) or pairs_agree(request, 2)):
        each *= 2
    out = {}
    for lane, a in request:
        out.setdefault(lane // each, []).append((lane, a))
    return out.values()


def words_in_a_bank(group, size):
    banks = {}
    for _, a in group:
        for word in range(a // 4, (a + size - 1) // 4 + 1):
            banks.setdefault(word % BANKS, set()).add(word)
    return max(len(words) for words in banks.values())


def ways(request, size, is_load):
    """Conflict degree: the most distinct words in one bank within one phase."""
    return max(words_in_a_bank(g, size) for g in phases(request, size, is_load))


def repeats_a_word(request):
    return len({a for _, a in request}) < len(request)


# ---- causes ------------------------------------------------------------------------------------------------


def shift_mends(request, size):
    """Would another start, all lanes moved alike, need no more sectors than the bytes fill?"""
    ideal = ideal_sectors(request, size)
    return any(sectors([(l, a + s) for l, a in request], size) == ideal for s in range(1, SECTOR))


def lane_stride(request):
    """The one distance between neighbouring lanes, or None."""
    strides = set()
    for (l, a), (k, b) in zip(request, request[1:]):
        if (b - a) % (k - l):
            return None
        strides.add((b - a) // (k - l))
    return strides.pop() if len(strides) == 1 else None


def is_affine(request, thread):
    """address = base + sx·x + sy·y + sz·z over the active lanes; `thread[lane]` = (x, y, z)."""
    slopes = [0, 0, 0]
    for axis in range(3):
        for i, (l, a) in enumerate(request):
            near = [b - a for k, b in request[i + 1:]
                    if all(thread[k][d] - thread[l][d] == (d == axis) for d in range(3))]
            if near:
                slopes[axis] = near[0]
                break
    l0, a0 = request[0]
    return all(a - a0 == sum(slopes[d] * (thread[l][d] - thread[l0][d]) for d in range(3)) for l, a in request)


def verdict(requests, size, align, records, thread_of):
    """(category, others that are as good) of a global access; `requests`: (warp, request) pairs."""
    if any(a % align for _, r in requests for _, a in r):
        return 'misaligned', set()
    bad = [(w, r) for w, r in requests if sectors(r, size) > ideal_sectors(r, size)]
    if not bad:
        return 'fine', set()
    mended = sum(shift_mends(r, size) for _, r in bad)
    strides = {lane_stride(r) for _, r in bad if len(r) > 1}
    affine = sum(lane_stride(r) is not None or is_affine(r, thread_of(w)) for w, r in bad)
    by_record = bool(records) and len(strides) == 1 and None not in strides and abs(next(iter(strides))) in records
    others = set()
    if 0 < mended < len(bad):
        others |= {'misaligned', 'strided', 'scattered'} | ({'aos-field'} if by_record else set())
    if 0 < affine < len(bad):
        others |= {'strided', 'scattered'}
    if mended * 2 > len(bad):
        return 'misaligned', others
    if by_record:
        return 'aos-field', others | {'strided'}
    return ('strided' if affine * 2 >= len(bad) else 'scattered'), others
