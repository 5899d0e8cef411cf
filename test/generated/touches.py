# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements that access memory, each on a line of its own."""
from values import Value, arithmetic, cast, constant, wrapped

SCALARS = [('float', 4), ('float', 4), ('int', 4), ('double', 8), ('unsigned char', 1), ('short', 2), ('unsigned', 4), ('long long', 8)]
VECTORS = [('float2', 8, 'xy'), ('float4', 16, 'xyzw'), ('float3', 12, 'xyz'), ('int2', 8, 'xy'), ('uchar4', 4, 'xyzw'), ('double2', 16, 'xy'), ('short2', 4, 'xy'), ('int4', 16, 'xyzw')]


def pointer(k, type_, const_=True):
    """A parameter that points into a buffer's middle."""
    r, p = k.r, k.fresh('p')
    q = r.choice(['', '', '', ' __restrict__', ' const'])
    k.params.append((f'{"const " if const_ else ""}{type_}*{q} {p}', ('pointer', type_, const_, r.choice([0, 0, 0, 0, 1, 3, 8, -1]))))
    return p


def element(k, p, type_, e, const_=True):
    """Text of p[e]; may need a line before it."""
    r = k.r
    kind = r.randrange(10)
    if kind == 0:
        return f'*({p} + {e.text})'
    if kind == 1 and e.low >= 0:
        c = 'const ' if const_ else ''
        return f'*({c}{type_}*)(({c}char*){p} + {e.text} * sizeof({type_}))'
    if kind == 2:
        q = k.fresh('q')
        k.line(f'{r.choice(["auto", ("const " if const_ else "") + type_ + "*"])} {q} = {p} + {e.text};')
        return r.choice([f'*{q}', f'{q}[0]', f'{q}[1]', f'{q}[-2]'])
    if kind == 3:
        return f'(&{p}[{e.text}])[{r.choice([0, 1, 7])}]'
    return f'{p}[{e.text}]'


def some(k):
    return f'({k.r.choice(k.values).text} & 7)'


def take(k, type_, text):
    if type_[-1] in '234' and type_[:-1] in ('float', 'int', 'uchar', 'double', 'short'):
        w = k.fresh('w')
        k.line(f'{type_} {w} = {text};')
        k.line(f'v += {" + ".join(f"{w}.{c}" for c in "xyzw"[:int(type_[-1])])};')
    else:
        k.line(f'v += {text};')


def load(k):
    r = k.r
    t, size = r.choice(SCALARS + [v[:2] for v in VECTORS[:5]])
    p, e = pointer(k, t), k.index()
    kind = r.random()
    if kind < 0.12 and t not in ('float3',):
        return take(k, t, f'{r.choice(["__ldg", "__ldcs", "__ldca"])}({p} + {e.text})')
    if kind < 0.4:
        return through(k, p, t, e)
    text = element(k, p, t, e)
    if kind < 0.46 and t in ('float', 'int', 'unsigned'):
        k.line(f'v += *(volatile const {t}*)(&{text});')
    else:
        take(k, t, text)


