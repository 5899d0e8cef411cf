# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random integer expressions, written out directly or through helpers, templates, lambdas, functors, macros and so on."""
from texts import Expr, binary, cast, choose, const, converted, name, smaller
from machine import BOOL, I8, I16, I32, I64, U8, U16, U32, U64, promoted

STEPS = [1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 24, 31, 32, 33, 40, 64, 100, 128, 129]


def some_int(r, top=64):
    return r.choice([1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33, r.randrange(1, top + 1)])


def atom(k, r):
    return r.choice(k.env)


def lane_atom(k, r):
    """A variable that differs between lanes."""
    return r.choice(k.lanes)


def times(r, e, c):
    k = const(c, r.choice([I32, I32, U32]) if e.type in (U32, U64) else I32)
    if c & (c - 1) == 0 and c > 1 and r.random() < 0.3:
        return binary('<<', e, const(c.bit_length() - 1))
    return binary('*', e, k) if r.random() < 0.6 else binary('*', k, e)


def linear(k, r, step=None):
    """coefficient · lane variable + other variables + constant."""
    e = times(r, lane_atom(k, r), step or r.choice(STEPS)) if r.random() < 0.75 or step else lane_atom(k, r)
    for _ in range(r.randrange(0, 3)):
        other = atom(k, r)
        term = times(r, other, r.choice([1, 2, 4, 8, 16, 32, 64, 96, 100, 128, 256]))
        e = binary('+', e, term) if r.random() < 0.7 else binary('+', term, e)
    if r.random() < 0.35:
        e = binary('+', e, const(some_int(r)))
    return e


def condition(k, r, e=None):
    e = e or atom(k, r)
    kind = r.randrange(8)
    if kind == 0:
        return binary('==', binary('&', e, const(r.choice([1, 3, 7]))), const(r.choice([0, 1])))
    if kind == 1:
        return binary('!=', binary('%', e, const(r.choice([2, 3, 4, 5]))), const(0))
    if kind == 2:
        return binary(r.choice(['<', '>=', '>', '<=']), e, const(some_int(r), promoted(e.type)))
    if kind == 3:
        return binary(r.choice(['&&', '||']), condition(k, r), condition(k, r))
    if kind == 4:
        return binary('<', e, atom(k, r)) if r.random() < 0.3 else binary('<', e, const(some_int(r, 300), promoted(e.type)))
    if kind == 5:
        return binary('&', e, const(r.choice([1, 2, 4, 8, 16])))
    if kind == 6:
        return Expr(BOOL, f'!{condition_text(c)}', f'int(not {c.py})', 14) if (c := condition(k, r, e)) else None
    return binary('==', binary('%', e, const(r.choice([2, 4, 8, 16, 32]))), const(0))


def condition_text(c):
    return f'({c.cu})'


