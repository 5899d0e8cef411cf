'use strict';
(() => {
  const table = document.getElementById('findings');
  if (!table) return;
  const body = table.tBodies[0], rows = [...body.rows], count = document.getElementById('count');
  const words = document.getElementById('filter'), check = document.getElementById('check');
  const texts = rows.map(row => row.textContent.toLowerCase());
  const sections = rows.map(row => document.getElementById(row.dataset.finding));

  function filter() {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, i) => {
      const fits = (!check.value || row.dataset.check === check.value) && wanted.every(word => texts[i].includes(word));
      row.hidden = sections[i].hidden = !fits;
      shown += fits;
    });
    count.textContent = `${shown} of ${rows.length}`;
  }
  words.addEventListener('input', filter);
  check.addEventListener('change', filter);
  document.querySelector('.tools').hidden = false;
  filter();

  function value(row, column) {
    const cell = row.cells[column];
    return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
  }
  const headers = [...table.tHead.rows[0].cells];
  headers.forEach((header, column) => {
    header.querySelector('button').addEventListener('click', () => {
      const down = header.getAttribute('aria-sort') === 'ascending' || (header.classList.contains('number') && header.getAttribute('aria-sort') !== 'descending');
      headers.forEach(other => other.removeAttribute('aria-sort'));
      header.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const keys = new Map(rows.map(row => [row, value(row, column)]));
      const sorted = [...body.rows].sort((a, b) => {
        const x = keys.get(a), y = keys.get(b);
        const order = typeof x === 'number' ? x - y : x.localeCompare(y);
        return down ? -order : order;
      });
      body.append(...sorted);
    });
  });

  function go(step) {
    const shown = [...body.rows].filter(row => !row.hidden);
    if (!shown.length) return;
    let at = shown.findIndex(row => row.hasAttribute('aria-current'));
    at = at < 0 ? (step > 0 ? 0 : shown.length - 1) : Math.min(Math.max(at + step, 0), shown.length - 1);
    select(shown[at]);
    const section = document.getElementById(shown[at].dataset.finding);
    section.scrollIntoView({block: 'start'});
    section.focus({preventScroll: true});
  }
  function select(row) {
    rows.forEach(other => other.removeAttribute('aria-current'));
    if (row) row.setAttribute('aria-current', 'true');
  }
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key === 'j') go(1);
    else if (event.key === 'k') go(-1);
    else if (event.key === '/') words.focus();
    else if (event.key === 't') { table.scrollIntoView(); } else return;
    event.preventDefault();
  });
  addEventListener('hashchange', () => select(rows.find(row => '#' + row.dataset.finding === location.hash)));

  /* Requests that differ: one is shown, the buttons step through them. */
  for (const figure of document.querySelectorAll('figure')) {
    const frames = figure.querySelectorAll('svg');
    const text = figure.querySelector('.which');
    if (frames.length < 2 || !text) continue;
    let at = 0;
    const show = step => {
      at = (at + step + frames.length) % frames.length;
      frames.forEach((frame, i) => frame.classList.toggle('other', i !== at));
      text.textContent = frames[at].dataset.which;
    };
    for (const [name, label, step] of [['‹', 'previous request', -1], ['›', 'next request', 1]]) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = name;
      button.setAttribute('aria-label', label);
      button.addEventListener('click', () => show(step));
      text.before(button, ' ');
    }
  }
})();
