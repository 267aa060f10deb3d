// The live figure: one setting, and all the pictures that follow it.
import { calm, formula, h, say } from '../dom.js';
import { fixed, percent, share, thousands } from '../text.js';
import { boundaryPlot } from './boundary.js';
import { divisionSwitch, keyControls, originLine } from './controls.js';
import { isFirst, settingAt, shownAt } from './filmed.js';
import { weightFoot } from './foot.js';
import { histogram } from './histogram.js';
import { jacobianGrid } from './jacobian.js';
import { pinBoard } from './pins.js';
import { readouts } from './readouts.js';
import { dimensionSlider } from './slider.js';
import { trainingPanels } from './training.js';
import { viewOf } from './view.js';
import { weightBars } from './weights.js';

const MOVE = 600; // milliseconds in which the switch divides, as the film's move

export function explorer(lesson) {
  const { explorer: data } = lesson;
  const places = ['figure', 'boundary', 'training'].map((id) => document.getElementById(id));
  const first = lesson.nearest(data.film_stops[0]);
  let setting = { stop: first, scaled: false, set: 0, n: data.film_keys };
  let film = { ...setting, time: 0 };
  let origin = { film: true, first: true, at: null };
  let playing = false;
  let takeOver = () => {};
  let moving = 0;

  const scores = histogram(lesson);
  const foot = weightFoot(data.film_keys);
  const weights = weightBars({ beside: (width) => (width < 0.7 * places[0].clientWidth ? scores.height() : 0), point: foot.point });
  const grid = jacobianGrid();
  const numbers = readouts();
  const slider = dimensionSlider(lesson, (stop) => learner({ stop }));
  const division = divisionSwitch((scaled) => learner({ scaled }, true));
  const keys = keyControls(lesson, (patch) => learner(patch, true));
  const source = originLine(() => {
    takeOver(); // a playing film stops, and its setting is that of now
    fromFilm(film.time);
    slider.input.focus({ preventScroll: true }); // the button that was pressed is gone
  });
  const boundary = boundaryPlot(lesson);
  const training = trainingPanels(lesson);
  const pins = pinBoard(lesson, () => setting);
  const spoken = h('p', { id: 'figure-said', class: 'unseen', 'aria-live': 'polite' });
  const predicted = h('div', { id: 'predicted', class: 'predicted', hidden: true });
  const fed = h('span', {});
  const measured = h('p', { class: 'muted' });
  const own = h('p', { class: 'muted', id: 'own-gradient' });
  scores.svg.id = 'histogram';
  weights.element.id = 'weights';

  function compose() {
    const [figure, boundaryPlace, trainingPlace] = places;
    const lab = h('div', { id: 'lab' });
    document.getElementById('explore').before(lab);
    const sections = places.map((place) => place.closest('section'));
    const deck = h('div', { class: 'deck', role: 'group', 'aria-label': 'Dimension and division' }, slider.element, division.element);
    // The deck stays in view for as far as the figure goes; the training curves do not depend on it.
    lab.append(sections[0], deck, h('div', { class: 'more' }, keys.element, jacobianPart(), pins.element), sections[1]);
    figure.replaceChildren(
      source.element,
      predicted,
      h('div', { class: 'stage' },
        h('figure', { class: 'scores' },
          h('figcaption', {}, h('strong', {}, `${thousands(data.n_scores)} scores`), ' ', fed), scores.element),
        h('figure', { class: 'attention' },
          h('figcaption', {}, h('strong', {}, 'One query’s attention')), weights.element, foot.element)),
      numbers.element,
      spoken,
    ); // prettier-ignore
    boundaryPlace.replaceChildren(boundary.element, measured);
    trainingPlace.replaceChildren(training.element);
  }

  function jacobianPart() {
    return h('section', { class: 'gradient-part', 'aria-labelledby': 'gradient-title' },
      h('div', { class: 'grid-place' }, grid.element),
      h('div', {},
        h('h3', { id: 'gradient-title' }, 'The gradient of softmax ', h('span', { class: 'gradient' }, formula('jacobian'))),
        h('p', {}, 'How much each weight, one to a row, answers to each score, one to a column. Colour is gradient. Where the grid has none left, nothing can be learned, by the winner or by the others.'),
        own)); // prettier-ignore
  }

  /** The learner has changed something. */
  function learner(patch, tell = false) {
    takeOver();
    const before = setting.scaled;
    setting = { ...setting, ...patch };
    origin = { film: false };
    if (setting.scaled !== before) divide();
    else draw();
    if (tell) announce();
  }

  /** Note where the film stands. */
  function note(time) {
    const { dK, scaled } = settingAt(lesson.film, time);
    film = { stop: lesson.nearest(dK), scaled, set: 0, n: data.film_keys, time };
    playing = false;
  }

  /** Stand as the film does at a time. */
  function fromFilm(time) {
    note(time);
    const { time: _, ...theirs } = film;
    setting = theirs;
    origin = { film: true, first: isFirst(lesson.film, time), at: shownAt(lesson.film, time) };
    cancelAnimationFrame(moving);
    draw();
  }

  /** A link has led into the film: a setting of the learner's own stays, and the way back leads there. */
  function linked(time) {
    if (origin.film) fromFilm(time);
    else note(time);
  }

  /** The film plays: it leaves the figure behind until it pauses. */
  function filmPlays() {
    playing = true;
    source.draw(origin, playing);
  }

  /** The switch has been turned: the division comes or goes before the learner's eyes, and nothing else changes. */
  function divide() {
    cancelAnimationFrame(moving);
    if (calm.matches) return draw();
    const start = performance.now();
    const step = (now) => {
      const t = Math.min((now - start) / MOVE, 1);
      const eased = t * t * (3 - 2 * t);
      draw(setting.scaled ? eased : 1 - eased);
      if (t < 1) moving = requestAnimationFrame(step);
    };
    draw(setting.scaled ? 0.001 : 0.999);
    moving = requestAnimationFrame(step);
  }

  function draw(mix) {
    const start = performance.now();
    const view = viewOf(lesson, setting, mix);
    for (const part of [scores, weights, foot, grid, numbers, slider, division, keys, boundary]) part.draw(view);
    source.draw(origin, playing);
    say(own, `These keys, this query: ${percent(view.ownGradient)} of the gradient is left without the division.`);
    if (fed.className !== (view.scaled ? 'scaled' : 'raw')) {
      fed.className = view.scaled ? 'scaled' : 'raw';
      fed.replaceChildren(formula(view.scaled ? 'scaled_score' : 'q_dot_k'));
    }
    const bands = view.n === data.film_keys ? '' : `; the bands are the film’s, for ${data.film_keys} keys`;
    say(measured, lesson.boundary.definition.replace(`${data.film_keys} keys`, `${view.n} keys`) + bands);
    describe(view);
    places[0].lessonState = {
      d_k: view.dK, scaled: view.scaled, set: view.set, n_keys: view.n, weights: view.weights, effective_keys: view.effective,
      jacobian: Array.from(view.jacobian), variance: view.variance, std: view.std, gradient_share: view.gradient,
      redraw_ms: performance.now() - start,
    }; // prettier-ignore
  }

  let waiting = 0;
  /** What screen readers say of the pictures, once the setting rests. */
  function describe(view) {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const setup = `d k ${view.dK}, ${view.scaled ? 'divided by its square root' : 'not divided'}`;
      scores.name(`Histogram of ${data.n_scores} scores at ${setup}: variance ${fixed(view.variance, 1)}, spread ${fixed(view.std, 2)}.`);
      const leader = view.weights.indexOf(Math.max(...view.weights));
      weights.name(`Bars: attention weights of ${view.n} keys at ${setup}. Key ${leader + 1} has ${share(view.weights[leader])}; ${fixed(view.effective, 1)} keys count.`);
      grid.name(`Grid of the softmax Jacobian, ${view.n} by ${view.n}, at ${setup}: ${percent(view.gradient)} of the gradient of the scaled scores.`);
      boundary.name(`Curve of the gradient left without the division against d k. At ${view.dK}: ${percent(view.rawGradient)}.`);
    }, 250);
  }

  function announce() {
    const top = share(Math.max(...viewOf(lesson, setting).weights));
    say(spoken, `d k ${data.stops[setting.stop]}, ${setting.n} keys, division ${setting.scaled ? 'on' : 'off'}: largest weight ${top}.`);
  }

  compose();
  training.draw();
  draw();
  return {
    fromFilm,
    linked,
    filmPlays,
    predicted,
    /** before(): called before a change by the learner. */
    onTakeOver(before) {
      takeOver = before;
    },
  };
}
