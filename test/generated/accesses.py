# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements that access memory: arrays, records, vectors, tiles; and the control flow around them."""
from texts import Expr, binary, cast, choose, const, converted
from ints import accumulated, any_index, atom, condition, index, lane_atom, linear, named, plain_index, some_int, wrapped
from machine import I32, I64, U32, U64

# spelling, bytes, how to make one from the float v
SCALARS = [('float', 4), ('float', 4), ('float', 4), ('int', 4), ('double', 8), ('unsigned char', 1), ('short', 2), ('unsigned', 4), ('long long', 8),
           ('char', 1), ('unsigned short', 2)]
VECTORS = [('float2', 8, 8), ('float4', 16, 16), ('int2', 8, 8), ('uint4', 16, 16), ('double2', 16, 16), ('uchar4', 4, 4), ('short2', 4, 4), ('int4', 16, 16), ('uchar2', 2, 2)]
VECTOR_FIELDS = {'float2': ('xy', 4), 'float4': ('xyzw', 4), 'int2': ('xy', 4), 'uint4': ('xyzw', 4), 'double2': ('xy', 8), 'uchar4': ('xyzw', 1), 'short2': ('xy', 2),
                 'int4': ('xyzw', 4), 'uchar2': ('xy', 1), 'float3': ('xyz', 4), 'int3': ('xyz', 4)}


def pointer(k, r, type_, is_const, restrict=True):
    """A parameter that points to memory; its Python name is a place."""
    p = k.fresh('p')
    shift = r.choice([0, 0, 0, 0, 0, 0, 0, 1, 2, 8, 3]) if k.may_shift else 0
    q = ' __restrict__' if r.random() < 0.1 and restrict else ''
    k.params.append((f'{"const " if is_const else ""}{type_}*{q} {p}', ('pointer', type_, shift)))
    k.shifts[p] = shift
    return p


def place(k, p, size, e):
    return f'O({p!r},{k.shifts.get(p, 0)}*{size}+({e.py})*{size})'


def element(k, r, p, type_, is_const, e):
    """Text of p[e]."""
    kind = r.randrange(12)
    c = 'const ' if is_const else ''
    if kind == 0:
        return f'*({p} + {e.at(13)})'
    if kind == 1:
        return f'(&{p}[0])[{e.cu}]'
    if kind == 2:
        return f'*(reinterpret_cast<{c}{type_}*>(reinterpret_cast<{c}char*>({p}) + ({e.cu}) * sizeof({type_})))' if not e.type.signed or e.type.bits == 64 else f'{p}[{e.cu}]'
    if kind == 3:
        q = k.fresh('q')
        k.line(f'{c}{type_}* {q} = {p} + {e.at(13)};')
        return r.choice([f'*{q}', f'{q}[0]'])
    if kind == 4 and r.random() < 0.5:
        q = k.fresh('q')
        k.line(f'{c}{type_}& {q} = {p}[{e.cu}];')
        return q
    return f'{p}[{e.cu}]'


def value(type_):
    """Text that stores something of the type."""
    if type_ in VECTOR_FIELDS:
        return f'make_{type_}({", ".join("v" for _ in VECTOR_FIELDS[type_][0])})'
    return 'v' if type_ == 'float' else f'({type_})v'


def use(type_, text):
    """Adds a loaded value to v."""
    if type_ in VECTOR_FIELDS:
        return f'{{ {type_} w = {text}; v += {" + ".join("w." + c for c in VECTOR_FIELDS[type_][0])}; }}'
    return f'v += {text};'


def scalar_type(r):
    if r.random() < 0.2:
        t, size, align = r.choice(VECTORS)
        return t, size, align
    t, size = r.choice(SCALARS)
    return t, size, size


def load(k, r, e=None):
    t, size, align = scalar_type(r)
    e = e or any_index(k, r)
    p = pointer(k, r, t, True)
    if r.random() < 0.2:
        return load_through(k, r, p, t, size, e)
    text = element(k, r, p, t, True, e)
    if r.random() < 0.12 and not text.startswith('q'):
        f = r.choice(['__ldg', '__ldcs', '__ldcg', '__ldca'])
        text = f'{f}(&{text})' if r.random() < 0.5 else f'{f}({p} + {e.at(13)})'
    s = k.site('global', 'load', size, text, align)
    k.line(use(t, text), [s])
    k.pline(k.log(s, place(k, p, size, e)))