def through(k, p, t, e):
    """By way of a function, a class, a lambda."""
    r, f = k.r, k.name + k.fresh('f')
    kind = r.randrange(9)
    j = e.type
    if kind == 0:
        k.before += [f'__device__ {t} {f}(const {t}* q, {j} j) {{', '    return q[j];', '}']
        return take(k, t, f'{f}({p}, {e.text})')
    if kind == 1:
        n = r.choice([1, 2, 3, 5])
        k.before += [f'template <int N, typename T> __device__ __forceinline__ T {f}(const T* __restrict__ q, int j) {{', '    return q[j * N];', '}']
        return take(k, t, f'{f}<{n}>({p}, (int){e.text})')
    if kind == 2:
        k.before += [f'template <typename T> struct {f} {{', '    const T* q;', '    int w, off = 3;', f'    __device__ {f}(const T* q, int w) : q(q), w(w) {{}}',
                     '    __device__ const T& operator()(int y, int x) const { return q[y * w + x + off]; }', '};']
        v = k.fresh('m')
        k.line(f'{f}<{t}> {v}({p}, {r.choice([16, 32, 33])});')
        return take(k, t, f'{v}({wrapped(r, k.value(1), 0, 31).text}, {wrapped(r, k.value(1), 0, 63).text})')
    if kind == 3:
        v = k.fresh('get')
        k.line(f'auto {v} = [{r.choice(["=", "&"])}](auto j) {{')
        k.line(f'    return {p}[j + 1];')
        k.line('};')
        return take(k, t, f'{v}({e.text})')
    if kind == 4:
        v = k.fresh('at')
        k.before += [f'__device__ void {f}({j} j, int& out, {r.choice(["int", "unsigned"])} by) {{', '    out = (int)(j * 2) + (by & 3);', f'    if (by % 3 == 1) out += 5;', '}']
        k.line(f'int {v};')
        k.line(f'{f}({e.text}, {v}, {k.value(1).text});')
        return take(k, t, f'{p}[{v}]')
    if kind == 5:
        k.before += [f'template <int N> __device__ int {f}(int x) {{', f'    if constexpr (N == 0) return x;', f'    else return {f}<N - 1>({r.choice(["x + N", "(x ^ N)", "x * 2 % 512"])});', '}']
        return take(k, t, f'{p}[{f}<{r.choice([1, 2, 4])}>({wrapped(r, e, 0, 1023).text})]')
    if kind == 6:
        k.before += [f'template <typename... A> __device__ int {f}(A... a) {{', f'    return ({r.choice(["a + ...", "a ^ ...", "a | ..."])});', '}']
        a = [wrapped(r, k.value(1), 0, 127).text for _ in range(3)]
        return take(k, t, f'{p}[{f}({", ".join("(int)" + x for x in a)})]')
    if kind == 7:
        base = f + 'B'
        k.before += [f'struct {base} {{', '    int at, step;', '    __device__ int here(int n) const { return at + step * n; }', '    __device__ void go(int n) { at += n; }', '};',
                     f'struct {f} : {base} {{', f'    __device__ {f}(int a, int s) : {base}{{a, s}} {{}}', f'    __device__ {f} operator+(int n) const {{ {f} c = *this; c.at += n; return c; }}',
                     f'    __device__ {f}& operator++() {{ at += step; return *this; }}', '};']
        v = k.fresh('c')
        k.line(f'{f} {v}((int){wrapped(r, e, 0, 1023).text}, {r.choice([1, 2, 5])});')
        k.line(r.choice([f'++{v};', f'{v}.go((int){wrapped(r, k.value(1), 0, 15).text});', f'{v} = {v} + (int){wrapped(r, k.value(1), 0, 15).text};']))
        return take(k, t, f'{p}[{v}.here({r.choice([0, 1, 3])})]')
    k.before += [f'__device__ {j} {f}({j} j) {{', f'    if (j > 40) return j / 2;', f'    return j + 1;', '}']
    take(k, t, f'{p}[{f}({e.text})]')


def store(k):
    r = k.r
    t, size = r.choice(SCALARS)
    p, e = pointer(k, t, False), k.index()
    text = element(k, p, t, e, False)
    kind = r.random()
    if kind < 0.55:
        k.line(f'{text} = {some(k)};')
    elif kind < 0.85:
        k.line(f'{text} {r.choice(["+=", "-=", "*="])} {some(k)};' if r.random() < 0.7 else f'({text})++;')
    elif t in ('int', 'unsigned', 'float'):
        k.line(f'{r.choice(["atomicAdd", "atomicExch"])}(&{text}, ({t})1);')
    else:
        k.line(f'{text} = 1;')


def conditional(k):
    """Accesses in conditions and operands that not all lanes evaluate."""
    r = k.r
    p, q = pointer(k, 'int'), pointer(k, r.choice(['float', 'short']))
    kind = r.randrange(4)
    if kind == 0:
        k.line(f'v += {k.condition(2)}')
        k.line(f'    ? {p}[{k.index().text}]')
        k.line(f'    : {q}[{k.index().text}];')
    elif kind == 1:
        k.line(f'if ({k.condition()} {r.choice(["&&", "||"])}')
        k.line(f'    {p}[{k.index().text}] > 3)')
        k.line('    v += 1;')
    elif kind == 2:
        b = k.fresh('b')
        k.line(f'bool {b} = {k.condition()} && {k.condition()} &&')
        k.line(f'    {p}[{k.index().text}] {r.choice(["== 2", "< 100"])};')
        k.line(f'v += {b};')
    else:
        k.line(f'v += {k.condition()} ? {some(k)} :')
        k.line(f'    {p}[{k.index().text}];')