def twist(k, r, e):
    """One non-linear (or reversing, shifting …) step."""
    kind = r.randrange(19)
    if kind == 0:
        return binary('-', const(r.choice([4095, 8191, 5000, 16384 - 1])), e)
    if kind == 1:
        return binary('%', e, const(r.choice([3, 5, 7, 8, 16, 24, 32, 33, 48, 64, 100, 1000])))
    if kind == 2:
        return binary('^', e, const(r.choice([1, 2, 3, 4, 7, 8, 16, 31, 32])))
    if kind == 3:
        return binary('^', e, r.choice([lane_atom(k, r), binary('>>', lane_atom(k, r), const(r.choice([1, 2, 3, 4, 5])))]))
    if kind == 4:
        return binary('<<', e, const(r.choice([1, 2, 3, 5])))
    if kind == 5:
        return binary('>>', e, const(r.choice([1, 2, 3, 4, 5])))
    if kind == 6:
        return binary('&', e, const(r.choice([7, 15, 31, 63, 127, 255, 0xf0, 0x1e, -2, -4, -8, -32, 0x55])))
    if kind == 7:
        return binary('|', times(r, e, r.choice([2, 4, 8])), const(r.choice([1, 2, 3])))
    if kind == 8:
        return smaller(e, const(r.choice([10, 31, 63, 100, 500]), promoted(e.type)), r.random() < 0.7)
    if kind == 9:
        return choose(condition(k, r), e, linear(k, r) if r.random() < 0.6 else const(some_int(r)))
    if kind == 10:
        return binary('/', e, const(r.choice([2, 3, 4, 8, 10, 16, 32])))
    if kind == 11:
        d = const(r.choice([2, 3, 4, 5, 8, 16, 32]))
        return binary('+', times(r, binary('/', e, d), r.choice([1, 4, 8, 33, 64])), times(r, binary('%', e, d), r.choice([1, 2, 8, 32])))
    if kind == 12:
        return cast(r.choice([U8, U16, I16, I8, I32, U32, I64, U64, I32]), e, r.randrange(3))
    if kind == 13:
        return binary('+', times(r, binary('%', e, const(r.choice([4, 8, 16, 32]))), r.choice([8, 16, 32, 64, 5])), binary('/', e, const(r.choice([4, 8, 16, 32]))))
    if kind == 14:
        return binary('-', binary('+', e, const(some_int(r))), const(some_int(r)))
    if kind == 15:
        return binary('*', e, lane_atom(k, r))
    if kind == 16:
        return binary('%', times(r, e, r.choice([3, 5, 7, 9, 11, 13, 33])), const(r.choice([16, 32, 64, 128, 256, 100])))
    if kind == 17:
        return binary('+', e, times(r, binary('>' if r.random() < 0.5 else '<', e, const(some_int(r), promoted(e.type))), r.choice([1, 8, 100])))
    return Expr(promoted(e.type), f'-{e.at(14)}', f'(-{converted(e, promoted(e.type))})', 14) if promoted(e.type).signed else e


def index(k, r):
    """A lane-dependent index."""
    e = plain_index(k, r) if r.random() < 0.45 else linear(k, r)
    if r.random() < 0.5:
        for _ in range(r.choice([1, 1, 1, 2, 2, 3])):
            e = twist(k, r, e)
    if r.random() < 0.25:
        e = named(k, r, e)
    return e


def plain_index(k, r):
    """As most kernels have it."""
    e = r.choice(k.usual)
    if r.random() < 0.3:
        e = binary('+', e, const(r.choice([1, 2, 8, 16, 32, 3])))
    return e


def named(k, r, e):
    """Through a variable."""
    t = r.choice([e.type if e.type.rank >= 3 else I32, I32, I64, U64, U32])
    if t is U64 and r.random() < 0.5:
        t = I64
    return k.declare(t, 'v', e, const_=r.random() < 0.4, auto=r.random() < 0.2)


# ---- helpers -----------------------------------------------------------------------------------------------


class Scope:
    """Parameters of a helper: where its expressions find their variables."""

    def __init__(self, variables):
        self.env = self.lanes = self.usual = variables


def simple_body(r, variables):
    """An expression over a helper's parameters."""
    s = Scope(variables)
    e = linear(s, r)
    for _ in range(r.choice([0, 1, 1, 2])):
        e = twist(s, r, e)
    return e


def arguments(k, r, n, types=(I32, I32, I32, U32, I64)):
    return [(r.choice(types), atom(k, r) if i else lane_atom(k, r)) for i in range(n)]


def call_text(f, args):
    return f'{f}({", ".join(a.cu for _, a in args)})'


def call_py(f, args):
    return f'{f}({",".join(converted(a, t) for t, a in args)})'


