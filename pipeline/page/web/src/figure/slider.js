// The slider of d_k: a native range, so that keys, touch and screen readers work as everywhere, drawn as in the film.
import { formula, h, say } from '../dom.js';
import { fixed, percent, share } from '../text.js';

const TICKS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const NARROW = [1, 4, 16, 64, 256, 512]; // what the film's upright layout numbers

/** choose(stop) is called with the index of the stop that the learner has moved to. */
export function dimensionSlider(lesson, choose) {
  const { stops } = lesson.explorer;
  const top = Math.log2(stops[stops.length - 1]);
  let stop = 0;

  const input = h('input', { type: 'range', id: 'd-k', min: '0', max: String(top), step: 'any', 'aria-label': 'Key dimension d k' });
  const value = h('output', { class: 'd-k-now', 'aria-hidden': 'true' });
  const ticks = TICKS.map((tick) => {
    const label = h('span', { class: NARROW.includes(tick) ? 'tick' : 'tick wide', onclick: () => go(lesson.nearest(tick)) }, String(tick));
    label.style.setProperty('--at', Math.log2(tick) / top);
    return [tick, label];
  });
  const rail = h('div', { class: 'rail', 'aria-hidden': 'true' }, h('span', { class: 'filled' }));

  function go(next) {
    const wanted = Math.min(Math.max(next, 0), stops.length - 1);
    if (wanted !== stop) choose(wanted);
    else place();
  }

  /** The stop that is `octaves` away in log2; at least one further. */
  function leap(octaves) {
    const there = lesson.nearest(2 ** (Math.log2(stops[stop]) + octaves));
    return there === stop ? stop + Math.sign(octaves) : there;
  }

  const steps = {
    ArrowRight: () => stop + 1, ArrowUp: () => stop + 1, ArrowLeft: () => stop - 1, ArrowDown: () => stop - 1,
    PageUp: () => leap(1), PageDown: () => leap(-1), Home: () => 0, End: () => stops.length - 1,
  }; // prettier-ignore
  input.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(step());
  });
  input.addEventListener('input', () => go(lesson.nearest(2 ** Number(input.value))));

  function place() {
    const at = Math.log2(stops[stop]);
    input.value = String(at);
    rail.style.setProperty('--at', at / top);
    for (const [tick, label] of ticks) label.classList.toggle('lit', tick === stops[stop]);
  }

  return {
    element: h('div', { class: 'slider' },
      h('span', { class: 'd-k' }, formula('d_k', true), h('span', { class: 'equals', 'aria-hidden': 'true' }, ' = '), value),
      h('div', { class: 'track' }, rail, input, h('div', { class: 'ticks', 'aria-hidden': 'true' }, ...ticks.map(([, label]) => label)))), // prettier-ignore
    input,
    draw(view) {
      stop = view.stop;
      say(value, String(view.dK));
      place();
      input.setAttribute(
        'aria-valuetext',
        `${view.dK}: variance ${fixed(view.variance, view.scaled ? 2 : 1)}, largest weight ${share(Math.max(...view.weights))}, ` +
          `${fixed(view.effective, 1)} of ${view.n} keys count, gradient ${percent(view.gradient).replace('%', ' percent')}`,
      );
    },
  };
}