def wide(k):
    """Vectors, whole or by member; arrays of scalars read as vectors."""
    r = k.r
    t, size, fields = r.choice(VECTORS)
    e = k.index()
    kind = r.randrange(4)
    if kind == 0:
        take(k, t, element(k, pointer(k, t), t, e))
    elif kind == 1:
        k.line(f'v += {pointer(k, t)}[{e.text}].{r.choice(fields)};')
    elif kind == 2:
        k.line(f'{pointer(k, t, False)}[{e.text}] = make_{t}({", ".join(some(k) for _ in fields)});')
    else:
        p = pointer(k, 'float')
        k.params[-1] = (k.params[-1][0], k.params[-1][1][:3] + (0,))
        v = r.choice(['float4', 'float2'])
        take(k, v, f'*reinterpret_cast<const {v}*>({p} + {arithmetic("*", wrapped(r, e, 0, 4000), constant(4)).text})')


def record(k, depth=0):
    """A struct: its name and the ways to its scalars (text, type)."""
    r, name = k.r, k.name + k.fresh('R')
    ways, parts = [], []
    union = depth > 0 and r.random() < 0.2
    bits = not union and r.random() < 0.15  # first, or the compiler makes odd units of them
    for i in range(r.randint(1, 5)):
        f, x = f'f{i}', r.random()
        if x < 0.2 and depth < 2:
            inner, more = record(k, depth + 1)
            n = r.choice([0, 0, 2, 3])
            parts.append(f'{inner} {f}{f"[{n}]" if n else ""};')
            ways += [(f'.{f}{f"[@{n}]" if n else ""}{w}', t) for w, t in more]
        elif x < 0.35:
            t, _, fields = r.choice(VECTORS[:5])
            parts.append(f'{t} {f};')
            ways += [(f'.{f}.{c}', 'scalar') for c in fields]
        else:
            t, _ = r.choice(SCALARS)
            n = r.choice([0, 0, 0, 2, 3, 4])
            m = f'[{r.choice([2, 3])}]' if n and r.random() < 0.3 else ''
            parts.append(f'{t} {f}{f"[{n}]" if n else ""}{m};')
            ways.append((f'.{f}{f"[@{n}]" if n else ""}{"[@2]" if m else ""}', 'scalar'))
    if bits:
        parts.insert(0, f'unsigned b0 : {r.choice([3, 5, 9])}, b1 : {r.choice([4, 12, 20])};')
        ways += [('.b0', 'bits'), ('.b1', 'bits')]
    attribute = r.choice(['', '', '', '', 'alignas(16) ', '__align__(32) ', '']) if depth == 0 and not union else ''
    k.before.append(f'{"union" if union else "struct"} {attribute}{name} {{ {" ".join(parts)} }};')
    return name, ways


def member(k):
    r = k.r
    name, ways = record(k)
    way, kind = r.choice(ways)
    while '@' in way:
        at = way.index('@')
        n = int(way[at + 1])
        i = str(r.randrange(n)) if r.random() < 0.6 else wrapped(r, k.value(1), 0, n - 1).text
        way = way[:at] + i + way[at + 2:]
    write = r.random() < 0.35
    p, e = pointer(k, name, not write), k.index(-2000, 2000)
    c = '' if write else 'const '
    how = r.randrange(4)
    if how == 0:
        q = k.fresh('q')
        k.line(f'{c}{name}* {q} = {p} + {e.text};')
        text = f'{q}->{way[1:]}'
    elif how == 1:
        q = k.fresh('q')
        k.line(f'{c}{name}& {q} = {p}[{e.text}];')
        text = q + way
    else:
        text = f'{p}[{e.text}]{way}'
    if not write:
        k.line(f'v += {text};')
    elif kind == 'bits':
        k.line(f'{text} = {some(k)};')
    else:
        k.line(f'{text} {r.choice(["=", "=", "+="])} {some(k)};')


