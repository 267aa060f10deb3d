// The training runs of beat 7: loss against step, raw and scaled, the mean of the seeds and their spread.
import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { formula, h, s } from '../dom.js';
import { sized } from './sized.js';

const SIDES = ['raw', 'scaled'];

function panel(lesson, which) {
  const { training } = lesson;
  const curves = SIDES.map((_, side) => [0, 1, 2].map((what) => lesson.losses(which, side, what)));

  function layout(width) {
    const height = Math.round(Math.min(Math.max(width * 0.72, 190), 250));
    return {
      width,
      height,
      x: scaleLinear([0, training.steps], [26, width - 2]),
      y: scaleLinear([0, training.loss_top], [height - 30, 12]),
    };
  }

  function furniture(svg, { width, height, x, y }) {
    const text = (label, attributes) => {
      const made = s('text', { class: 'tick', ...attributes });
      made.textContent = label;
      svg.append(made);
    };
    svg.append(s('path', { class: 'axis', d: `M${x(0)} ${y(training.loss_top)}V${y(0)}H${width}` }));
    for (const loss of training.loss_ticks) text(String(loss), { x: x(0) - 10, y: y(loss) + 5, 'text-anchor': 'end' });
    text('loss', { x: x(0) + 8, y: y(training.loss_top) + 6 });
    text('0', { x: x(0), y: height - 6, 'text-anchor': 'middle' });
    text(`${training.steps} steps`, { x: width, y: height - 6, 'text-anchor': 'end' });
    curves.forEach(([mean, low, high], side) => {
      const spread = area().x((_, i) => x(i)).y0((i) => y(low[i])).y1((i) => y(high[i]));
      svg.append(
        s('path', { class: `spread fill-${SIDES[side]}`, d: spread(mean.map((_, i) => i)) }),
        s('path', { class: `curve ${SIDES[side]}`, d: line()(mean.map((loss, i) => [x(i), y(loss)])) }),
        s('circle', { class: `fill-${SIDES[side]}`, cx: x(0), cy: y(mean[0]), r: 4 }),
      );
    });
  }

  const [raw, scaled] = training.accuracy[which];
  const label =
    `Loss over ${training.steps} steps at d k ${training.d_ks[which]}: ${training.verdicts[which]}. ` +
    `Correct at the end: raw ${raw}, scaled ${scaled}.`;
  const chart = sized({ className: 'losses', label, layout, furniture, draw() {} });
  return {
    chart,
    element: h('figure', { class: 'run' },
      h('h3', {}, formula('d_k'), ` = ${training.d_ks[which]}`),
      chart.element,
      h('figcaption', {},
        h('strong', {}, training.verdicts[which]),
        h('span', { class: 'correct' }, 'correct: ', h('b', { class: 'raw' }, `raw ${raw}`), ' ', h('b', { class: 'scaled' }, `scaled ${scaled}`)))), // prettier-ignore
  };
}

export function trainingPanels(lesson) {
  const { training } = lesson;
  const panels = training.d_ks.map((_, i) => panel(lesson, i));
  const legend = h('p', { class: 'legend' },
    h('span', { class: 'swatch raw' }, 'raw'), h('span', { class: 'swatch scaled' }, 'scaled'),
    h('span', {}, `line: mean of ${training.seeds} seeds, band: all`), h('span', {}, `chance: ${training.chance} correct`)); // prettier-ignore
  return {
    element: h('div', { class: 'runs' }, legend, ...panels.map(({ element }) => element)),
    draw() {
      for (const { chart } of panels) chart.draw(true);
    },
  };
}
