// The four numbers of the film, in its words and with its roundings.
import { formula, h, say } from '../dom.js';
import { fixed, percent } from '../text.js';

function readout(id, label, role = 'ink') {
  const number = h('span', { id, class: `number ${role}` });
  const aside = h('span', { class: 'aside' });
  return { number, aside, element: h('div', { class: 'readout' }, h('dt', {}, label), h('dd', {}, number, ' ', aside)) };
}

export function readouts() {
  const variance = readout('variance', 'variance');
  const spread = readout('spread', 'spread');
  const effective = readout('effective', 'keys that still count', 'key');
  const gradient = readout('gradient', 'gradient, median row', 'gradient');
  const like = {
    variance: [formula('approx_d_k'), formula('approx_one')],
    spread: [formula('approx_sqrt_d_k'), formula('approx_one')],
  };
  let scaledNow = null;
  say(gradient.aside, 'of that at spread 1');

  function put(part, text, value) {
    say(part.number, text);
    part.number.dataset.value = value;
  }

  return {
    element: h('dl', { class: 'readouts' }, ...[variance, spread, effective, gradient].map((part) => part.element)),
    draw(view) {
      put(variance, fixed(view.variance, view.scaled ? 2 : 1), view.variance);
      put(spread, fixed(view.std, 2), view.std);
      put(effective, fixed(view.effective, 1), view.effective);
      put(gradient, percent(view.gradient), view.gradient);
      say(effective.aside, `of ${view.n}`);
      if (view.scaled === scaledNow) return;
      scaledNow = view.scaled;
      variance.aside.replaceChildren(like.variance[Number(scaledNow)]);
      spread.aside.replaceChildren(like.spread[Number(scaledNow)]);
    },
  };
}
