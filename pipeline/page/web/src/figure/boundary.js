// How much of softmax's gradient is left without the division, against d_k; a marker follows the slider.
import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import { formula, h, s, set } from '../dom.js';
import { percent } from '../text.js';
import { sized } from './sized.js';

const TICKS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

export function boundaryPlot(lesson) {
  const { boundary, explorer } = lesson;
  const last = explorer.stops[explorer.stops.length - 1];
  const inUse = h('p', { class: 'in-use' }, boundary.models.map(({ d_k: dK, names }) => `${dK}:\u00a0${names.join(', ')}`).join(' · '));
  const symbol = h('span', { class: 'chart-label muted' }, formula('d_k', true));

  function layout(width) {
    const narrow = width < 560;
    const height = narrow ? 320 : Math.round(Math.min(width * 0.4, 400));
    const [left, right] = [narrow ? 46 : 56, narrow ? 10 : 48];
    return {
      width,
      height,
      narrow,
      bottom: height - 40,
      x: scaleLog([1, last], [left, width - right]).base(2),
      y: scaleLinear([0, boundary.top], [height - 40, 40]),
    };
  }

  function furniture(svg, at) {
    const { x, y, bottom, narrow } = at;
    const [from, to] = x.range();
    const text = (label, attributes) => {
      const made = s('text', attributes);
      made.textContent = label;
      svg.append(made);
    };
    const band = (low, high, name, role) => {
      svg.append(s('rect', { class: 'panel', x: x(low), y: y(boundary.top), width: x(high) - x(low), height: bottom - y(boundary.top) }));
      text(name, { class: `band ${role}`, x: (x(low) + x(high)) / 2, y: 26, 'text-anchor': 'middle' });
    };
    band(1, boundary.cosmetic, 'cosmetic', 'scaled');
    band(boundary.catastrophic, last, 'catastrophic', 'raw');
    for (const level of [0, 0.5, 1]) {
      text(`${level * 100}%`, { class: 'tick', x: from - 10, y: y(level) + 5, 'text-anchor': 'end' });
      if (level) svg.append(s('path', { class: 'rule', d: `M${from} ${y(level)}H${to}` }));
    }
    svg.append(s('path', { class: 'axis', d: `M${from} ${bottom}H${to}` }));
    for (const tick of TICKS.filter((t) => !narrow || Math.log2(t) % 2 === 0 || t === last)) {
      text(String(tick), { class: 'tick', x: x(tick), y: bottom + 24, 'text-anchor': 'middle' });
    }
    models(svg, at, text);
    const parts = {
      curve: s('path', { class: 'curve gradient', 'clip-path': 'url(#boundary-frame)' }),
      stem: s('path', { class: 'stem' }),
      left: s('circle', { class: 'hollow', r: 6 }),
      dot: s('circle', { class: 'dot marker', r: 7 }),
      said: s('text', { class: 'value ink' }),
      n: null,
    };
    const frame = { x: from - 4, y: y(boundary.top), width: to - from + 8, height: bottom - y(boundary.top) + 4 };
    svg.append(s('clipPath', { id: 'boundary-frame' }, s('rect', frame)), parts.curve, parts.stem, parts.left, parts.dot, parts.said);
    // The axis' name stands at its end, or in the gap where the narrow plot leaves a number out.
    symbol.style.transform = narrow ? `translate(${x(32) - 9}px, ${bottom + 10}px)` : `translate(${to + 22}px, ${bottom + 8}px)`;
    inUse.hidden = !narrow;
    return parts;
  }

  /** A tick under the axis and a dashed line with names for every head dimension in use. */
  function models(svg, { x, y, bottom, narrow }, text) {
    boundary.models.forEach(({ d_k: dK, names }, i) => {
      const level = y([0.88, 0.66, 0.42][i] ?? 0.3);
      svg.append(s('path', { class: 'dashes', d: `M${x(dK)} ${bottom + 8}V${level - 12}` }));
      // Where there is no room beside the lines the names stand below the plot.
      if (!narrow) text(names.join(', '), { class: 'note', x: x(dK) + 8, y: level });
    });
  }

  function draw({ parts, x, y, bottom }, view) {
    const row = explorer.key_counts.indexOf(view.n);
    if (parts.n !== view.n) {
      // With the film's number of keys the curve is the film's own; with others it goes from stop to stop.
      const film = view.n === explorer.film_keys;
      const points = film
        ? boundary.d_ks.map((dK, i) => [x(dK), y(boundary.shares[i])])
        : explorer.stops.map((dK, i) => [x(dK), y(explorer.gradient_share[row][i] / 100)]);
      set(parts.curve, { d: line()(points) });
      parts.n = view.n;
    }
    const share = view.gradient / 100;
    // With many keys more than the axis has room for is left at small d_k: the marker stays at its end, the number says it.
    const within = (left) => y(Math.min(left, boundary.top));
    const [at, raw, now] = [x(view.dK), within(view.rawGradient / 100), within(share)];
    set(parts.stem, { d: `M${at} ${bottom}V${now}` });
    set(parts.left, { cx: at, cy: raw, display: view.scaled ? 'inline' : 'none' });
    set(parts.dot, { cx: at, cy: now, 'data-d-k': view.dK, 'data-share': view.gradient, class: `dot marker ${view.scaled ? 'fill-scaled' : 'fill-ink'}` });
    parts.said.textContent = `${share > boundary.top ? '↑ ' : ''}${percent(view.gradient)}`;
    const end = at > x(200);
    set(parts.said, { x: at + (end ? -12 : 12), y: now - 12, 'text-anchor': end ? 'end' : 'start' });
  }

  const chart = sized({ className: 'boundary', label: 'Gradient left without scaling', layout, furniture, draw });
  return { ...chart, element: h('div', { class: 'chart-place' }, chart.element, symbol, inUse), svg: chart.element };
}
