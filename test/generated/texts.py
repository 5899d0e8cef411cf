# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Expressions as two texts: CUDA for the program under test, Python for the reference (machine.py holds its helpers).

A kernel under construction collects both in step. Accesses are *sites*: the CUDA line they stand on, and in Python a
call of `L(site, loop counters, place)`, a place being (object, byte offset).
"""
from machine import BOOL, I32, I64, U32, U64, common, promoted

ATOM, MUL, ADD, SHIFT, LESS, EQUAL, AND, XOR, OR, LAND, LOR, COND = 16, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 2
LEVEL = {'*': MUL, '/': MUL, '%': MUL, '+': ADD, '-': ADD, '<<': SHIFT, '>>': SHIFT, '<': LESS, '<=': LESS, '>': LESS,
         '>=': LESS, '==': EQUAL, '!=': EQUAL, '&': AND, '^': XOR, '|': OR, '&&': LAND, '||': LOR}


class Expr:
    """An integer expression: its C type, CUDA text, precedence, Python text."""

    def __init__(self, type_, cu, py, level=ATOM):
        self.type, self.cu, self.py, self.level = type_, cu, py, level

    def at(self, level):
        return self.cu if self.level >= level else f'({self.cu})'


def const(v, type_=I32):
    suffix = {U32: 'u', I64: 'LL', U64: 'ul'}.get(type_, '')
    return Expr(type_ if type_ is not U64 else U64, str(v) + suffix, str(v), ATOM if v >= 0 else MUL)


def converted(e, type_):
    """Python text of e as a value of the type."""
    if type_ is BOOL:
        return f'int(({e.py})!=0)'
    if type_.holds(e.type):
        return e.py
    return f'{name(type_)}.wrap({e.py})'


def name(type_):
    return {'signed char': 'I8', 'unsigned char': 'U8', 'short': 'I16', 'unsigned short': 'U16', 'int': 'I32', 'unsigned': 'U32',
            'long long': 'I64', 'size_t': 'U64', 'bool': 'BOOL'}[type_.spelling]


def binary(op, a, b):
    level = LEVEL[op]
    cu = f'{a.at(level)} {op} {b.at(level + 1)}'
    if op in ('&', '|', '^', '<<', '>>', '&&', '||', '==', '!='):  # as careful people and -Wparentheses write it
        cu = f'{a.at(MUL if op in ("&", "|", "^", "<<", ">>") else LESS)} {op} {b.at(ATOM if op in ("<<", ">>") else MUL if op in "&|^" else LESS)}'
    if op in ('&&', '||'):
        word = 'and' if op == '&&' else 'or'
        return Expr(BOOL, cu, f'int(bool({a.py}) {word} bool({b.py}))', level)
    if op in ('<<', '>>'):
        t = promoted(a.type)
        return Expr(t, cu, f'shift({name(t)},{op!r},{a.py},{b.py})', level)
    t = common(a.type, b.type)
    x, y = converted(a, t), converted(b, t)
    if level in (LESS, EQUAL):
        return Expr(BOOL, cu, f'int({x}{op}{y})', level)
    if op in '&|^':
        return Expr(t, cu, f'({x}{op}{y})', level)
    raw = f'divide({x},{y})' if op == '/' else f'remainder({x},{y})' if op == '%' else f'({x}{op}{y})'
    return Expr(t, cu, f'checked({name(t)},{raw})' if t.signed else f'{name(t)}.wrap({raw})', level)


def choose(c, a, b):
    t = common(a.type, b.type)
    return Expr(t, f'{c.at(LOR)} ? {a.at(LOR)} : {b.at(LOR)}', f'({converted(a, t)} if {c.py} else {converted(b, t)})', COND)


def cast(type_, e, style=0):
    cu = [f'({type_.spelling}){e.at(ATOM)}', f'static_cast<{type_.spelling}>({e.cu})', f'({type_.spelling})({e.cu})'][style]
    return Expr(type_, cu, converted(e, type_), ATOM if style == 1 else 14)


def smaller(a, b, is_min):
    """min or max of two of one type."""
    t = common(a.type, b.type)
    if a.type is not t:
        a = cast(t, a)
    if b.type is not t:
        b = cast(t, b)
    f = 'min' if is_min else 'max'
    return Expr(t, f'{f}({a.cu}, {b.cu})', f'{f}({a.py},{b.py})')


class Site:
    """A source access: where it is and what it does. records: sizes a lane stride may have to count as a record's."""

    def __init__(self, space, op, size, expr, align=None, records=(), group=False, parts=1, judged=True):
        self.space, self.op, self.size, self.expr = space, op, size, expr
        self.align = align or size
        self.records, self.group, self.parts, self.judged = set(records), group, parts, judged
        self.line = None
        self.name = None


class Kernel:
    """CUDA lines (with the sites that stand on them) and the same as Python."""

    def __init__(self, name_):
        self.name = name_
        self.prelude, self.body = [], []  # (text, sites)
        self.py_prelude, self.py = [], []
        self.depth = 1
        self.counters = []     # Python names of the counters of the loops we are in
        self.steps = []        # what `continue` has to do first: Python lines
        self.env = []          # integer variables in scope
        self.params = []       # (declaration, argument for the launch, value or None)
        self.sites = []
        self.objects = {}      # name -> (space, bytes or None)
        self.serial = 0
        self.template = ''

    def fresh(self, stem):
        self.serial += 1
        return f'{stem}{self.serial}'

    def line(self, text, sites=()):
        self.body.append(('    ' * self.depth + text, list(sites)))

    def pline(self, text):
        self.py.append('    ' * self.depth + text)

    def site(self, *args, **kw):
        s = Site(*args, **kw)
        s.name = f's{len(self.sites)}'
        self.sites.append(s)
        return s

    def log(self, site, place, path='()'):
        """Python text of the access."""
        key = '(' + ''.join(c + ',' for c in self.counters) + ')'
        return f'L({len(self.sites) - 1 if site is None else self.sites.index(site)},{key}+{path},{place})'

    def declare(self, type_, stem, e, const_=False, auto=False):
        """A local variable with a start; the variable as an expression."""
        v = self.fresh(stem)
        t = e.type if auto else type_
        if auto and t.rank < 3:
            t = promoted(t)
            auto = False
        self.line(f'{"const " if const_ else ""}{"auto" if auto else t.spelling} {v} = {e.cu};')
        self.pline(f'{v} = {converted(e, t)}')
        out = Expr(t, v, v)
        self.env.append(out)
        return out

    # ---- control flow

    def begin(self, cu, *py):
        self.line(cu)
        for p in py:
            self.pline(p)
        self.depth += 1
        self.pline('pass')

    def end(self, cu='}'):
        self.depth -= 1
        if cu:
            self.line(cu)
