// The simulated scores as bars under their exact density, on the film's axis, which never rescales.
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { formula, h, s, set } from '../dom.js';
import { fixed } from '../text.js';
import { rectangles, sized } from './sized.js';

export const BELOW = 34; // pixels under the base line
const NEAR = 4; // the closer look at divided scores runs from minus this to this
const LEAST = 0.33; // pixels: a lower bar is left out rather than drawn as a hair

/** Bars for densities on divided edges, within plus and minus limit; touching ones where there is no room for a gap. */
function bars(edges, heights, x, y, factor, limit) {
  const pitch = x(1 / factor) - x(0);
  const room = pitch < 2 ? 0 : Math.min(2.4, pitch / 6) / 2;
  const within = (edge) => Math.min(Math.max(edge / factor, -limit), limit);
  const base = y(0);
  const boxes = [];
  for (let i = 0; i < heights.length; i++) {
    const [left, right, top] = [x(within(edges[i])), x(within(edges[i + 1])), y(heights[i])];
    if (base - top > LEAST && right > left) boxes.push([left + room, top, right - room, base]);
  }
  return rectangles(boxes);
}

function curve(lineX, heights, x, y, factor, limit) {
  const finite = heights.filter(Number.isFinite);
  const least = Math.max(...finite) / 200; // by the curve's own measure: a flat one must not stop short
  const points = [];
  for (let i = 0; i < lineX.length; i++) {
    const at = lineX[i] / factor;
    if (heights[i] < least || Math.abs(at) > limit) continue;
    points.push([x(at), Math.max(y(Math.min(heights[i], 10)), -40)]);
  }
  return line()(points) ?? '';
}

/** small: without ticks' numbers, bracket and traces, for pinned copies. */
export function histogram(lesson, { small = false } = {}) {
  const { axis, edges, film_stops: filmStops, stops } = lesson.explorer;
  const name = small ? null : h('span', { class: 'chart-label' }, formula('plus_minus_sigma', true));
  const element = h('div', { class: 'chart-place' });

  function layout(width) {
    const height = small ? 150 : Math.round(Math.min(Math.max(width * 0.54, 206), 340));
    const bottom = height - (small ? 24 : BELOW);
    const above = small ? 10 : 52;
    return {
      width,
      height,
      bottom,
      x: scaleLinear([-axis.limit, axis.limit], [0, width]),
      y: scaleLinear([0, axis.top], [bottom, above]),
    };
  }

  function furniture(svg, at) {
    const parts = {
      traces: s('g', { class: 'trace' }),
      ghost: s('path', { class: 'trace' }),
      bars: s('path'),
      curve: s('path', { class: 'curve ink' }),
      sides: s('path', { class: 'dashes' }),
      arrow: s('path', { class: 'arrow' }),
      cut: s('text', { class: 'tick', y: 48 }),
    };
    svg.append(parts.traces, parts.ghost, parts.bars, s('path', { class: 'axis', d: `M0 ${at.bottom}H${at.width}` }));
    const ticks = small ? [-60, 0, 60] : axis.ticks;
    const marks = ticks.map((tick) => `M${at.x(tick)} ${at.bottom}v6`).join('');
    svg.append(s('path', { class: 'axis', d: marks }));
    for (const tick of ticks) {
      const label = s('text', { class: 'tick', x: at.x(tick), y: at.height - (small ? 4 : 8), 'text-anchor': 'middle' });
      label.textContent = fixed(tick, 0);
      svg.append(label);
    }
    svg.append(parts.curve);
    if (!small) {
      for (const stop of filmStops) {
        const i = stops.indexOf(stop);
        const d = curve(lesson.lineX, lesson.line(i), at.x, at.y, 1, axis.limit);
        parts.traces.append(s('path', { d, 'data-d-k': stop }));
      }
      parts.closer = closer(lesson, at);
      svg.append(parts.sides, parts.arrow, parts.cut, parts.closer.element);
    }
    return parts;
  }

  function draw(at, view) {
    const { parts, x, y } = at;
    const factor = view.dK ** (view.mix / 2);
    set(parts.bars, { d: bars(edges, view.heights, x, y, factor, axis.limit), class: view.mix < 0.5 ? 'fill-raw' : 'fill-scaled' });
    set(parts.curve, { d: curve(lesson.lineX, view.line, x, y, factor, axis.limit) });
    // What the division changes stays visible: the curve of the scores as they were.
    set(parts.ghost, { d: view.mix > 0 ? curve(lesson.lineX, view.line, x, y, 1, axis.limit) : '' });
    if (small) return;
    for (const trace of parts.traces.children) {
      set(trace, { display: view.mix === 0 && Number(trace.dataset.dK) < view.dK ? 'inline' : 'none' });
    }
    bracket(at, view, factor);
    parts.closer.draw(view, factor);
    const peak = Math.max(...view.heights);
    parts.cut.textContent = y(peak) < 0 ? `peak ${fixed(peak, 2)}, above this axis` : '';
    set(parts.cut, { x: x(5) });
  }

  function bracket({ parts, x, y, bottom }, view, factor) {
    const sigma = Math.sqrt(view.dK) / factor;
    const [left, right] = [x(-sigma), x(sigma)];
    const peak = Math.min(Math.max(...view.line), 2 * axis.top);
    const high = Math.max(y(peak) - 22, 14);
    const head = Math.min(8, (right - left) / 2 - 1);
    const heads = `m${-head} ${-head * 0.55}l${head} ${head * 0.55}l${-head} ${head * 0.55}`;
    const tails = `M${left + head} ${high - head * 0.55}L${left} ${high}L${left + head} ${high + head * 0.55}`;
    set(parts.sides, { d: `M${left} ${bottom}V${high - 8}M${right} ${bottom}V${high - 8}` });
    set(parts.arrow, { d: `M${left} ${high}H${right}${head > 3 ? heads + tails : ''}` });
    name.style.transform = `translate(${(right + 10).toFixed(1)}px, ${high.toFixed(1)}px) translateY(-50%)`;
  }

  const chart = sized({ className: small ? 'histogram small' : 'histogram', label: 'Histogram of the scores', layout, furniture, draw });
  element.append(chart.element);
  if (name) element.append(name);
  return { ...chart, element, svg: chart.element };
}

