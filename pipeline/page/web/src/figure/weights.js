// Attention weights as bars on a fixed axis from 0 to 1, the largest with its value.
import { scaleBand, scaleLinear } from 'd3-scale';
import { s, set } from '../dom.js';
import { share } from '../text.js';
import { BELOW } from './histogram.js';
import { rectangles, sized } from './sized.js';

const DUST = 2; // a weight too small to see still has a bar of two pixels: it is there

/**
 * small: for pinned copies. beside(): the height of the histogram beside it, whose base line it shares, or 0.
 * point(share): where the pointer is, as a share of the width; null when it has left.
 */
export function weightBars({ small = false, beside = () => 0, point = () => {} } = {}) {
  function layout(width) {
    const own = small ? 108 : Math.round(Math.min(Math.max(width * 0.66, 180), 306));
    const height = beside(width) ? beside(width) - BELOW + 2 : own;
    return { width, height, bottom: height - 2, y: scaleLinear([0, 1], [height - 2, small ? 22 : 28]) };
  }

  function furniture(svg, at) {
    const parts = {
      slots: s('path', { class: 'panel' }),
      bars: s('path', { class: 'fill-key' }),
      value: s('text', { class: small ? 'value small' : 'value', 'text-anchor': 'middle' }),
    };
    svg.append(parts.slots, parts.bars, s('path', { class: 'axis', d: `M0 ${at.bottom}H${at.width}` }), parts.value);
    return parts;
  }

  function draw({ parts, width, bottom, y }, { shown, weights }) {
    const n = shown.length;
    const x = scaleBand(shown.map((_, i) => i), [0, width]).paddingInner(0.22).paddingOuter(0.11);
    const boxes = (tops) => rectangles(tops.map((top, i) => [x(i), top, x(i) + x.bandwidth(), bottom]));
    if (parts.n !== n) set(parts.slots, { d: boxes(shown.map(() => y(1))) });
    parts.n = n;
    const tops = shown.map((weight) => Math.min(y(weight), bottom - DUST));
    set(parts.bars, { d: boxes(tops) });
    const leader = shown.indexOf(Math.max(...shown));
    parts.value.textContent = share(Math.max(...weights));
    // Over an outer bar it stays within the chart.
    const half = small ? 17 : 24;
    set(parts.value, { x: Math.min(Math.max(x(leader) + x.bandwidth() / 2, half), width - half), y: tops[leader] - 8 });
  }

  const chart = sized({ className: small ? 'weights small' : 'weights', label: 'Attention weights', layout, furniture, draw });
  for (const kind of ['pointermove', 'pointerdown']) {
    chart.element.addEventListener(kind, ({ clientX }) => {
      const { left, width } = chart.element.getBoundingClientRect();
      point((clientX - left) / width);
    });
  }
  chart.element.addEventListener('pointerleave', () => point(null));
  return chart;
}

/** Three small bars' worth of a claim, for the cards of the prediction. */
export function sketch(weights) {
  const y = scaleLinear([0, 1], [70, 2]);
  const x = scaleBand(weights.map((_, i) => i), [0, 160]).paddingInner(0.22);
  const boxes = weights.map((weight, i) => [x(i), Math.min(y(weight), 69), x(i) + x.bandwidth(), 70]);
  return s(
    'svg',
    { class: 'sketch', viewBox: '0 0 160 72', 'aria-hidden': 'true', preserveAspectRatio: 'none' },
    s('path', { class: 'fill-key', d: rectangles(boxes) }),
    s('path', { class: 'axis', d: 'M0 70.5H160', 'vector-effect': 'non-scaling-stroke' }),
  );
}
