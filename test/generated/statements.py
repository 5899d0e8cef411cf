# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel under construction: expressions, control flow. Every access to memory stands on a line of its own."""
from values import SMALL, TYPES, Value, arithmetic, bounds, cast, choice, common, constant, wrapped

FULL = {'unsigned char', 'signed char', 'short', 'unsigned short'}
UNARY = {  # name, argument's type, result's type, bounds
    '__popc': ('unsigned', 'int', 0, 32), '__clz': ('int', 'int', 0, 32), '__ffs': ('int', 'int', 0, 32), '__brev': ('unsigned', 'unsigned', 0, (1 << 32) - 1),
    '__popcll': ('size_t', 'int', 0, 64), '__clzll': ('long long', 'int', 0, 64)}
USE = 'if (v == 1.f) __threadfence();'


class Kernel:
    """Lines of a __global__ function, the variables in scope, and what has to stand before it."""

    def __init__(self, r, name, block, data):
        self.r, self.name, self.block, self.data = r, name, block, data
        self.lines, self.before, self.params = [], [], []
        self.depth, self.serial, self.nest, self.budget = 1, 0, 0, 60
        self.values, self.variables = [], []  # in scope; those that may be assigned: name -> bounds
        self.divergent = False
        self.loops = []  # what `continue` may be used in: True

    def fresh(self, stem):
        self.serial += 1
        return f'{stem}{self.serial}'

    def line(self, text):
        self.lines.append('    ' * self.depth + text)

    # ---- expressions

    def leaf(self):
        r = self.r
        if r.random() < 0.25 or not self.values:
            return constant(r.choice([0, 1, 1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 33, 64, 100, -1, -3, -8]))
        return r.choice(self.values)

    def value(self, depth=2):
        """Some integer."""
        r = self.r
        if depth <= 0 or r.random() < 0.2:
            return self.leaf()
        kind = r.random()
        if kind < 0.68:
            return self.operation(depth)
        if kind < 0.76:
            return choice(self.condition(depth - 1), self.value(depth - 1), self.value(depth - 1))
        if kind < 0.82:
            f = r.choice(['min', 'max'])
            t = r.choice(['int', 'int', 'unsigned', 'long long'])
            a, b = cast(t, self.value(depth - 1)), cast(t, self.leaf())
            pick = min if f == 'min' else max
            return Value(t, f'{f}({a.text}, {b.text})', pick(a.low, b.low), pick(a.high, b.high))
        if kind < 0.86:
            a = cast('int', self.value(depth - 1))
            if a.low <= -(1 << 31):
                return a
            return Value('int', f'abs({a.text})', 0, max(abs(a.low), abs(a.high)))
        if kind < 0.93:
            return cast(r.choice(list(TYPES)), self.value(depth - 1), r.randrange(2))
        if kind < 0.97:
            name, (argument, type_, low, high) = r.choice(list(UNARY.items()))
            return Value(type_, f'{name}(({argument}){self.value(depth - 1).text})', low, high)
        a = self.value(depth - 1)
        return Value('int', f'(int)({self.condition(depth - 1)})', 0, 1) if r.random() < 0.5 or a.low < -(1 << 30) or a.high > 1 << 30 else \
            Value(common(a.type, 'int'), f'(~{a.text})', *((-a.high - 1, -a.low - 1) if TYPES[common(a.type, 'int')][1] else bounds(common(a.type, 'int'))))

    def operation(self, depth):
        r = self.r
        for _ in range(4):
            op = r.choice(['+', '+', '+', '-', '-', '*', '*', '/', '%', '%', '&', '&', '^', '|', '<<', '>>', '>>'])
            a, b = self.value(depth - 1), self.leaf()
            if op in ('<<', '>>'):
                b = constant(r.choice([1, 1, 2, 3, 4, 5])) if r.random() < 0.8 else wrapped(r, b, 0, 3)
            elif op in '/%':
                b = constant(r.choice([2, 3, 4, 5, 7, 8, 10, 12, 16, 17, 32, 33, 48, -3, 100])) if r.random() < 0.8 else arithmetic('+', wrapped(r, b, 0, 15), constant(r.choice([1, 2, 5])))
            out = arithmetic(op, a, b)
            if out:
                return out
        return self.leaf()

    def condition(self, depth=1):
        r = self.r
        kind = r.random()
        if kind < 0.15 and depth > 0:
            return f'({self.condition(depth - 1)} {r.choice(["&&", "||"])} {self.condition(depth - 1)})'
        if kind < 0.2:
            return f'!({self.condition(0)})'
        a = self.value(depth)
        if kind < 0.4:
            return f'({wrapped(r, a, 0, r.choice([1, 3, 7])).text} {r.choice(["==", "!=", "<"])} {r.choice([0, 1, 2])})'
        b = constant(r.randint(max(a.low, -200), max(min(a.high, 300), max(a.low, -200)))) if r.random() < 0.6 else self.leaf()
        return f'({a.text} {r.choice(["<", "<", "<=", ">", ">=", "==", "!="])} {b.text})'

    def index(self, low=-SMALL, high=SMALL):
        """An index that is surely in the bounds."""
        r = self.r
        kind = r.random()
        if kind < 0.3:
            e = r.choice(self.values)
        elif kind < 0.6:
            e = arithmetic('+', arithmetic('*', r.choice(self.values), constant(r.choice([1, 1, 2, 3, 4, 8, 17, 32, 33]))) or constant(0), self.leaf()) or self.leaf()
        else:
            e = self.value(r.choice([1, 2, 3]))
        if e.within(low, high):
            return e
        return wrapped(r, e, 0, min(high, r.choice([255, 1023, 999, 511, 300])) if high >= 64 else high)

    # ---- variables

    def declare(self, assigned=None):
        r = self.r
        t = r.choice(list(TYPES) + ['int', 'int', 'unsigned'])
        v, e = self.fresh('v'), self.value()
        assigned = r.random() < 0.5 if assigned is None else assigned
        if not assigned:
            if r.random() < 0.2:
                t = e.type
                self.line(f'auto {v} = {e.text};') if t not in FULL else self.line(f'{t} {v} = {e.text};')
            else:
                self.line(f'{r.choice(["const ", ""])}{t} {v} = {e.text};')
            e = cast(t, e)
            self.values.append(Value(t, v, e.low, e.high))
            return self.values[-1]
        low, high = bounds(t) if t in FULL else r.choice([(0, 255), (0, 1023), (0, 999), (-999, 999)] if TYPES[t][1] else [(0, 255), (0, 1023), (0, 299)])
        self.line(f'{t} {v} = {self.fit(e, t, low, high).text};')
        self.values.append(Value(t, v, low, high))
        self.variables.append(self.values[-1])
        return self.values[-1]

    def fit(self, e, type_, low, high):
        return e if type_ in FULL else wrapped(self.r, e, low, high)

    def assign(self):
        r = self.r
        if not self.variables:
            return self.declare(True)
        v, e = r.choice(self.variables), self.value()
        if v.type in FULL and r.random() < 0.6:
            op = r.choice(['+=', '-=', '*=', '^=', '|=', '&=', '++', '--', '>>=', '<<='])
            if op in ('++', '--'):
                self.line(r.choice([f'{v.text}{op};', f'{op}{v.text};']))
            elif op in ('>>=', '<<='):
                self.line(f'{v.text} {op} {r.choice([1, 2, 3])};' if v.low >= 0 or op == '>>=' else f'{v.text} ^= 5;')
            else:
                self.line(f'{v.text} {op} {wrapped(r, e, 0, 255).text};')
        elif v.high & (v.high + 1) == 0 and v.low == 0 and r.random() < 0.3:
            self.line(f'{v.text} {r.choice(["+=", "^=", "*=", "-="]) if not TYPES[v.type][1] else r.choice(["+=", "^=", "|="])} {wrapped(r, e, 0, 255).text};')
            self.line(f'{v.text} &= {v.high};')
        else:
            old = r.random() < 0.6 and arithmetic(r.choice('+-*^'), v, self.leaf())
            self.line(f'{v.text} = {self.fit(old or e, v.type, v.low, v.high).text};')
        return v

    # ---- control flow; `body` makes the statements inside

    def begin(self, text):
        self.line(text)
        self.depth += 1

    def end(self, text='}'):
        self.depth -= 1
        self.line(text)

    def scope(self, body, times=1, divergent=True):
        """Statements that run so many times; what they declare ends with them."""
        n, m, d, budget = len(self.values), len(self.variables), self.divergent, self.budget
        self.divergent |= divergent
        self.budget = max(1, self.budget // times)
        self.nest += 1
        body()
        self.nest -= 1
        self.budget = budget
        del self.values[n:]
        del self.variables[m:]
        self.divergent = d

    def branch(self, body):
        r = self.r
        self.begin(f'if ({self.condition(2)}) {{')
        self.scope(body)
        for _ in range(r.choice([0, 0, 1])):
            self.end(f'}} else if ({self.condition(1)}) {{')
            self.depth += 1
            self.scope(body)
        if r.random() < 0.5:
            self.end('} else {')
            self.depth += 1
            self.scope(body)
        self.end()

    def switch(self, body):
        r = self.r
        n = r.choice([3, 4, 5, 8])
        e = wrapped(r, self.value(), 0, n - 1)
        self.begin(f'switch ({e.text}) {{')
        cases = r.sample(range(n), r.randint(1, min(4, n)))
        labels = [f'case {c}:' for c in cases]
        labels.insert(r.randrange(len(labels) + 1), 'default:')
        for l in labels if r.random() < 0.8 else labels[:-1] or labels:
            self.line(l)
            if r.random() < 0.15:
                continue  # shares the next one's
            self.begin('{')
            self.loops.append(False)
            self.scope(body)
            self.loops.pop()
            if r.random() < 0.2:
                self.line(f'if ({self.condition()}) break;')
            self.end()
            if r.random() < 0.65:
                self.line('break;')
        self.line(';')
        self.end()

    def leave(self):
        """break or continue on a condition."""
        if self.loops and self.loops[-1]:
            self.line(f'if ({self.condition()}) {self.r.choice(["break", "continue"])};')

    def guard(self):
        """Lanes that return; not where a barrier may follow."""
        self.divergent = True
        r = self.r
        if r.random() < 0.5:
            self.begin(f'if ({self.condition(2)}) {{')
        else:
            e = self.value(1)
            self.begin(f'if ({e.text} >= {r.randint(max(e.low, -100), max(min(e.high, 200), max(e.low, -100)) + 1)}) {{')
        self.line(USE)  # or the loads before it go
        self.line('return;')
        self.end()

    def loop(self, body):
        r = self.r
        most = max(1, min(self.budget, r.choice([3, 5, 8, 12, 40])))
        kind = r.choice([self.counted, self.counted, self.counted_down, self.geometric, self.geometric_down, self.collatz, self.do_while, self.several, self.endless, self.bisect, self.gcd, self.strided])
        self.loops.append(True)
        n = len(self.values)
        kind(body, most)
        self.loops.pop()
        del self.values[n:]

    def inside(self, body, times):
        def all_():
            body()
            if self.r.random() < 0.3:
                self.leave()
                body()
        self.scope(all_, times)

    def start(self):
        """Where a loop starts: perhaps another place for each lane."""
        r = self.r
        if r.random() < 0.4:
            return constant(r.choice([0, 0, 0, 1, 2]))
        return wrapped(r, self.value(1), 0, r.choice([3, 7, 31]))

    def counted(self, body, most):
        r = self.r
        i, t, a = self.fresh('i'), r.choice(['int', 'int', 'unsigned', 'long long', 'size_t', 'short', 'unsigned char']), self.start()
        step = r.choice([1, 1, 1, 2, 3, 4])
        last = a.low + most * step
        if t == 'unsigned char':
            last = min(last, 200)
        b = constant(last) if r.random() < 0.6 else wrapped(r, self.value(1), 0, last)
        by = f'++{i}' if step == 1 else f'{i} += {step}'
        less = r.choice(['<', '<', '<=']) if step == 1 else '<'
        self.begin(f'for ({t} {i} = {a.text}; {i} {less} {b.text}; {by}) {{' if TYPES[common(t, 'int')][1] or b.low >= 0 else f'for (int {i} = {a.text}; {i} < {b.text}; {by}) {{')
        self.values.append(Value(t, i, a.low, max(a.high, last)))
        self.inside(body, most)
        self.end()

    def counted_down(self, body, most):
        i = self.fresh('i')
        t = self.r.choice(['int', 'unsigned'])
        if t == 'int':
            self.begin(f'for (int {i} = {most - 1}; {i} >= 0; --{i}) {{')
        else:
            e = wrapped(self.r, self.value(1), 0, most)
            self.begin(f'for (unsigned {i} = {e.text}; {i}-- > 0;) {{')
        self.values.append(Value(t, i, 0, most))
        self.inside(body, most)
        self.end()

    def geometric(self, body, most):
        r = self.r
        i, top, t = self.fresh('s'), r.choice([8, 32, 64, 100]), r.choice(['int', 'unsigned'])
        a = constant(1) if r.random() < 0.6 else arithmetic('+', wrapped(r, self.value(1), 0, 3), constant(1))
        by = r.choice([f'{i} *= 2', f'{i} <<= 1', f'{i} += {i}', f'{i} *= 3', f'{i} = {i} * 2 + 1'])
        self.begin(f'for ({t} {i} = {a.text}; {i} < {top}; {by}) {{')
        self.values.append(Value(t, i, 1, top - 1))
        self.inside(body, 7)
        self.end()

    def geometric_down(self, body, most):
        r = self.r
        i = self.fresh('s')
        a = r.choice(['blockDim.x / 2', '16', '64', '100'])
        by = r.choice([f'{i} >>= 1', f'{i} /= 2', f'{i} /= 3'])
        self.begin(f'for (unsigned {i} = {a}; {i} > 0; {by}) {{')
        self.values.append(Value('unsigned', i, 1, 512))
        self.inside(body, 7)
        self.end()

    def collatz(self, body, most):
        x, k = self.fresh('x'), self.fresh('k')
        self.line(f'unsigned {x} = {wrapped(self.r, self.value(1), 0, 31).text} + 1, {k} = 0;')
        self.values += [Value('unsigned', x, 0, 10000), Value('unsigned', k, 0, most)]
        self.begin(f'while ({x} != 1 && {k}++ < {most}) {{')
        self.line(f'{x} = {x} & 1 ? 3 * {x} + 1 : {x} / 2;')
        self.inside(body, most)
        self.end()

    def do_while(self, body, most):
        k = self.fresh('k')
        e = wrapped(self.r, self.value(1), 0, most - 1)
        self.line(f'int {k} = 0;')
        self.values.append(Value('int', k, 0, most))
        self.begin('do {')
        self.inside(body, most)
        self.end(f'}} while (++{k} < {self.r.choice([e.text, str(most)])});' if TYPES[common(e.type, 'int')][1] else f'}} while (++{k} < (int){e.text});')

    def several(self, body, most):
        r = self.r
        i, j = self.fresh('i'), self.fresh('j')
        a, d = wrapped(r, self.value(1), 0, 255), r.choice([-3, -1, 2, 5, 32, 96])
        self.begin(f'for (int {i} = 0, {j} = {a.text}; {i} < {most}; ++{i}, {j} += {d}) {{')
        self.values += [Value('int', i, 0, most), Value('int', j, min(0, d * most), 255 + max(0, d * most))]
        self.inside(body, most)
        self.end()

    def endless(self, body, most):
        k = self.fresh('k')
        self.line(f'int {k} = {self.start().text};')
        self.values.append(Value('int', k, 0, 31 + most))
        self.begin(self.r.choice(['for (;;) {', 'while (true) {']))
        self.line(f'if ({k}++ >= {min(most, 31)}{self.r.choice(["", " || " + self.condition(1)])}) break;')
        self.inside(body, most)
        self.end()

    def bisect(self, body, most):
        a, b, m = self.fresh('lo'), self.fresh('hi'), self.fresh('mid')
        e = wrapped(self.r, self.value(1), 0, 63)
        self.line(f'int {a} = 0, {b} = 64;')
        self.begin(f'while ({a} < {b}) {{')
        self.line(f'int {m} = ({a} + {b}) / 2;')
        self.values += [Value('int', a, 0, 64), Value('int', b, 0, 64), Value('int', m, 0, 64)]
        self.loops[-1] = False
        self.inside(body, 7)
        self.line(f'if ({m} < (int){e.text}) {a} = {m} + 1;')
        self.line(f'else {b} = {m};')
        self.end()

    def gcd(self, body, most):
        a, b, c = self.fresh('a'), self.fresh('b'), self.fresh('c')
        self.line(f'int {a} = {wrapped(self.r, self.value(1), 0, 255).text}, {b} = {wrapped(self.r, self.value(1), 0, 63).text};')
        self.values += [Value('int', a, 0, 255), Value('int', b, 0, 255)]
        self.begin(f'while ({b}) {{')
        self.line(f'int {c} = {a} % {b};')
        self.line(f'{a} = {b};')
        self.line(f'{b} = {c};')
        self.inside(body, 8)
        self.end()

    def strided(self, body, most):
        r = self.r
        i, n = self.fresh('i'), r.choice([200, 256, 300, 1000])
        if n > 2 * self.budget * 32:
            n = 200
        start, step = r.choice([('blockIdx.x * blockDim.x + threadIdx.x', 'blockDim.x * gridDim.x'), ('threadIdx.x', 'blockDim.x'), ('threadIdx.x / 32', 'blockDim.x / 32 + 1'), ('threadIdx.x & 31', '32'), ('threadIdx.y', 'blockDim.y * 8')])
        t = r.choice(['int', 'unsigned', 'size_t'])
        self.begin(f'for ({t} {i} = {start}; {i} < {n}; {i} += {step}) {{')
        self.values.append(Value(t, i, 0, n))
        self.inside(body, 8 if n < 1000 else 32)
        self.end()