def function(k, r):
    """__device__ function, with an early return or a loop now and then."""
    args = arguments(k, r, r.choice([1, 2, 2, 3]))
    f = k.name + k.fresh('f')
    ps = [Expr(t, f'a{i}', f'a{i}') for i, (t, _) in enumerate(args)]
    result = r.choice([I32, I32, U32, I64])
    e = simple_body(r, ps)
    head = f'{r.choice(["__device__", "__device__ __forceinline__", "__host__ __device__ inline", "static __device__", "__device__ constexpr"])} {result.spelling} {f}({", ".join(f"{t.spelling} a{i}" for i, (t, _) in enumerate(args))})'
    py = [f'def {f}({",".join(f"a{i}" for i in range(len(args)))}):']
    kind = r.randrange(4)
    if kind == 0:
        c, other = condition(Scope(ps), r, ps[0]), simple_body(r, ps)
        lines = [head + ' {', f'    if ({c.cu})', f'        return {other.cu};', f'    return {e.cu};', '}']
        py += [f'    if {c.py}: return {converted(other, result)}', f'    return {converted(e, result)}']
    elif kind == 1:
        step, n = simple_body(r, ps), r.choice([1, 2, 3, 5])
        lines = [head + ' {', f'    {result.spelling} sum = {e.cu};', f'    for (int j = 0; j < {n}; ++j)', f'        sum += {step.cu};', '    return sum;', '}']
        add = binary('+', Expr(result, 'sum', 'sum'), step)
        py += [f'    sum = {converted(e, result)}', f'    for j in range({n}): sum = {converted(add, result)}', '    return sum']
    elif kind == 2:
        m = r.choice([2, 3, 4])
        parts = [simple_body(r, ps) for _ in range(m)]
        sel = binary('%', ps[0], const(m))
        lines = [head + ' {', f'    switch ({sel.cu}) {{']
        lines += [f'    case {i}: return {p.cu};' for i, p in enumerate(parts[:-1])]
        lines += [f'    default: return {parts[-1].cu};', '    }', '}']
        py += [f'    sel = {sel.py}']
        py += [f'    if sel == {i}: return {converted(p, result)}' for i, p in enumerate(parts[:-1])]
        py += [f'    return {converted(parts[-1], result)}']
    else:
        lines = [head + f' {{ return {e.cu}; }}']
        py += [f'    return {converted(e, result)}']
    k.prelude += [(l, []) for l in lines]
    k.py_prelude += py
    return Expr(result, call_text(f, args), call_py(f, args))


def template(k, r):
    args = arguments(k, r, r.choice([1, 2]))
    f, c = k.name + k.fresh('f'), r.choice(STEPS)
    ps = [Expr(t, f'a{i}', f'a{i}') for i, (t, _) in enumerate(args)]
    e = binary('+', binary('*', ps[0], Expr(I32, 'K', str(c))), simple_body(r, ps))
    result = r.choice([I32, I64])
    if r.random() < 0.5:
        head = f'template <int K> __device__ {result.spelling} {f}({", ".join(f"{t.spelling} a{i}" for i, (t, _) in enumerate(args))}) {{ return {e.cu}; }}'
        use = f'{f}<{c}>'
    else:
        head = f'template <class T, int K> __device__ T {f}({", ".join(f"{t.spelling} a{i}" for i, (t, _) in enumerate(args))}) {{ return {e.cu}; }}'
        use = f'{f}<{result.spelling}, {c}>'
    k.prelude.append((head, []))
    k.py_prelude += [f'def {f}({",".join(f"a{i}" for i in range(len(args)))}):', f'    return {converted(e, result)}']
    return Expr(result, call_text(use, args), call_py(f, args))


def macro(k, r):
    args = arguments(k, r, r.choice([1, 2]))
    f = (k.name + k.fresh('f')).upper()
    real = [a for _, a in args]
    inner = [Expr(a.type, f'(a{i})', a.py) for i, a in enumerate(real)]
    e = simple_body(r, inner)
    k.prelude.append((f'#define {f}({", ".join(f"a{i}" for i in range(len(args)))}) ({e.cu})', []))
    return Expr(e.type, call_text(f, args), e.py)


