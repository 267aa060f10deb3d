// Up to three settings kept side by side: the same pictures, small.
import { formula, h, outOfUse } from '../dom.js';
import { fixed, percent } from '../text.js';
import { histogram } from './histogram.js';
import { viewOf } from './view.js';
import { weightBars } from './weights.js';

export const ROOM = 3;

const side = ({ scaled }) => (scaled ? 'scaled' : 'raw');

function pin(lesson, setting, remove) {
  const view = viewOf(lesson, setting);
  const scores = histogram(lesson, { small: true });
  const weights = weightBars({ small: true });
  const keys = view.set ? `draw ${view.set}, ` : '';
  const said = `${keys}spread ${fixed(view.std, 2)}, ${fixed(view.effective, 1)} of ${view.n} keys count, gradient ${percent(view.gradient)}`;
  scores.name(`Scores at d k ${view.dK}, ${side(view)}: spread ${fixed(view.std, 2)}`);
  weights.name(`Weights of ${view.n} keys at d k ${view.dK}, ${side(view)}: ${fixed(view.effective, 1)} keys count`);
  const element = h('li', { class: 'pin', 'data-d-k': view.dK, 'data-scaled': view.scaled },
    h('h4', {}, formula('d_k'), ` = ${view.dK} `, h('span', { class: side(view) }, side(view))),
    scores.element, weights.element, h('p', { class: 'muted' }, said),
    h('button', { type: 'button', class: 'button quiet unpin', 'aria-label': `Remove d k ${view.dK}, ${side(view)}`, onclick: remove }, 'Remove')); // prettier-ignore
  return {
    setting,
    element,
    draw() {
      scores.draw(view);
      weights.draw(view);
    },
    leave() {
      scores.leave();
      weights.leave();
    },
  };
}

export function pinBoard(lesson, current) {
  const { film_stops: stops } = lesson.explorer;
  let pins = [];
  const list = h('ol', { id: 'pins', class: 'pins' });
  const add = h('button', { type: 'button', id: 'pin', class: 'button', onclick: pinCurrent }, 'Pin this setting');
  const film = h('button', { type: 'button', id: 'pin-film', class: 'button quiet', onclick: asInTheFilm }, `Pin ${stops[0]}, ${stops[2]} and ${stops.at(-1)}, as in the film`);
  const full = h('span', { class: 'muted', role: 'status' });

  const same = (a, b) => ['stop', 'scaled', 'set', 'n'].every((name) => a[name] === b[name]);

  function pinCurrent() {
    if (pins.some(({ setting }) => same(setting, current()))) full.textContent = 'This setting is pinned already.';
    else put([current()]);
  }

  /** The film's three panels, for the learner's own keys and switch. */
  function asInTheFilm() {
    clear([...pins]);
    put([stops[0], stops[2], stops.at(-1)].map((dK) => ({ ...current(), stop: lesson.nearest(dK) })));
  }

  function clear(gone) {
    for (const each of gone) {
      each.element.remove();
      each.leave();
    }
    pins = pins.filter((each) => !gone.includes(each));
    refresh();
  }

  function put(settings) {
    for (const setting of settings) {
      if (pins.length === ROOM) break;
      const made = pin(lesson, { ...setting }, () => {
        clear([made]);
        add.focus();
      });
      pins.push(made);
      list.append(made.element);
      made.draw();
    }
    refresh();
  }

  function refresh() {
    outOfUse(add, pins.length === ROOM);
    full.textContent = pins.length === ROOM ? 'Three are pinned. Remove one to pin another.' : '';
    list.hidden = pins.length === 0;
  }

  refresh();
  return { element: h('section', { class: 'side-by-side', 'aria-label': 'Side by side' },
    h('h3', {}, 'Side by side'), h('div', { class: 'row' }, add, film, full), list) }; // prettier-ignore
}
