// The line under the bars: which keys they are, or what the one under the pointer is made of.
import { h, say } from '../dom.js';
import { fixed } from '../text.js';

const LEAST = 0.001; // a smaller weight is told as less than this

export function weightFoot(filmKeys) {
  const element = h('p', { class: 'foot muted' });
  let pointed = null;
  let now = null;

  function whichKeys({ set, n }) {
    if (set) return `${n} other keys, one query`;
    if (n === filmKeys) return `the same ${n} keys`;
    return n < filmKeys ? `the film’s first ${n} keys` : `the film’s ${filmKeys} keys and ${n - filmKeys} more`;
  }

  function oneKey({ n, dK, scaled, scores, weights }) {
    const i = Math.min(Math.max(Math.floor(pointed * n), 0), n - 1);
    const root = Math.sqrt(dK);
    const divided = scaled ? ` ÷ ${fixed(root, 1)} = ${fixed(scores[i] / root, 2)}` : '';
    const weight = weights[i] < LEAST ? `below ${LEAST}` : fixed(weights[i], 3);
    return `key ${i + 1}: score ${fixed(scores[i], 2)}${divided}, weight ${weight}`;
  }

  function show() {
    say(element, pointed === null ? whichKeys(now) : oneKey(now));
  }

  return {
    element,
    draw(view) {
      now = view;
      show();
    },
    /** where: the pointer's place over the bars as a share of their width, null when it has left. */
    point(where) {
      pointed = where;
      if (now) show();
    },
  };
}