def lambda_(k, r):
    t, a = I32, lane_atom(k, r)
    f = k.fresh('fn')
    p = Expr(t, 'q', 'q')
    s = Scope([p, p, atom(k, r)])
    e = simple_body(r, s.env)
    k.line(f'auto {f} = [{r.choice("=&")}]({r.choice(["int", "int", "const int"])} q) {{ return {e.cu}; }};')
    k.pline(f'{f} = lambda q: {e.py}')
    return Expr(e.type, f'{f}({a.cu})', f'{f}({converted(a, t)})')


def generic_lambda(k, r):
    a = named(k, r, lane_atom(k, r))
    f = k.fresh('fn')
    p = Expr(a.type, 'q', 'q')
    e = simple_body(r, [p])
    k.line(f'auto {f} = [](auto q) {{ return {e.cu}; }};')
    k.pline(f'{f} = lambda q: {e.py}')
    return Expr(e.type, f'{f}({a.cu})', f'{f}({a.py})')


def functor(k, r):
    """A small class: a member, operator() or operator[] or a method."""
    f, c = k.name + k.fresh('F'), r.choice(STEPS)
    member, p = Expr(I32, 'm', str(c)), Expr(I32, 'q', 'q')
    e = binary('+', binary('*', p, member), simple_body(r, [p, member]))
    how = r.choice(['operator()', 'operator[]', 'at'])
    if r.random() < 0.4:
        k.prelude.append((f'class {f} {{ int m; public: __host__ __device__ {f}(int v) : m(v) {{}} __device__ int {how}(int q) const {{ return {e.cu}; }} }};', []))
        v = k.fresh('o')
        k.line(f'{f} {v}({c});')
    else:
        k.prelude.append((f'struct {f} {{ int m; __device__ int {how}(int q) const {{ return {e.cu}; }} }};', []))
        v = k.fresh('o')
        k.line(f'{f} {v}{{{c}}};')
    k.py_prelude += [f'def {f}(q):', f'    return {converted(e, I32)}']
    a = atom(k, r)
    cu = {'operator()': f'{v}({a.cu})', 'operator[]': f'{v}[{a.cu}]', 'at': f'{v}.at({a.cu})'}[how]
    return Expr(I32, cu, f'{f}({converted(a, I32)})')


def out_parameter(k, r):
    args = arguments(k, r, r.choice([1, 2]))
    f, v, t = k.name + k.fresh('f'), k.fresh('v'), r.choice([I32, I32, I64, U32])
    ps = [Expr(a, f'a{i}', f'a{i}') for i, (a, _) in enumerate(args)]
    e = simple_body(r, ps)
    by_pointer = r.random() < 0.4
    k.prelude.append((f'__device__ void {f}({", ".join(f"{a.spelling} a{i}" for i, (a, _) in enumerate(args))}, {t.spelling}{"*" if by_pointer else "&"} out) {{ {"*" if by_pointer else ""}out = {e.cu}; }}', []))
    k.py_prelude += [f'def {f}({",".join(f"a{i}" for i in range(len(args)))}):', f'    return {converted(e, t)}']
    k.line(f'{t.spelling} {v};' if r.random() < 0.5 else f'{t.spelling} {v} = 0;')
    k.line(f'{f}({", ".join(a.cu for _, a in args)}, {"&" if by_pointer else ""}{v});')
    k.pline(f'{v} = {call_py(f, args)}')
    out = Expr(t, v, v)
    k.env.append(out)
    return out


