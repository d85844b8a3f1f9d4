'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const [ID, LABEL, ORIGIN, CONNECTION, PROTOCOL, STATUS, TYPE, PRIORITY, START, PARTS] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const HEIGHT = 20;
  const rows = document.getElementById('rows');
  const canvas = document.getElementById('canvas');
  const detail = document.getElementById('detail');
  const host = document.getElementById('host');
  const lanes = document.getElementById('lanes');
  const all = document.getElementById('all');

  const end = row => row[PARTS].reduce((sum, part) => sum + part[1], row[START]);
  const millis = ms => ms >= 1000 ? (ms / 1000).toFixed(2) + ' s' : (ms >= 10 || ms === 0 ? Math.round(ms) : ms.toFixed(1)) + ' ms';

  let only = null;      // indices of one finding's rows, or null
  let shown = [];       // what is drawn: {label, words, bars: [{start, parts, overlaid}]}
  let from = 0;
  let span = 1;
  let current = -1;
  let printing = false;

  const words = row => [
    row[LABEL], row[PROTOCOL] + (row[CONNECTION] ? ' on connection ' + row[CONNECTION] : ''), 'status ' + row[STATUS],
    row[TYPE], row[PRIORITY] && 'priority ' + row[PRIORITY], 'issued at ' + millis(row[START]),
    ...row[PARTS].map(part => data.parts[part[0]] + ' ' + millis(part[1])), 'request ' + row[ID],
  ].filter(Boolean).join(' · ');

  function path(label) {
    return label.replace(/^(\S+) https?:\/\/[^/]+/, '$1 ');
  }

  function byRequest(selected) {
    return selected.map(row => ({
      label: host.value ? path(row[LABEL]) : row[LABEL], words: words(row), bars: [{start: row[START], parts: row[PARTS]}],
    }));
  }

  function byConnection(selected) {
    const byId = new Map();
    for (const row of selected) {
      const id = row[ORIGIN] + ' · ' + (row[CONNECTION] || 'no connection');
      if (!byId.has(id)) byId.set(id, []);
      byId.get(id).push(row);
    }
    return [...byId].map(([id, own]) => ({
      label: id.replace(/^https?:\/\//, '') + ' · ' + own.length,
      words: id + ' · ' + own.length + ' requests · ' + own[0][PROTOCOL],
      bars: own.map(row => exchange(row)),
    }));
  }

  // On a connection's lane only what the connection itself did is drawn: from opening on.
  function exchange(row) {
    const waits = row[PARTS].filter(part => part[0] < 5);
    return {start: waits.reduce((sum, part) => sum + part[1], row[START]), parts: row[PARTS].filter(part => part[0] >= 5), overlaid: true};
  }

  function select() {
    const selected = data.rows.filter((row, i) => (!host.value || row[ORIGIN] === host.value) && (!only || only.has(i)));
    from = selected.reduce((least, row) => Math.min(least, row[START]), Infinity);
    from = Number.isFinite(from) ? from : 0;
    span = Math.max(1, selected.reduce((most, row) => Math.max(most, end(row)), 0) - from);
    shown = lanes.value === 'connection' ? byConnection(selected) : byRequest(selected);
    canvas.style.height = shown.length * HEIGHT + 'px';
    current = -1;
    rows.removeAttribute('aria-activedescendant');
    document.getElementById('shown').textContent = shown.length + (lanes.value === 'connection' ? ' lanes, ' : ' bars, ')
      + selected.length + ' of ' + data.rows.length + ' requests';
    all.hidden = !only;
    axis();
    draw();
  }

  function axis() {
    const box = document.getElementById('axis');
    box.textContent = '';
    const raw = span / 6;
    const unit = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map(n => n * unit).find(n => n >= raw);
    for (let at = 0; at <= span; at += step) {
      const tick = document.createElement('span');
      tick.className = 'tick';
      tick.style.left = at / span * 100 + '%';
      tick.textContent = millis(at);
      box.append(tick);
    }
  }

  // Only the rows in sight exist, so that any number of requests scrolls alike.
  function draw() {
    const first = printing ? 0 : Math.max(0, Math.floor(rows.scrollTop / HEIGHT) - 5);
    const last = printing ? Math.min(shown.length, 400) : Math.min(shown.length, first + Math.ceil(rows.clientHeight / HEIGHT) + 10);
    const drawn = [];
    for (let i = first; i < last; i++) drawn.push(element(i));
    canvas.replaceChildren(...drawn);
  }

  function element(i) {
    const item = shown[i];
    const row = document.createElement('div');
    row.className = i === current ? 'row current' : 'row';
    row.id = 'row' + i;
    row.setAttribute('role', 'option');
    row.setAttribute('aria-posinset', i + 1);
    row.setAttribute('aria-setsize', shown.length);
    row.setAttribute('aria-selected', i === current);
    row.setAttribute('aria-label', item.words);
    row.style.top = i * HEIGHT + 'px';
    const name = document.createElement('span');
    name.className = 'name';
    name.textContent = item.label;
    const bars = document.createElement('span');
    bars.className = 'bars';
    for (const bar of item.bars) {
      let at = bar.start - from;
      for (const [part, length] of bar.parts) {
        const piece = document.createElement('span');
        piece.className = 'bar p' + part + (bar.overlaid ? ' overlaid' : '');
        piece.style.left = at / span * 100 + '%';
        piece.style.width = length / span * 100 + '%';
        bars.append(piece);
        at += length;
      }
    }
    row.append(name, bars);
    row.addEventListener('mouseenter', () => tell(i));
    row.addEventListener('click', () => move(i));
    return row;
  }

  function tell(i) {
    detail.textContent = shown[i].words;
  }

  function move(to) {
    if (!shown.length) return;
    current = Math.max(0, Math.min(shown.length - 1, to));
    const top = current * HEIGHT;
    if (top < rows.scrollTop) rows.scrollTop = top;
    if (top + HEIGHT > rows.scrollTop + rows.clientHeight) rows.scrollTop = top + HEIGHT - rows.clientHeight;
    draw();
    rows.setAttribute('aria-activedescendant', 'row' + current);
    tell(current);
  }

  const KEYS = {
    ArrowDown: () => current + 1, ArrowUp: () => current - 1, PageDown: () => current + 20, PageUp: () => current - 20,
    Home: () => 0, End: () => shown.length - 1,
  };
  rows.addEventListener('keydown', event => {
    const to = KEYS[event.key];
    if (to) {
      event.preventDefault();
      move(to());
    }
  });
  rows.addEventListener('scroll', () => requestAnimationFrame(draw));
  addEventListener('resize', draw);
  host.addEventListener('change', select);
  lanes.addEventListener('change', select);
  all.addEventListener('click', () => { only = null; select(); });
  for (const button of document.querySelectorAll('button.show')) {
    button.addEventListener('click', () => {
      only = new Set(data.findings[button.dataset.finding]);
      host.value = '';
      lanes.value = 'request';
      select();
      document.getElementById('waterfall').scrollIntoView();
      rows.focus({preventScroll: true});
      move(0);
    });
  }
  addEventListener('beforeprint', () => { printing = true; canvas.style.height = Math.min(shown.length, 400) * HEIGHT + 'px'; draw(); });
  addEventListener('afterprint', () => { printing = false; select(); });

  const counts = new Map();
  for (const row of data.rows) counts.set(row[ORIGIN], (counts.get(row[ORIGIN]) || 0) + 1);
  for (const [origin, count] of [...counts].sort((a, b) => b[1] - a[1])) {
    const option = document.createElement('option');
    option.value = origin;
    option.textContent = (origin || '(unknown host)') + ' · ' + count;
    host.append(option);
  }
  host.value = counts.has(data.focus) ? data.focus : '';
  select();
})();
