#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The HTML report in headless Chromium: valid, nothing on the console, the pictures of known requests, contrast, keys, filter and order,
400 pixels, 5,000 findings. Skipped without chromium or the Python package html5lib.

usage: html_test.py COALCHECK [unittest arguments]
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

try:
    import html5lib
except ImportError:
    print('SKIPPED: html-report: the Python package html5lib is not installed')
    sys.exit(77)
CHROMIUM = shutil.which('chromium') or shutil.which('chromium-browser') or shutil.which('google-chrome')
if not CHROMIUM:
    print('SKIPPED: html-report: chromium is not installed')
    sys.exit(77)
COALCHECK = os.path.abspath(sys.argv.pop(1)) if __name__ == '__main__' else 'coalcheck'

SOURCE = '''struct Particle { float x, y, z, w, vx, vy, vz, m; };
__global__ void fields(Particle *p) { p[blockIdx.x * blockDim.x + threadIdx.x].x = 0; }
__global__ void shifted(const float4 *in, float4 *out) { out[threadIdx.x] = in[3 * threadIdx.x]; }
__global__ void transpose(const float *in, float *out) {
  __shared__ float tile[32][32]; // <b>&amp; "not markup"
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void edges(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[2 * i] = 1; }
'''
LAUNCHES = ['--launch=fields: grid=4096 block=256', '--launch=shifted: grid=1 block=32', '--launch=transpose: grid=1 block=32x32', '--launch=edges: grid=2 block=64 n=100']

# Runs in the page, behind its own script: what an eye would see.
CONTRAST = r'''
const parse = c => { const v = c.match(/[\d.]+/g).map(Number); return v.length > 3 ? v : [...v, 1]; };
const linear = v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
const luminance = c => .2126 * linear(c[0]) + .7152 * linear(c[1]) + .0722 * linear(c[2]);
const ratio = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p); return (x + .05) / (y + .05); };
const ground = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c[3] > 0) return c; } return [255, 255, 255, 1]; };
document.querySelectorAll('details').forEach(d => d.open = true);
document.querySelectorAll('.finding, .source').forEach(e => e.style.contentVisibility = 'visible');
const bad = [], seen = new Set();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let n = 0;
while (walker.nextNode()) {
  const e = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || /^(SCRIPT|STYLE|OPTION)$/i.test(e.tagName)) continue;
  const style = getComputedStyle(e), isPicture = e.namespaceURI.endsWith('svg');
  let back = ground(e);
  if (isPicture && e.classList.contains('digit') && e.previousElementSibling) { /* a lane's number is on its box */
    const box = e.previousElementSibling, fill = getComputedStyle(box).fill;
    if (box.classList.contains('lane') && fill !== 'none') back = parse(fill);
  }
  const r = ratio(parse(isPicture ? style.fill : style.color), back);
  n++;
  if (r < 4.5) { const what = `${e.tagName}.${e.className.baseVal ?? e.className} ${r.toFixed(2)}`; if (!seen.has(what)) bad.push(what); seen.add(what); }
}
for (const [a, b] of [['--used', '--paper'], ['--late', '--paper'], ['--arrow', '--paper'], ['--used', '--waste']]) { /* shapes: 3, WCAG 1.4.11 */
  const of = name => { const d = document.createElement('i'); d.style.color = `var(${name})`; document.body.append(d); const c = parse(getComputedStyle(d).color); d.remove(); return c; };
  if (ratio(of(a), of(b)) < 3) bad.push(`${a} on ${b} ${ratio(of(a), of(b)).toFixed(2)}`);
}
return {n, bad, dark: matchMedia('(prefers-color-scheme: dark)').matches};
'''
USE = r'''
const rows = () => [...document.querySelector('#findings tbody').rows];
const ids = () => rows().filter(r => !r.hidden).map(r => r.dataset.finding);
const key = k => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: k, bubbles: true, cancelable: true}));
const out = {first: ids()};
const header = name => [...document.querySelectorAll('#findings th')].find(h => h.textContent === name);
header('efficiency').querySelector('button').click(); out.down = rows().map(r => Number(r.cells[2].dataset.value)); out.sort = header('efficiency').ariaSort;
header('efficiency').querySelector('button').click(); out.up = rows().map(r => Number(r.cells[2].dataset.value));
header('kernel').querySelector('button').click(); out.names = rows().map(r => r.cells[5].textContent);
const filter = document.getElementById('filter');
const type = text => { filter.value = text; filter.dispatchEvent(new Event('input')); };
type('TRANSPOSE tile'); out.filtered = rows().filter(r => !r.hidden).map(r => r.cells[5].textContent); out.sections = [...document.querySelectorAll('.finding')].filter(s => !s.hidden).length; out.count = document.getElementById('count').textContent;
type('nothing like it'); out.none = ids(); key('j');
type(''); out.keys = [];
for (const k of 'jjkjjjjjjjkk') { key(k); out.keys.push(document.activeElement.id); }
out.order = ids();
document.activeElement.blur(); key('/'); out.focus = document.activeElement.id;
const figure = [...document.querySelectorAll('figure.now')].find(f => f.querySelectorAll('svg').length > 1);
const shown = () => [...figure.querySelectorAll('svg')].map(s => getComputedStyle(s).display !== 'none');
out.frames = [shown()]; out.which = [figure.querySelector('.which').textContent];
figure.querySelector('button[aria-label="next request"]').click(); out.frames.push(shown()); out.which.push(figure.querySelector('.which').textContent);
out.links = [...document.querySelectorAll('a[href^="#"]')].filter(a => !document.getElementById(a.hash.slice(1))).map(a => a.hash);
out.names_of_pictures = [...document.querySelectorAll('main svg[role=img]')].map(s => s.getAttribute('aria-label'));
out.unlabelled = [...document.querySelectorAll('input, select')].filter(e => !e.labels.length).length;
return out;
'''
LOAD = r'''
const t = performance.getEntriesByType('navigation')[0], begin = performance.now();
const filter = document.getElementById('filter');
filter.value = 'kernel77'; filter.dispatchEvent(new Event('input'));
const filtered = performance.now() - begin, hits = [...document.querySelectorAll('#findings tbody tr')].filter(r => !r.hidden).length;
filter.value = ''; filter.dispatchEvent(new Event('input'));
const sorting = performance.now();
document.querySelector('#findings th button').click();
document.body.offsetHeight;
return {parsed: t.domInteractive, filtered, hits, sorted: performance.now() - sorting, rows: document.querySelectorAll('#findings tbody tr').length};
'''


