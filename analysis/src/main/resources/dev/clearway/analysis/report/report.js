'use strict';
(() => {
  const [ID, LABEL, ORIGIN, CONNECTION, PROTOCOL, STATUS, TYPE, PRIORITY, START, PARTS] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const FIRST_OF_THE_CONNECTION = 5; // parts below are waits
  const HEIGHT = 20;
  const MOST_PRINTED = 400;

  const millis = ms => ms >= 1000 ? (ms / 1000).toFixed(2) + ' s' : (ms >= 10 || ms === 0 ? Math.round(ms) : ms.toFixed(1)) + ' ms';
  const short = label => label.length > 46 ? label.slice(0, 20) + '…' + label.slice(-25) : label;
  const path = label => label.replace(/^(\S+) https?:\/\/[^/]+/, '$1 ');

  // Draws the waterfall of one recording; article holds its findings too.
  function waterfall(article) {
    const section = article.querySelector('.waterfall');
    const find = name => section.querySelector('.' + name);
    const data = JSON.parse(find('data').textContent);
    const rows = find('rows');
    const canvas = find('canvas');
    const detail = find('detail');
    const host = find('host');
    const lanes = find('lanes');
    const scale = find('scale');
    const all = find('all');

    const findingsOf = new Map();
    data.findings.forEach((indices, i) => indices.forEach(index => {
      if (!findingsOf.has(index)) findingsOf.set(index, []);
      findingsOf.get(index).push(data.names[i]);
    }));

    let only = null;      // indices of one finding's rows, or null
    let shown = [];       // what is drawn: {label, words, bars: [{start, parts, overlaid}]}
    let from = 0;
    let span = 1;
    let current = -1;
    let printing = false;

    const words = (row, i) => [
      row[LABEL], row[PROTOCOL] + (row[CONNECTION] ? ' on connection ' + row[CONNECTION] : ''), 'status ' + row[STATUS],
      row[TYPE], row[PRIORITY] && 'priority ' + row[PRIORITY], 'issued at ' + millis(row[START]),
      ...row[PARTS].map(part => data.parts[part[0]] + ' ' + millis(part[1])),
      findingsOf.has(i) && 'found: ' + findingsOf.get(i).join(', '), 'request ' + row[ID],
    ].filter(Boolean).join(' · ');

    function byRequest(selected) {
      return selected.map(([row, i]) => ({
        label: host.value ? path(row[LABEL]) : row[LABEL], words: words(row, i), bars: [{start: row[START], parts: row[PARTS]}],
      }));
    }

    function byConnection(selected) {
      const byId = new Map();
      for (const [row] of selected) {
        const id = row[ORIGIN] + ' · ' + (row[CONNECTION] || 'no connection');
        if (!byId.has(id)) byId.set(id, []);
        byId.get(id).push(row);
      }
      return [...byId].map(([id, own]) => ({
        label: (host.value ? 'connection ' + (own[0][CONNECTION] || 'unknown') : id.replace(/^https?:\/\//, '')) + ' · ' + own.length,
        words: id + ' · ' + own.length + ' requests · ' + own[0][PROTOCOL],
        bars: own.map(exchange),
      }));
    }

    // On a connection's lane only what the connection itself did is drawn: from opening on.
    function exchange(row) {
      const waits = row[PARTS].filter(part => part[0] < FIRST_OF_THE_CONNECTION);
      return {
        start: waits.reduce((sum, part) => sum + part[1], row[START]),
        parts: row[PARTS].filter(part => part[0] >= FIRST_OF_THE_CONNECTION),
        overlaid: true,
      };
    }

    function select() {
      const selected = data.rows.map((row, i) => [row, i])
        .filter(([row, i]) => (!host.value || row[ORIGIN] === host.value) && (!only || only.has(i)));
      shown = lanes.value === 'connection' ? byConnection(selected) : byRequest(selected);
      canvas.style.height = shown.length * HEIGHT + 'px';
      rows.style.height = Math.min(640, Math.max(1, shown.length) * HEIGHT + 2) + 'px';
      current = -1;
      rows.removeAttribute('aria-activedescendant');
      find('shown').textContent = shown.length + (lanes.value === 'connection' ? ' lanes, ' : ' bars, ')
        + selected.length + ' of ' + data.rows.length + ' requests';
      all.hidden = !only;
      rows.scrollTop = 0;
      fit(shown);
      draw();
    }

    // Fits the scale to what is drawn, or to all that could be.
    function fit(drawn) {
      const bars = drawn.flatMap(item => item.bars);
      const least = bars.reduce((least, bar) => Math.min(least, bar.start), Infinity);
      from = Number.isFinite(least) ? least : 0;
      span = Math.max(1, bars.reduce((most, bar) => Math.max(most, bar.parts.reduce((at, part) => at + part[1], bar.start)), 0) - from);
    }

    function axis() {
      const box = find('axis');
      box.textContent = '';
      box.style.marginRight = rows.offsetWidth - rows.clientWidth + 'px';
      const raw = span / Math.max(1, Math.min(8, Math.floor(box.clientWidth / 120)));
      const unit = 10 ** Math.floor(Math.log10(raw));
      const step = [1, 2, 5, 10].map(n => n * unit).find(n => n >= raw);
      for (let at = 0; at <= span; at += step) {
        const tick = document.createElement('span');
        tick.className = at > span * 0.93 ? 'tick last' : 'tick';
        tick.style.left = at / span * 100 + '%';
        tick.textContent = millis(scale.value === 'sight' && !printing ? from + at : at);
        box.append(tick);
      }
    }

    // Only the rows in sight exist, so that any number of requests scrolls alike.
    function draw() {
      const first = printing ? 0 : Math.max(0, Math.floor(rows.scrollTop / HEIGHT) - 5);
      const last = printing ? Math.min(shown.length, MOST_PRINTED)
        : Math.min(shown.length, first + Math.ceil(rows.clientHeight / HEIGHT) + 10);
      const top = Math.floor(rows.scrollTop / HEIGHT);
      if (printing) fit(shown.slice(0, last));
      else if (scale.value === 'sight') fit(shown.slice(top, top + Math.ceil(rows.clientHeight / HEIGHT)));
      axis();
      const drawn = [];
      for (let i = first; i < last; i++) drawn.push(element(i));
      canvas.replaceChildren(...drawn);
    }

    function element(i) {
      const item = shown[i];
      const row = document.createElement('div');
      row.className = i === current ? 'row current' : 'row';
      row.id = article.id + '-row' + i;
      row.setAttribute('role', 'option');
      row.setAttribute('aria-posinset', i + 1);
      row.setAttribute('aria-setsize', shown.length);
      row.setAttribute('aria-selected', i === current);
      row.setAttribute('aria-label', item.words);
      row.style.top = i * HEIGHT + 'px';
      const name = document.createElement('span');
      name.className = 'name';
      name.textContent = short(item.label);
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
      rows.setAttribute('aria-activedescendant', article.id + '-row' + current);
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
    rows.addEventListener('focus', () => { if (current < 0 && rows.matches(':focus-visible')) move(0); });
    rows.addEventListener('scroll', () => requestAnimationFrame(draw));
    addEventListener('resize', draw);
    host.addEventListener('change', select);
    lanes.addEventListener('change', select);
    scale.addEventListener('change', select);
    all.addEventListener('click', () => { only = null; select(); });
    for (const button of article.querySelectorAll('button.show')) {
      button.addEventListener('click', () => {
        only = new Set(data.findings[button.dataset.finding]);
        host.value = '';
        lanes.value = 'request';
        select();
        section.scrollIntoView();
        rows.focus({preventScroll: true});
        move(0);
      });
    }
    addEventListener('beforeprint', () => {
      printing = true;
      const height = Math.min(shown.length, MOST_PRINTED) * HEIGHT;
      canvas.style.height = height + 'px';
      rows.style.height = height + 2 + 'px';
      find('shown').textContent += shown.length > MOST_PRINTED ? '; the first ' + MOST_PRINTED + ' are printed' : '';
      draw();
    });
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
    scale.value = data.rows.length > 500 ? 'sight' : 'whole';
    select();
  }

  document.querySelectorAll('article').forEach(waterfall);

  // What is folded is unfolded on paper.
  const unfolded = [];
  addEventListener('beforeprint', () => document.querySelectorAll('details:not([open])').forEach(each => {
    each.open = true;
    unfolded.push(each);
  }));
  addEventListener('afterprint', () => unfolded.splice(0).forEach(each => { each.open = false; }));
})();