def load_through(k, r, p, t, size, e):
    """In a helper, or through a class."""
    f = k.name + k.fresh('g')
    kind = r.randrange(4)
    s = k.site('global', 'load', size, f'{p}[..]', size)
    if kind == 0:
        k.prelude.append((f'__device__ {t} {f}(const {t}* q, {e.type.spelling} j) {{', []))
        k.prelude.append((f'    return {r.choice(["q[j]", "*(q + j)"])};', [s]))
        k.prelude.append(('}', []))
        k.line(use(t, f'{f}({p}, {e.cu})'))
    elif kind == 1:
        k.prelude.append((f'template <class T> __device__ T {f}(const T* q) {{', []))
        k.prelude.append(('    return *q;', [s]))
        k.prelude.append(('}', []))
        k.line(use(t, f'{f}({p} + {e.at(13)})' if r.random() < 0.5 else f'{f}(&{p}[{e.cu}])'))
    elif kind == 2:
        k.prelude += [(f'struct {f} {{', []), (f'    const {t}* q; int off;', []), (f'    __device__ {t} operator[]({e.type.spelling} j) const {{', []),
                      ('        return q[j + off];', [s]), ('    }', []), ('};', [])]
        off = r.choice([0, 0, 1, 8, 32])
        v = k.fresh('o')
        k.line(f'{f} {v}{{{p}, {off}}};')
        k.line(use(t, f'{v}[{e.cu}]'))
        e = binary('+', e, const(off))
    else:
        v = k.fresh('get')
        k.line(f'auto {v} = [=]({e.type.spelling} j) {{')
        k.line(f'    return {p}[j];', [s])
        k.line('};')
        k.line(use(t, f'{v}({e.cu})'))
    k.pline(k.log(s, place(k, p, size, e)))


def store(k, r, e=None):
    t, size, align = scalar_type(r)
    e = e or any_index(k, r)
    p = pointer(k, r, t, False)
    text = element(k, r, p, t, False, e)
    if r.random() < 0.1 and not text.startswith('q'):
        s = k.site('global', 'store', size, text, align)
        k.line(f'{r.choice(["__stcs", "__stcg", "__stwb"])}(&{text}, {value(t)});', [s])
    else:
        s = k.site('global', 'store', size, text, align)
        k.line(f'{text} = {value(t)};', [s])
    k.pline(k.log(s, place(k, p, size, e)))


def update(k, r):
    t, size = r.choice(SCALARS)
    e = any_index(k, r)
    p = pointer(k, r, t, False)
    text = element(k, r, p, t, False, e)
    s = k.site('global', 'load+store', size, text)
    k.line(r.choice([f'{text} += {value(t)};', f'{text} *= 2;', f'{text}++;' if not text.startswith('*') else f'{text} -= 1;']), [s])
    k.pline(k.log(s, place(k, p, size, e)))


def atomic(k, r):
    t, size = r.choice([('float', 4), ('int', 4), ('unsigned', 4), ('double', 8), ('unsigned long long', 8)])
    e = plain_index(k, r) if r.random() < 0.7 else any_index(k, r)
    p = pointer(k, r, t, False)
    s = k.site('global', 'atomic', size, f'{p}[{e.cu}]')
    f = r.choice(['atomicAdd', 'atomicAdd', 'atomicMax' if t in ('int', 'unsigned') else 'atomicAdd', 'atomicExch' if size == 4 else 'atomicAdd'])
    k.line(f'{f}(&{p}[{e.cu}], ({t})1);' if r.random() < 0.6 else f'{f}({p} + {e.at(13)}, ({t})v);', [s])
    k.pline(k.log(s, place(k, p, size, e)))


# ---- records -----------------------------------------------------------------------------------------------