/** The divided scores on an axis of their own, in the part of the chart that they have left. */
function closer(lesson, outer) {
  const width = Math.round(outer.width * 0.36);
  const [left, top, bottom] = [outer.width - width, 6, Math.round(outer.bottom * 0.66)];
  const x = scaleLinear([-NEAR, NEAR], [left + 12, outer.width - 12]);
  const y = scaleLinear([0, 1], [bottom, top + 18]);
  const bar = s('path', { class: 'fill-scaled' });
  const curved = s('path', { class: 'curve ink thin' });
  const element = s('g', { class: 'closer' }, s('rect', { class: 'panel', x: left, y: top, width, height: bottom + 28 - top, rx: 8 }), bar, s('path', { class: 'axis', d: `M${x(-NEAR)} ${bottom}H${x(NEAR)}` }), curved);
  for (const tick of [-4, -2, 0, 2, 4]) {
    const label = s('text', { class: 'tick', x: x(tick), y: bottom + 20, 'text-anchor': 'middle' });
    label.textContent = fixed(tick, 0);
    element.append(label);
  }
  return {
    element,
    draw(view, factor) {
      set(element, { opacity: view.mix.toFixed(3), display: view.mix > 0 ? 'inline' : 'none' });
      if (view.mix === 0) return;
      const peak = Math.max(...view.line.filter(Number.isFinite));
      const tall = (values) => values.map((value) => Math.min(value / peak, 1.1));
      set(bar, { d: bars(lesson.explorer.edges, tall(view.heights), x, y, factor, NEAR) });
      set(curved, { d: curve(lesson.lineX, tall(view.line), x, y, factor, NEAR) });
    },
  };
}