class Html(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix='coalcheck-html-')
        cls.dir = cls.folder.name
        cls.page = cls.make('k.cu', SOURCE, *LAUNCHES)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def make(cls, name, source, *options):
        with open(os.path.join(cls.dir, name), 'w') as f:
            f.write(source)
        p = subprocess.run([COALCHECK, '--cuda-headers=embedded', '--config-file=none', '--format=html', '--min-efficiency=99', '--min-gain=0', *options, name],
                           capture_output=True, text=True, cwd=cls.dir, timeout=600)
        assert p.returncode in (0, 1), p.stderr
        return p.stdout

    def browse(self, html, *options):
        """The page as the browser has it after its scripts; nothing may be on the console."""
        path = os.path.join(self.dir, 'page.html')
        with open(path, 'w', encoding='utf-8') as f:
            f.write(html)
        p = subprocess.run([CHROMIUM, '--headless=new', '--no-sandbox', '--disable-gpu', '--enable-logging=stderr', f'--user-data-dir={self.dir}/profile',
                            '--virtual-time-budget=5000', '--timeout=120000', *options, '--dump-dom', 'file://' + path],
                           capture_output=True, text=True, timeout=300)
        self.assertNotRegex(p.stderr, r'CONSOLE[:(]')
        self.assertIn('</html>', p.stdout, p.stderr)
        return p.stdout

    def ask(self, html, script, *options):
        """What the script returns in the page."""
        script = '<script>document.documentElement.dataset.answer = JSON.stringify((() => {' + script + '})());</script></body>'
        dom = self.browse(script.join(html.rsplit('</body>', 1)), *options)
        found = re.search(r'<html[^>]* data-answer="([^"]*)"', dom)
        self.assertTrue(found, 'the script failed')
        return json.loads(found[1].replace('&quot;', '"').replace('&lt;', '<').replace('&gt;', '>').replace('&amp;', '&'))

    def test_valid_and_alone(self):
        html5lib.HTMLParser(strict=True).parse(self.page)
        self.assertNotRegex(self.page, r'(src|href)="(https?:)?//|@import|url\(')
        self.assertIn('&lt;b&gt;&amp;amp; &quot;not markup&quot;', self.page)
        ids = re.findall(r'\bid="([^"]+)"', self.page)
        self.assertEqual(len(ids), len(set(ids)))
        empty = self.make('none.cu', '__global__ void k(float *a) { a[threadIdx.x] = 0; }\n')
        html5lib.HTMLParser(strict=True).parse(empty)
        self.assertIn('No findings.', empty)

    def pictures(self, tree, kernel):
        """Of the finding in that kernel: for each picture, now and after, the numbers of its parts."""
        ns = '{http://www.w3.org/1999/xhtml}'
        row, = [r for r in tree.iter(ns + 'tr') if r.get('data-finding') and r[5].text == kernel]
        section, = [s for s in tree.iter(ns + 'section') if s.get('id') == row.get('data-finding')]
        out = {}
        for figure in section.iter(ns + 'figure'):
            use = next(e for e in figure.iter() if str(e.tag).endswith('}use'))
            symbol, = [e for e in tree.iter() if str(e.tag).endswith('}symbol') and '#' + e.get('id') == use.get('href')]
            counts = {}
            for shape in symbol:
                name = shape.get('class', '')
                counts[name] = counts.get(name, 0) + 1
            out[figure.get('class')] = counts
        return out

    def test_pictures(self):
        tree = html5lib.parse(self.browse(self.page))
        p = self.pictures(tree, 'fields')
        self.assertEqual((p['now']['lane'], p['now']['sector'], p['now']['used'], p['now']['arrow']), (32, 32, 32, 32))
        self.assertEqual((p['after']['lane'], p['after']['sector'], p['after']['used'], p['after']['arrow']), (32, 4, 4, 32))
        p = self.pictures(tree, 'shifted')  # 16 bytes of each 48: sectors 0 1 1 2, …
        self.assertEqual((p['now']['lane'], p['now']['sector'], p['now']['arrow']), (32, 32, 32))
        p = self.pictures(tree, 'transpose')
        self.assertEqual((p['now']['lane'], p['now']['bank'], p['now']['word'], p['now']['word late'], p['now']['arrow']), (32, 32, 1, 31, 32))
        self.assertEqual((p['after']['bank'], p['after']['word'], p['after'].get('word late'), p['after']['arrow']), (32, 32, None, 32))
        p = self.pictures(tree, 'edges')
        self.assertEqual((p['now']['lane'], p['now']['sector'], p['now']['used'], p['now']['arrow']), (32, 8, 32, 32))

    def test_contrast(self):
        for options, dark in (((), False), (('--blink-settings=preferredColorScheme=0',), True)):
            answer = self.ask(self.page, CONTRAST, *options)
            self.assertEqual(answer['dark'], dark)
            self.assertGreater(answer['n'], 300)
            self.assertEqual(answer['bad'], [])

    def test_use(self):
        a = self.ask(self.page, USE)
        self.assertEqual(len(a['first']), 4)
        self.assertEqual((a['down'], a['up'], a['sort']), (sorted(a['down'], reverse=True), sorted(a['up']), 'descending'))
        self.assertEqual(a['names'], sorted(a['names']))
        self.assertEqual((a['filtered'], a['sections'], a['count'], a['none']), (['transpose'], 1, '1 of 4', []))
        order = a['order']
        self.assertEqual(a['keys'], [order[i] for i in (0, 1, 0, 1, 2, 3, 3, 3, 3, 3, 2, 1)])
        self.assertEqual(a['focus'], 'filter')
        self.assertEqual([sum(f) for f in a['frames']], [1, 1])
        self.assertNotEqual(a['frames'][0], a['frames'][1])
        self.assertNotEqual(a['which'][0], a['which'][1])
        self.assertEqual((a['links'], a['unlabelled']), ([], 0))
        self.assertIn('32 sectors where 4 would do, 128 of 1024 bytes used', a['names_of_pictures'])

    def test_narrow(self):
        """In a frame of 400 pixels nothing but what scrolls by itself is wider."""
        frame = json.dumps(self.page).replace('</', '<\\/')
        host = f'''<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>t</title></head><body><script>
const f = document.createElement('iframe'); f.style.cssText = 'width:400px;height:800px;border:0';
f.onload = () => {{ const d = f.contentDocument; d.querySelectorAll('.finding').forEach(e => e.style.contentVisibility = 'visible');
document.documentElement.dataset.answer = d.documentElement.scrollWidth; }};
f.srcdoc = {frame}; document.body.append(f);</script></body></html>'''
        width = int(re.search(r'<html[^>]* data-answer="(\d+)"', self.browse(host))[1])
        self.assertLessEqual(width, 400)

    def test_five_thousand(self):
        source = ''.join(f'__global__ void kernel{k}(float *a, int n) {{\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n'
                         + ''.join(f'  a[i * {8 + (k + j) % 30} + {64 * j}] = 1;\n' for j in range(10)) + '}\n' for k in range(500))
        page = self.make('many.cu', source, '--budget=100')
        self.assertLess(len(page), 30e6)
        answer = self.ask(page, LOAD)
        self.assertEqual(answer['rows'], 5000)
        self.assertEqual(answer['hits'], 10)
        for what, limit in (('parsed', 20000), ('filtered', 3000), ('sorted', 10000)):  # milliseconds; a tenth on an idle machine
            self.assertLess(answer[what], limit, what)


if __name__ == '__main__':
    unittest.main()
