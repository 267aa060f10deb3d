// The switch for the division, the choice of keys, and where the setting comes from.
import { formula, h, outOfUse, say } from '../dom.js';
import { clock } from '../text.js';

/** The film's one big switch: the division by sqrt(d_k), on or off. */
export function divisionSwitch(change) {
  const state = h('span', { class: 'state', 'aria-hidden': 'true' });
  const element = h('button', { type: 'button', id: 'scaling', class: 'switch', role: 'switch', 'aria-checked': 'false', 'aria-label': 'Divide by the square root of d k', onclick: () => change(element.getAttribute('aria-checked') !== 'true') },
    state, h('span', { class: 'groove', 'aria-hidden': 'true' }), h('span', { class: 'long', 'aria-hidden': 'true' }, 'divide by ', formula('sqrt_d_k', true)), h('span', { class: 'short', 'aria-hidden': 'true' }, formula('divide', true))); // prettier-ignore
  return {
    element,
    draw({ scaled }) {
      element.setAttribute('aria-checked', String(scaled));
      say(state, scaled ? 'on' : 'off');
    },
  };
}

/** Number of keys, other keys, the film's keys. */
export function keyControls(lesson, change) {
  const { key_counts: counts, film_keys: filmKeys, n_sets: sets } = lesson.explorer;
  let now = { set: 0 };
  const radios = counts.map((n) => h('input', { type: 'radio', name: 'n-keys', value: String(n), id: `n-keys-${n}`, onchange: () => change({ n }) }));
  const choice = h('fieldset', { class: 'counts' },
    h('legend', {}, 'Number of keys'),
    h('div', { class: 'segments' }, ...radios.map((radio, i) => h('span', {}, radio, h('label', { for: radio.id }, String(counts[i])))))); // prettier-ignore
  const name = h('span', { id: 'key-set', class: 'muted' });
  const fresh = h('button', { type: 'button', id: 'new-keys', class: 'button', onclick: () => change({ set: (now.set % (sets - 1)) + 1 }) }, 'New keys');
  const film = h('button', { type: 'button', id: 'film-keys', class: 'button quiet', onclick: () => film.getAttribute('aria-disabled') === 'true' || change({ set: 0, n: filmKeys }) }, 'The film’s keys');
  return {
    element: h('div', { class: 'keys' }, choice, h('div', { class: 'draws' }, h('div', { class: 'row' }, fresh, film), name)),
    draw(view) {
      now = view;
      for (const radio of radios) radio.checked = Number(radio.value) === view.n;
      say(name, view.set ? `Draw ${view.set} of ${sets - 1}: another query, other keys` : 'The query and keys of the film');
      outOfUse(film, view.set === 0 && view.n === filmKeys);
    },
  };
}

/** A time is named only where the film shows this setting; while it plays, it has long shown others. */
function told({ film, first, at }, playing) {
  if (!film) return 'Your own setting.';
  if (playing) return 'Pause the film to have its setting here.';
  if (at !== null) return `As in the film at ${clock(at)}.`;
  return first ? 'The film’s first setting.' : 'The film’s setting.';
}

/** Whether the setting is the film's, and the way back to it. */
export function originLine(back) {
  const words = h('span', {});
  const button = h('button', { type: 'button', id: 'to-film', class: 'link', onclick: back }, 'Back to the film’s setting');
  const element = h('p', { id: 'origin', class: 'origin muted' }, words, ' ', button);
  return {
    element,
    draw(origin, playing) {
      say(words, told(origin, playing));
      button.hidden = origin.film;
    },
  };
}