def walk(k):
    """A pointer that moves through a loop."""
    r = k.r
    t, _ = r.choice(SCALARS)
    p, w, n = pointer(k, t), k.fresh('w'), max(1, min(k.budget, r.choice([3, 4, 7, 20])))
    e, step = k.index(), r.choice(['1', '2', '32', '-3', 'blockDim.x', '(int)' + wrapped(r, k.value(1), 0, 7).text])
    k.line(f'const {t}* {w} = {p} + {e.text};')
    kind = r.randrange(4)
    i = k.fresh('i')
    if kind == 0:
        k.begin(f'for (int {i} = 0; {i} < {n}; ++{i}, {w} += {step}) {{')
        k.line(f'v += *{w};')
    elif kind == 1:
        k.begin(f'for (int {i} = 0; {i} < {n}; ++{i}) {{')
        k.line(f'v += *{w}{r.choice(["++", "--"])};')
        if r.random() < 0.5:
            k.line(f'if ({k.condition()}) {w} += {r.choice([1, 5])};')
    elif kind == 2:
        k.begin(f'for (const {t}* {i} = {w} + {n}; {w} < {i}; {w} += {r.choice([1, 2])}) {{')
        k.line(f'v += {w}[{r.choice([0, 1, -1])}];')
    else:
        k.begin(f'for (int {i} = 0; {i} < {n}; ++{i}) {{')
        k.line(f'v += {w}[{i} * {r.choice(["1", "32", "blockDim.x"])}];')
        k.line(f'{w} = {w} + {step};')
    k.end()


def long_loop(k):
    """Many iterations of little work."""
    r = k.r
    i, n = k.fresh('i'), r.choice([100, 129, 200, 500, 1000]) if k.nest == 0 else 3
    t = r.choice(['int', 'int', 'unsigned', 'size_t'])
    if r.random() < 0.3:
        n = f'{wrapped(r, k.value(1), 0, 63).text} + {n - 64 if n > 70 else 1}'
    step = r.choice(['++{}', '++{}', '{} += 2', '{} += 3'])
    k.begin(f'for ({t} {i} = {k.start().text}; {i} < {n}; {step.format(i)}) {{')
    e, more = k.leaf(), r.choice([f'{i}', f'{i} * 2', f'{i} * 32', f'{i} % 7', f'(({i} * 5) & 31)', f'{i} / 3', f'{i} * {i} % 64', f'({i} ^ 5)', f'({i} >> 2)'])
    e = e if e.within(-5000, 5000) else constant(3)
    kind = r.randrange(3)
    if kind == 0:
        k.line(f'v += {pointer(k, r.choice(SCALARS)[0])}[{e.text} + {more}];')
    elif kind == 1:
        k.line(f'{pointer(k, r.choice(SCALARS)[0], False)}[{more}] = {some(k)};')
    else:
        k.line(f'v += {pointer(k, r.choice(SCALARS)[0])}[{more}];')
        k.line(f'v += {pointer(k, r.choice(SCALARS)[0])}[{e.text} + {more} * 3];')
    k.end()


def shared(k):
    """A tile: written and read."""
    r, s = k.r, k.fresh('s')
    t, size = r.choice(SCALARS + [('float4', 16), ('float2', 8)])
    dims = r.choice([[512], [256], [32, 33], [16, 17], [32, 32], [8, 8, 9], [4, 16, 17], [20, 30]])
    k.shared = getattr(k, 'shared', 0)
    total = size
    for d in dims:
        total *= d
    if k.shared + total > 40000:
        return store(k)
    k.shared += total
    k.line(f'__shared__ {t} {s}{"".join(f"[{d}]" for d in dims)};')
    at = lambda: ''.join(f'[{k.index(0, d - 1).text}]' for d in dims)
    one = 'make_' + t + '(' + ', '.join(some(k) for _ in range(int(t[-1]))) + ')' if t[-1] in '24' else some(k)
    k.line(f'{s}{at()} = {one};')
    if not k.divergent:
        k.line('__syncthreads();')
    kind = r.random()
    if kind < 0.5 or t[-1] in '24':
        take(k, t, s + at())
    elif kind < 0.7:
        k.line(f'{s}{at()} += {some(k)};')
    elif kind < 0.85 and t in ('int', 'unsigned', 'float'):
        k.line(f'atomicAdd(&{s}{at()}, 1);')
    else:
        q = k.fresh('q')
        k.line(f'{t}* {q} = &{s}{"[0]" * len(dims)};')
        k.line(f'v += {q}[{k.index(0, total // size - 1).text}];')