class Record:
    """A struct with its layout."""

    def __init__(self, name):
        self.name, self.fields, self.size, self.align = name, [], 0, 1

    def add(self, type_, name, size, align, count=None, inner=None, packed=False):
        align = 1 if packed else align
        at = -(-self.size // align) * align
        total = size * (count or 1)
        self.fields.append((name, type_, at, size, count, inner))
        self.size, self.align = at + total, max(self.align, align)

    def close(self, align=None):
        self.align = max(self.align, align or 1)
        self.size = -(-self.size // self.align) * self.align


FIELD_TYPES = [('float', 4), ('float', 4), ('int', 4), ('double', 8), ('short', 2), ('unsigned char', 1), ('float', 4)]


def record(k, r, depth=0):
    rec = Record(k.name + k.fresh('R'))
    packed = r.random() < 0.08 and depth == 0
    parts = []
    for i in range(r.choice([1, 2, 2, 3, 4, 5, 6]) if depth == 0 else r.choice([1, 2, 3])):
        f, n = f'f{i}', None
        x = r.random()
        if x < 0.15 and depth < 2 and not packed:
            inner = record(k, r, depth + 1)
            n = r.choice([None, None, 2, 3])
            rec.add(inner.name, f, inner.size, inner.align, n, inner)
            parts.append(f'{inner.name} {f}{f"[{n}]" if n else ""};')
        elif x < 0.3 and not packed:
            t, size, align = r.choice([('float2', 8, 8), ('float4', 16, 16), ('float3', 12, 4), ('uchar4', 4, 4), ('int2', 8, 8)])
            rec.add(t, f, size, align)
            parts.append(f'{t} {f};')
        else:
            t, size = r.choice(FIELD_TYPES)
            n = r.choice([None, None, None, 2, 3, 4])
            rec.add(t, f, size, size, n, None, packed)
            parts.append(f'{t} {f}{f"[{n}]" if n else ""};')
    align = r.choice([8, 16, 32]) if r.random() < 0.15 and not packed else None
    rec.close(align)
    attribute = '__attribute__((packed)) ' if packed else f'{r.choice(["alignas", "__align__"])}({align}) ' if align else ''
    k.prelude.append((f'struct {attribute}{rec.name} {{ {" ".join(parts)} }};', []))
    rec.packed = packed
    return rec


def leaf(k, r, rec, uniform_env):
    """Down to a scalar: (text, offset text in Python, size, type, record sizes on the way)."""
    name, type_, at, size, count, inner = r.choice(rec.fields)
    text, off, sizes = f'.{name}', str(at), [rec.size]
    if count:
        if r.random() < 0.75 or not uniform_env:
            i = r.randrange(count)
            text, off = text + f'[{i}]', f'{off}+{i * size}'
        else:
            j = binary('%', r.choice(uniform_env), const(count))
            text, off = text + f'[{j.cu}]', f'{off}+({j.py})*{size}'
    if inner:
        t, o, s, ty, more = leaf(k, r, inner, uniform_env)
        return text + t, f'{off}+{o}', s, ty, sizes + more
    if type_ in VECTOR_FIELDS and r.random() < 0.7:
        letters, each = VECTOR_FIELDS[type_]
        i = r.randrange(len(letters))
        whole = size
        return text + '.' + letters[i], f'{off}+{i * each}', each, 'float', sizes + [whole]
    return text, off, size, type_, sizes


def field(k, r):
    """One member of an array of records."""
    rec = record(k, r)
    e = r.choice([plain_index(k, r), any_index(k, r)])
    text, off, size, type_, sizes = leaf(k, r, rec, k.uniform)
    if type_ == 'float3':
        return
    is_store = r.random() < 0.3
    p = pointer(k, r, rec.name, not is_store)
    how = r.randrange(4)
    if how == 0:
        q = k.fresh('q')
        k.line(f'{"" if is_store else "const "}{rec.name}* {q} = {p} + {e.at(13)};')
        lvalue = f'{q}->{text[1:]}'
    elif how == 1:
        q = k.fresh('q')
        k.line(f'{"" if is_store else "const "}{rec.name}& {q} = {p}[{e.cu}];')
        lvalue = q + text
    else:
        lvalue = f'{p}[{e.cu}]{text}'
    align = 1 if rec.packed else size
    s = k.site('global', 'store' if is_store else 'load', size, lvalue, align, sizes, judged=not rec.packed)
    k.line(f'{lvalue} = {value(type_)};' if is_store else use(type_, lvalue), [s])
    k.pline(k.log(s, f'O({p!r},({k.shifts[p]}+({e.py}))*{rec.size}+{off})'))


def all_fields(k, r):
    """Every byte of the records, one access after the other."""
    n = r.choice([2, 3, 3, 4, 5, 6])
    t, size = r.choice([('float', 4), ('float', 4), ('int', 4), ('short', 2), ('double', 8), ('unsigned char', 1)])
    e = r.choice(k.usual)
    is_store = r.random() < 0.3
    group = k.fresh('group')
    flat = r.random() < 0.3
    if flat:
        p = pointer(k, r, t, not is_store)
    else:
        name = k.name + k.fresh('R')
        k.prelude.append((f'struct {name} {{ {t} {", ".join(f"f{i}" for i in range(n))}; }};', []))
        p = pointer(k, r, name, not is_store)
    order = list(range(n))
    if r.random() < 0.3:
        r.shuffle(order)
    unit = size if flat else n * size
    for i in order:
        lvalue = f'{p}[{n} * ({e.cu}) + {i}]' if flat else f'{p}[{e.cu}].f{i}'
        s = k.site('global', 'store' if is_store else 'load', size, lvalue, size, () if flat else (n * size,), group)
        k.line(f'{lvalue} = {value(t)};' if is_store else use(t, lvalue), [s])
        k.pline(k.log(s, f'O({p!r},{k.shifts[p]}*{unit}+({e.py})*{n * size}+{i * size})'))


def stencil(k, r):
    """Neighbours of one element."""
    t, size = r.choice([('float', 4), ('float', 4), ('double', 8), ('int', 4)])
    e = binary('+', r.choice(k.usual), const(8))
    p = pointer(k, r, t, True)
    k.shifts[p] = 0
    k.params[-1] = (k.params[-1][0], ('pointer', t, 0))
    group = k.fresh('group')
    for d in r.choice([(0, 1), (-1, 0, 1), (0, -1), (-2, -1, 0, 1, 2), (1, 0)]):
        at = binary('+', e, const(d)) if d >= 0 else binary('-', e, const(-d))
        s = k.site('global', 'load', size, f'{p}[{at.cu}]', size, (), group)
        k.line(use(t, f'{p}[{at.cu}]'), [s])
        k.pline(k.log(s, place(k, p, size, at)))


def whole_record(k, r):
    """A record copied as a whole: as many instructions as its alignment asks for."""
    t, size, align = r.choice([('float3', 12, 4), ('float2', 8, 8), ('float4', 16, 16), (None, 8, 4), (None, 12, 4), (None, 8, 8), (None, 16, 16), (None, 24, 8), (None, 6, 2)])
    if t is None:
        t = k.name + k.fresh('R')
        unit = {2: 'short', 4: 'float'}.get(align) or ('double' if size == 24 else 'float')
        each = {2: 2, 4: 4}.get(align) or (8 if size == 24 else 4)
        names = [f'f{i}' for i in range(size // each)]
        k.prelude.append((f'struct {f"alignas({align}) " if align > each else ""}{t} {{ {unit} {", ".join(names)}; }};', []))
    else:
        names = list(VECTOR_FIELDS[t][0])
    e = r.choice([plain_index(k, r), plain_index(k, r), any_index(k, r)])
    parts = size // align
    p = pointer(k, r, t, True)
    s = k.site('global', 'load', align, f'{p}[{e.cu}]', align, (size,), f'{p}whole' if parts > 1 else False, parts)
    w = k.fresh('w')
    k.line(f'{t} {w} = {p}[{e.cu}];', [s])
    k.line(f'v += {" + ".join(f"{w}.{n}" for n in names)};')
    for i in range(parts):
        k.pline(k.log(s, f'O({p!r},({k.shifts[p]}+({e.py}))*{size}+{i * align})', f'({i},)'))


# ---- vectors, rows -----------------------------------------------------------------------------------------


def reinterpreted(k, r):
    """A wide access to an array of scalars."""
    t, size, align = r.choice([('float4', 16, 16), ('float2', 8, 8), ('int4', 16, 16), ('double2', 16, 16), ('uint2', 8, 8)])
    under, each = {'float4': ('float', 4), 'float2': ('float', 4), 'int4': ('int', 4), 'double2': ('double', 8), 'uint2': ('unsigned char', 1)}[t]
    e = r.choice([plain_index(k, r), any_index(k, r)])
    p = pointer(k, r, under, True)
    k.shifts[p] = 0
    k.params[-1] = (k.params[-1][0], ('pointer', under, 0))
    if r.random() < 0.5:
        text = r.choice([f'reinterpret_cast<const {t}*>({p})[{e.cu}]', f'((const {t}*){p})[{e.cu}]'])
        where = f'O({p!r},({e.py})*{size})'
    else:
        n = size // each
        stride = r.choice([n, n, 2 * n, 4 * n])
        e = binary('*', e, const(stride))
        text = f'*reinterpret_cast<const {t}*>({p} + {e.at(13)})'
        where = f'O({p!r},({e.py})*{each})'
    fields = {'float4': 'xyzw', 'float2': 'xy', 'int4': 'xyzw', 'double2': 'xy', 'uint2': 'xy'}[t]
    s = k.site('global', 'load', size, text, align)
    w = k.fresh('w')
    k.line(f'{t} {w} = {text};', [s])
    k.line(f'v += {" + ".join(f"{w}.{c}" for c in fields)};')
    k.pline(k.log(s, where))


def two_dimensional(k, r):
    """A[i][j] through a pointer to rows, a global array or a row pointer."""
    n = r.choice([16, 32, 33, 48, 64, 100, 128, 130])
    row, col = r.choice(k.rows), r.choice(k.columns)
    if r.random() < 0.35:
        row, col = col, row
    if r.random() < 0.3:
        col = binary('+', col, const(r.choice([1, 8])))
    kind = r.randrange(4)
    if kind == 0:
        p = k.fresh('p')
        k.params.append((f'const float (*{p})[{n}]', ('rows', n, 0)))
        text, where = f'{p}[{row.cu}][{col.cu}]', f'O({p!r},(({row.py})*{n}+({col.py}))*4)'
    elif kind == 1:
        p = k.name + k.fresh('G')
        k.prelude.append((f'__device__ float {p}[512][{n}];', []))
        text, where = f'{p}[{row.cu}][{col.cu}]', f'O({p!r},(({row.py})*{n}+({col.py}))*4)'
    elif kind == 2:
        p, q = pointer(k, r, 'float', True), k.fresh('q')
        base = binary('*', row, const(n))
        k.line(f'const float* {q} = {p} + {base.at(13)};')
        text, where = f'{q}[{col.cu}]', f'O({p!r},{k.shifts[p]}*4+(({base.py})+({col.py}))*4)'
    else:
        p, v = pointer(k, r, 'float', True), k.fresh('M')
        k.prelude += [(f'struct {k.name}{v} {{ const float* d; int ld; __device__ float operator()(int r, int c) const {{', []), ]
        s = k.site('global', 'load', 4, 'd[r*ld+c]')
        k.prelude += [('    return d[r * ld + c];', [s]), ('} };', [])]
        k.line(f'{k.name}{v} {v}{{{p}, {n}}};')
        k.line(f'v += {v}({row.cu}, {col.cu});')
        k.pline(k.log(s, f'O({p!r},{k.shifts[p]}*4+(({row.py})*{n}+({col.py}))*4)'))
        return
    s = k.site('global', 'load', 4, text)
    k.line(f'v += {text};', [s])
    k.pline(k.log(s, where))


# ---- shared memory -----------------------------------------------------------------------------------------

SHARED_TYPES = [('float', 4), ('float', 4), ('float', 4), ('int', 4), ('double', 8), ('unsigned char', 1), ('short', 2), ('float2', 8), ('float4', 16), ('long long', 8)]


def shared_access(k, r, s, t, size, text, where):
    is_store = r.random() < 0.5
    x = r.random()
    op = 'store' if is_store else 'load'
    if x < 0.15 and t in ('float', 'int'):
        op = 'load+store'
        line = f'{text} += {value(t)};'
    elif x < 0.25 and t in ('float', 'int'):
        op = 'atomic'
        line = f'atomicAdd(&{text}, ({t})v);'
    else:
        line = f'{text} = {value(t)};' if is_store else use(t, text)
    site = k.site('shared', op, size, text)
    k.line(line, [site])
    k.pline(k.log(site, where))


def shared_tile(k, r):
    """A tile of one to three dimensions, indexed by the thread's coordinates in some order."""
    t, size = r.choice(SHARED_TYPES)
    dims = r.choice([1, 2, 2, 2, 3])
    shape = [r.choice([4, 8, 9, 16, 17, 20, 32, 33, 34, 36, 40, 64, 65]) for _ in range(dims)]
    if dims == 1:
        shape = [r.choice([128, 256, 512, 1024, 2048])]
    if dims == 3:
        shape = [r.choice([4, 8]), r.choice([4, 8, 9]), r.choice([8, 9, 16, 17, 32])]
    total = size
    for d in shape:
        total *= d
    if total > 40000:
        return
    s = k.fresh('tile')
    k.line(f'__shared__ {t} {s}{"".join(f"[{d}]" for d in shape)};')
    k.objects[s] = total
    for _ in range(r.choice([1, 1, 2])):
        subs = []
        for d in shape:
            e = r.choice(k.small + k.lanes) if dims > 1 else any_index(k, r)
            if dims > 1 and r.random() < 0.25:
                e = binary(r.choice('^+'), e, r.choice(k.small))
            if dims == 1 or r.random() < 0.4:
                e = binary('%', e, const(d)) if d & (d - 1) or r.random() < 0.5 else binary('&', e, const(d - 1))
            subs.append((e, d))
        where = '0'
        for e, d in subs:
            where = f'({where})*{d}+within({e.py},{d})'
        shared_access(k, r, s, t, size, s + ''.join(f'[{e.cu}]' for e, _ in subs), f'O({s!r},({where})*{size})')


def shared_records(k, r):
    rec = record(k, r)
    if rec.packed or rec.size > 128:
        return
    n = 8192 // rec.size
    s = k.fresh('tile')
    k.line(f'__shared__ {rec.name} {s}[{n}];')
    k.objects[s] = n * rec.size
    e = binary('%', any_index(k, r), const(n))
    text, off, size, type_, _ = leaf(k, r, rec, k.uniform)
    if type_ == 'float3':
        return
    shared_access(k, r, s, type_, size, f'{s}[{e.cu}]{text}', f'O({s!r},within({e.py},{n})*{rec.size}+{off})')


def shared_dynamic(k, r):
    """Dynamic shared memory, carved into arrays."""
    if k.dynamic:
        return
    k.dynamic = 16384
    k.objects['pool'] = k.dynamic
    k.line(f'extern __shared__ {r.choice(["__align__(16) ", "alignas(16) "])}unsigned char pool[];')
    at = 0
    for _ in range(r.choice([1, 2, 3])):
        t, size = r.choice([('float', 4), ('double', 8), ('int', 4), ('short', 2), ('float4', 16)])
        at = -(-at // size) * size
        n = r.choice([64, 128, 200, 256])
        if at + n * size > k.dynamic:
            return
        q = k.fresh('q')
        k.line(f'{t}* {q} = {r.choice([f"reinterpret_cast<{t}*>(pool + {at})", f"({t}*)&pool[{at}]", f"({t}*)(pool + {at})"])};')
        e = binary('%', any_index(k, r), const(n))
        shared_access(k, r, 'pool', t, size, f'{q}[{e.cu}]', f"O('pool',{at}+within({e.py},{n})*{size})")
        at += n * size


# ---- what runs around accesses -----------------------------------------------------------------------------


def inside(k, r, n=None):
    """Some accesses, nested."""
    marks = len(k.env), len(k.lanes), len(k.usual), len(k.small), len(k.uniform)
    for _ in range(n or r.choice([1, 1, 2])):
        r.choice(LEAVES)(k, r)
    for scope, mark in zip((k.env, k.lanes, k.usual, k.small, k.uniform), marks):
        del scope[mark:]


def guard(k, r):
    c = condition(k, r, r.choice(k.usual + k.env))
    kind = r.randrange(4)
    if kind == 0 and not k.counters:
        k.line(f'if ({c.cu}) {r.choice(["return;", "{ return; }"])}')
        k.pline(f'if {c.py}: return')
        return
    marks = [len(x) for x in (k.env, k.lanes, k.usual, k.small, k.uniform)]
    k.begin(f'if ({c.cu}) {{', f'if {c.py}:')
    (inside if r.random() < 0.8 else block)(k, r)
    drop(k, marks)
    if kind == 1:
        k.end('} else {')
        k.pline('else:')
        k.depth += 1
        k.pline('pass')
        inside(k, r, 1)
    k.end()


def bound(k, r):
    return const(r.choice([1, 2, 3, 4, 5, 8, 10, 16, 33, 40]))


def leave(k, r, steps):
    """break or continue under a condition."""
    c = condition(k, r)
    if r.random() < 0.5:
        k.line(f'if ({c.cu}) break;')
        k.pline(f'if {c.py}: break')
    else:
        k.line(f'if ({c.cu}) continue;')
        k.pline(f'if {c.py}:')
        for s in steps:
            k.pline('    ' + s)
        k.pline('    continue')


def enter(k, r, head, before, test, var, steps, varies):
    """Opens a loop; `steps` are its Python step lines."""
    c = k.fresh('c')
    k.pline(f'{c} = 0')
    for b in before:
        k.pline(b)
    k.begin(head, f'while {test}:')
    k.pline('tick()')
    k.counters.append(c)
    for scope in [k.env] + ([k.lanes, k.usual] if varies else [k.uniform, k.small]):
        scope.append(var)
    return [f'{c} += 1'] + steps


def close(k, steps, tail='}'):
    for s in steps:
        k.pline(s)
    k.end(tail)
    k.counters.pop()


def for_loop(k, r):
    t, j = r.choice([I32, I32, I32, U32, I64]), k.fresh('j')
    v = Expr(t, j, j)
    varies = r.random() < 0.35
    start = lane_atom(k, r) if varies else r.choice([const(0), const(0), const(1), atom(k, r)] + k.uniform)
    end = bound(k, r)
    kind = r.randrange(5)
    if kind == 0:
        start, end = const(0), bound(k, r)
        varies = False
    elif kind == 1:
        step = r.choice([const(32), const(64), Expr(U32, 'blockDim.x', 'dx')])
        end = const(r.choice([64, 100, 128, 256, 300]))
    if kind != 1:
        step = const(r.choice([1, 1, 1, 2, 3, 4]))
    test = binary('<', v, end)
    inc = binary('+', v, step)
    one = step.py == '1'
    head = f'for ({t.spelling} {j} = {start.cu}; {test.cu}; {r.choice(["++" + j, j + "++", j + " += 1"]) if one else f"{j} += {step.cu}"}) {{'
    if r.random() < 0.15:
        k.line('#pragma unroll')
    marks = [len(x) for x in (k.env, k.lanes, k.usual, k.small, k.uniform)]
    steps = enter(k, r, head, [f'{j} = {converted(start, t)}'], test.py, v, [f'{j} = {converted(inc, t)}'], varies)
    body(k, r, steps)
    close(k, steps)
    drop(k, marks)


def drop(k, marks):
    for scope, mark in zip((k.env, k.lanes, k.usual, k.small, k.uniform), marks):
        del scope[mark:]


def body(k, r, steps):
    if r.random() < 0.2:
        leave(k, r, steps)
    if len(k.counters) < 2 and r.random() < 0.2:
        r.choice([for_loop, geometric])(k, r)
    if r.random() < 0.2:
        guard(k, r)
    inside(k, r)
    if r.random() < 0.1:
        leave(k, r, steps)


def geometric(k, r):
    """s *= 2, s >>= 1, s /= 2: trees."""
    t, j = r.choice([I32, U32]), k.fresh('j')
    v = Expr(t, j, j)
    down = r.random() < 0.5
    top = r.choice([8, 16, 32, 64, 128])
    if down:
        start, test, inc = const(top), binary('>', v, const(0)), r.choice([binary('>>', v, const(1)), binary('/', v, const(2))])
        text = f'{j} >>= 1' if '>>' in inc.cu else f'{j} /= 2'
    else:
        start, test, inc = const(1), binary(r.choice(['<', '<=']), v, const(top)), r.choice([binary('*', v, const(2)), binary('<<', v, const(1))])
        text = f'{j} <<= 1' if '<<' in inc.cu else f'{j} *= 2'
    marks = [len(x) for x in (k.env, k.lanes, k.usual, k.small, k.uniform)]
    steps = enter(k, r, f'for ({t.spelling} {j} = {start.cu}; {test.cu}; {text}) {{', [f'{j} = {start.py}'], test.py, v, [f'{j} = {converted(inc, t)}'], False)
    if r.random() < 0.6:
        a = lane_atom(k, r)
        c = r.choice([binary('<', a, v), binary('==', binary('%', a, binary('*', const(2), v)), const(0)), binary('==', binary('&', a, binary('-', v, const(1))), const(0))])
        k.begin(f'if ({c.cu}) {{', f'if {c.py}:')
        tree(k, r, a, v)
        k.end()
    else:
        tree(k, r, lane_atom(k, r), v)
    close(k, steps)
    drop(k, marks)


def tree(k, r, a, s):
    """An access at a, a + s, 2·s·a …"""
    e = r.choice([a, binary('+', a, s), binary('*', binary('*', const(2), s), a), binary('^', a, s), binary('*', a, s), binary('+', binary('*', a, s), s)])
    if r.random() < 0.6:
        tile = k.fresh('tile')
        k.line(f'__shared__ float {tile}[4096];')
        k.objects[tile] = 16384
        e = binary('%', e, const(4096)) if r.random() < 0.3 else e
        shared_access(k, r, tile, 'float', 4, f'{tile}[{e.cu}]', f'O({tile!r},within({e.py},4096)*4)')
    else:
        r.choice([load, store])(k, r, e)


def while_loop(k, r):
    """while (j < n), while (true) with a break, do … while."""
    t, kind = r.choice([I32, I32, U32]), r.randrange(3)
    varies = r.random() < 0.4
    start = lane_atom(k, r) if varies else const(r.choice([0, 0, 1]))
    end = const(r.choice([5, 16, 40, 100, 128, 200]))
    step = r.choice([const(r.choice([1, 2, 7])), const(32), Expr(U32, 'blockDim.x', 'dx'), const(64)])
    marks = [len(x) for x in (k.env, k.lanes, k.usual, k.small, k.uniform)]
    v = k.declare(t, 'j', start)
    k.env.pop()
    j = v.py
    inc, test = f'{j} = {converted(binary("+", v, step), t)}', binary('<', v, end)
    if kind == 0:
        steps = enter(k, r, f'while ({test.cu}) {{', [], test.py, v, [inc], varies)
    elif kind == 1:
        steps = enter(k, r, r.choice(['while (true) {', 'for (;;) {', 'while (1) {']), [], 'True', v, [inc], varies)
        k.line(f'if (!({test.cu})) break;')
        k.pline(f'if not {test.py}: break')
    else:
        steps = enter(k, r, 'do {', [], 'True', v, [inc, f'if not {test.py}: break'], varies)
    inside(k, r)
    k.line(f'{v.cu} += {step.cu};')
    close(k, steps, f'}} while ({test.cu});' if kind == 2 else '}')
    drop(k, marks)


def walking(k, r):
    """A pointer that is advanced in the loop."""
    t, size = r.choice([('float', 4), ('float', 4), ('double', 8), ('int', 4), ('short', 2)])
    e, n = any_index(k, r), r.choice([1, 2, 4, 8, 16, 40])
    p, q, o = pointer(k, r, t, True), k.fresh('q'), k.fresh('o')
    step = r.choice([const(1), const(32), const(r.choice([2, 8, 100])), Expr(U32, 'blockDim.x', 'dx')])
    k.line(f'const {t}* {q} = {p} + {e.at(13)};')
    k.pline(f'{o} = {e.py}')
    kind = r.randrange(3)
    marks = [len(x) for x in (k.env, k.lanes, k.usual, k.small, k.uniform)]
    j = k.fresh('j')
    v = Expr(I32, j, j)
    inc = f'{o} = {o} + ({step.py})'
    s = k.site('global', 'load', size, f'*{q}')
    if kind == 0:
        steps = enter(k, r, f'for (int {j} = 0; {j} < {n}; ++{j}) {{', [f'{j} = 0'], f'{j} < {n}', v, [f'{j} += 1'], False)
        k.line(f'v += *{q};', [s])
        k.line(f'{q} += {step.cu};')
    elif kind == 1:
        steps = enter(k, r, f'for (int {j} = 0; {j} < {n}; ++{j}, {q} += {step.cu}) {{', [f'{j} = 0'], f'{j} < {n}', v, [f'{j} += 1'], False)
        k.line(f'v += {q}[0];', [s])
    else:
        end, last = k.fresh('e'), binary('*', const(n), step)
        k.line(f'const {t}* {end} = {q} + {last.at(13)};')
        k.pline(f'{j} = 0')
        steps = enter(k, r, f'while ({q} != {end}) {{' if r.random() < 0.5 else f'for (; {q} < {end};) {{', [], f'{j} < {n}', v, [f'{j} += 1'], False)
        k.env.pop()
        k.uniform.pop()
        k.small.pop()
        k.line(f'v += *{q};', [s])
        k.line(f'{q} += {step.cu};')
    k.pline(k.log(s, f'O({p!r},({k.shifts[p]}+{o})*{size})'))
    k.pline(inc)
    close(k, steps)
    drop(k, marks)


def grid_stride(k, r):
    t, j = r.choice([I32, I32, U32, U64]), k.fresh('i')
    v = Expr(t, j, j)
    start = binary('+', binary('*', Expr(U32, 'blockIdx.x', 'bx'), Expr(U32, 'blockDim.x', 'dx')), Expr(U32, 'threadIdx.x', 'tx'))
    step = binary('*', Expr(U32, 'blockDim.x', 'dx'), Expr(U32, 'gridDim.x', 'gx'))
    end = k.number('n', r.choice([1000, 2048, 777, 4096, 3000]))
    test = binary('<', v, end)
    marks = [len(x) for x in (k.env, k.lanes, k.usual, k.small, k.uniform)]
    steps = enter(k, r, f'for ({t.spelling} {j} = {start.cu}; {test.cu}; {j} += {step.cu}) {{', [f'{j} = {converted(start, t)}'], test.py, v,
                  [f'{j} = {converted(binary("+", v, step), t)}'], True)
    r.choice([load, store, update, all_fields, field])(k, r)
    (load if r.random() < 0.5 else store)(k, r, r.choice([v, v, binary('*', v, const(r.choice([2, 3, 4]))), binary('-', binary('-', end, const(1)), v)]))
    close(k, steps)
    drop(k, marks)


def switch(k, r):
    """Cases with and without break."""
    n = r.choice([2, 3, 4])
    sel = binary('%', atom(k, r), const(n))
    v = k.declare(I32, 'v', const(r.choice([0, 1, 5])))
    k.env.pop()
    k.line(f'switch ({sel.cu}) {{')
    g, d = k.fresh('go'), k.fresh('done')
    k.pline(f'{g} = {d} = False')
    k.pline(f'sel = {sel.py}')
    for i in range(n):
        e = linear(k, r)
        e = binary('+', v, e) if r.random() < 0.5 else e
        stops = r.random() < 0.7 or i == n - 1
        k.line(f'{f"case {i}" if i < n - 1 else "default"}: {v.cu} = {e.cu};{" break;" if stops else ""}')
        k.pline(f'if not {d} and ({g} or {f"sel == {i}" if i < n - 1 else "True"}):')
        k.pline(f'    {g} = True')
        k.pline(f'    {v.py} = {converted(e, I32)}')
        if stops:
            k.pline(f'    {d} = True')
    k.line('}')
    k.env.append(v)
    r.choice([load, store])(k, r, v if r.random() < 0.4 else binary('+', v, lane_atom(k, r)))


def block(k, r):
    r.choice([for_loop, for_loop, for_loop, geometric, while_loop, while_loop, walking, guard, guard, switch])(k, r)


LEAVES = [load, load, load, load, store, store, store, update, field, field, all_fields, stencil, whole_record, reinterpreted, two_dimensional,
          shared_tile, shared_tile, shared_tile, shared_records, shared_dynamic, atomic]
TOP = LEAVES + [guard, guard, for_loop, for_loop, for_loop, geometric, while_loop, walking, grid_stride, switch]