def pair(k, r):
    """A record returned by value."""
    args = arguments(k, r, r.choice([1, 2]), (I32,))
    f, s, v = k.name + k.fresh('f'), k.name + k.fresh('S'), k.fresh('w')
    ps = [Expr(a, f'a{i}', f'a{i}') for i, (a, _) in enumerate(args)]
    x, y = simple_body(r, ps), simple_body(r, ps)
    k.prelude.append((f'struct {s} {{ int u, v; }};', []))
    head = f'__device__ {s} {f}({", ".join(f"int a{i}" for i in range(len(args)))})'
    if r.random() < 0.5:
        k.prelude.append((f'{head} {{ {s} p; p.v = {y.cu}; p.u = {x.cu}; return p; }}', []))
    else:
        k.prelude.append((f'{head} {{ return {s}{{(int)({x.cu}), (int)({y.cu})}}; }}', []))
    k.py_prelude += [f'def {f}({",".join(f"a{i}" for i in range(len(args)))}):', f'    return {converted(x, I32)}, {converted(y, I32)}']
    if r.random() < 0.4:
        u, w = k.fresh('u'), k.fresh('w')
        k.line(f'auto [{u}, {w}] = {call_text(f, args)};')
        k.pline(f'{u}, {w} = {call_py(f, args)}')
        return Expr(I32, u, u) if r.random() < 0.5 else binary('+', Expr(I32, u, u), Expr(I32, w, w))
    k.line(f'{s} {v} = {call_text(f, args)};')
    k.pline(f'{v} = {call_py(f, args)}')
    return binary(r.choice(['+', '^', '-']), Expr(I32, f'{v}.u', f'{v}[0]'), Expr(I32, f'{v}.v', f'{v}[1]'))


def table(k, r):
    """A local array written and read at constant or unrolled places."""
    v, n = k.fresh('t'), r.choice([2, 3, 4])
    parts = [simple_body(r, [atom(k, r), lane_atom(k, r)]) for _ in range(n)]
    if r.random() < 0.5:
        k.line(f'int {v}[{n}] = {{{", ".join(f"(int)({p.cu})" for p in parts)}}};')
    else:
        k.line(f'int {v}[{n}];')
        for i, p in enumerate(parts):
            k.line(f'{v}[{i}] = {p.cu};')
    k.pline(f'{v} = [{",".join(converted(p, I32) for p in parts)}]')
    if r.random() < 0.5:
        i = r.randrange(n)
        return Expr(I32, f'{v}[{i}]', f'{v}[{i}]')
    sel = binary('%', lane_atom(k, r), const(n))
    return Expr(I32, f'{v}[{sel.cu}]', f'{v}[{sel.py} if {sel.py} >= 0 else bad()]')


def accumulated(k, r):
    """Changed in place: +=, ++, <<=, in a loop or under a condition."""
    t = r.choice([I32, I32, U32, I64])
    v = k.declare(t, 'v', linear(k, r))
    k.env.pop()
    for _ in range(r.choice([1, 2, 3])):
        op = r.choice(['+', '+', '-', '*', '^', '|', '&', '>>', '%', '/', '<<'])
        rhs = {'*': const(r.choice([2, 3, 5])), '>>': const(r.choice([1, 2])), '<<': const(r.choice([1, 2])), '%': const(r.choice([5, 32, 100])),
               '/': const(r.choice([2, 3])), '&': const(r.choice([31, 63, 0xff0])), '|': const(r.choice([1, 2, 32]))}.get(op) or linear(k, r)
        e = binary(op, v, rhs)
        guarded = r.random() < 0.3
        c = condition(k, r) if guarded else None
        k.line((f'if ({c.cu}) ' if guarded else '') + f'{v.cu} {op}= {rhs.cu};')
        k.pline((f'if {c.py}: ' if guarded else '') + f'{v.py} = {converted(e, t)}')
    k.env.append(v)
    return v


WRAPPERS = [function, function, template, macro, lambda_, generic_lambda, functor, out_parameter, pair, table, accumulated, accumulated]


def wrapped(k, r):
    """An index through one of the helpers."""
    e = r.choice(WRAPPERS)(k, r)
    if r.random() < 0.3:
        e = binary('+', e, linear(k, r))
    return e


def any_index(k, r):
    return wrapped(k, r) if r.random() < 0.3 else index(k, r)