def carved(k):
    """Dynamic shared memory cut in two."""
    r = k.r
    d = k.fresh('d')
    if not getattr(k, 'dynamic', ''):
        k.dynamic = f'dyn_{k.name}'
        k.before.append(f'extern __shared__ __align__(16) unsigned char {k.dynamic}[];')
    k.line(f'float* {d} = reinterpret_cast<float*>({k.dynamic});')
    e = k.fresh('e')
    t, size = r.choice([('int', 4), ('short', 2), ('double', 8)])
    k.line(f'{t}* {e} = ({t}*)({d} + {r.choice([64, 128, 130])});')
    k.line(f'{d}[{k.index(0, 127).text}] = {some(k)};')
    k.line(f'{e}[{k.index(0, 255).text}] = {some(k)};')
    k.line(f'v += {d}[{k.index(0, 255).text}];')


def table(k):
    """A local array, constant memory or a device table as the source of an index."""
    r = k.r
    n = r.choice([4, 8, 16])
    f = k.fresh('t')
    kind = r.randrange(4)
    items = ', '.join(str(r.choice([0, 1, 2, 3, 5, 8, 13, 21, 32, 40])) for _ in range(n))
    i = wrapped(r, k.value(1), 0, n - 1)
    if kind == 0:
        k.line(f'{r.choice(["", "const "])}int {f}[{n}] = {{{items}}};')
        k.values.append(Value('int', f'{f}[{i.text}]', 0, 40))
        return load(k)
    if kind == 1:
        k.line(f'int {f}[{n}];')
        j = k.fresh('j')
        k.line(f'for (int {j} = 0; {j} < {n}; ++{j}) {f}[{j}] = {j} * {r.choice(["3", "2 + 1", "8"])} + {wrapped(r, k.value(1), 0, 15).text};')
        k.line(f'{f}[{wrapped(r, k.value(1), 0, n - 1).text}] {r.choice(["=", "+="])} {wrapped(r, k.value(1), 0, 31).text};')
        k.values.append(Value('int', f'{f}[{i.text}]', 0, 200))
        return load(k)
    g = k.name + f
    if kind == 2:
        k.before.append(f'static __device__ int {g}[{64 * n}];')
        k.line(f'v += {g}[{k.index(0, 64 * n - 1).text}];')
    else:
        k.before.append(f'__constant__ int {g}[{n}] = {{{items}}};')
        k.line(f'v += {g}[{i.text}];')


def exchange(k):
    """Values from other lanes."""
    r, v = k.r, k.fresh('x')
    if k.divergent:
        return k.declare()
    k.exchanges = True  # lanes that are not there have no values
    kind = r.randrange(6)
    e = wrapped(r, k.value(1), 0, 255)
    if kind == 0:
        k.line(f'int {v} = __shfl_sync(0xffffffffu, (int){e.text}, {wrapped(r, k.value(1), 0, 31).text});')
    elif kind == 1:
        k.line(f'int {v} = __shfl_xor_sync(0xffffffffu, (int){e.text}, {r.choice([1, 2, 4, 16])});')
    elif kind == 2:
        k.line(f'int {v} = __shfl_{r.choice(["up", "down"])}_sync(0xffffffffu, (int){e.text}, {r.choice([1, 2, 8])}{r.choice(["", "", ", 16", ", 8"])});')
    elif kind == 3:
        k.line(f'int {v} = __popc(__ballot_sync(0xffffffffu, {k.condition()}));')
    elif kind == 4:
        k.line(f'int {v} = __popc(__ballot_sync(0xffffffffu, {k.condition()}) & ((1u << (threadIdx.x & 31)) - 1));')
    else:
        k.line(f'int {v} = {r.choice(["__any_sync", "__all_sync"])}(0xffffffffu, {k.condition()}) ? 3 : {e.text};')
    k.values.append(Value('int', v, 0, 255))


def unknown(k):
    """A number from memory: nobody knows it before the kernel runs."""
    v = k.fresh('d')
    p = pointer(k, 'int')
    k.line(f'int {v} = {p}[{k.r.choice(["blockIdx.x", "0", k.index().text])}] & {k.r.choice([1, 7, 15])};')
    k.values.append(Value('int', v, 0, 15))
