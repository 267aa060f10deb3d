// Predict, then observe: the question, the learner's answer, and its return beside the observation.
import { formula, h } from '../dom.js';
import { sketch } from '../figure/weights.js';
import { keep, recall } from './memory.js';

const ROOMY = 860; // pixels of film from which on the question has room over it

const NONE = { time: Infinity, answer: '', ask: () => false, follow() {}, leave() {}, join() {} };

/** beside: where the answer stands next to the live figure. A film without the question has nothing to ask. */
export function prediction(lesson, beside) {
  const { prediction: data } = lesson;
  if (!data) return NONE;
  const place = document.getElementById('prediction');
  const answer = h('div', { id: 'answer', class: 'answer', role: 'status', hidden: true });
  let film = null;
  let asked = false;

  const radios = data.choices.map(({ letter }) => h('input', { type: 'radio', name: 'choice', value: letter, id: `choice-${letter}`, required: true }));
  const cards = data.choices.map(({ letter, text, weights }, i) =>
    h('div', { class: 'choice' }, radios[i],
      h('label', { for: radios[i].id }, h('span', { class: 'words' }, h('b', {}, letter), ' ', h('span', {}, text)), sketch(weights)))); // prettier-ignore
  const reason = h('textarea', { id: 'reason', rows: 2, maxLength: 500 });
  const skip = h('button', { type: 'button', id: 'skip', class: 'button quiet', onclick: () => goOn(data.ask) }, 'Skip the question');
  const form = h('form', { id: 'ask', class: 'ask', onsubmit: commit },
    h('fieldset', {},
      h('legend', {}, h('span', { class: 'range' }, formula('d_k'), `: ${data.from} → ${data.to}`), h('strong', {}, data.question)),
      h('div', { class: 'choices' }, ...cards)),
    h('label', { class: 'because', for: 'reason' }, 'Because …'), reason,
    h('div', { class: 'row' }, h('button', { id: 'commit', class: 'button strong' }, 'Commit to it'), skip)); // prettier-ignore
  const kept = h('div', { class: 'kept' });

  function commit(event) {
    event.preventDefault();
    keep({ choice: form.elements.choice.value, reason: reason.value.trim() });
    goOn(data.after);
  }

  /** Put the form back where it belongs. True if the film was waiting for it. */
  function leave() {
    const waiting = document.documentElement.dataset.asking === 'true';
    delete document.documentElement.dataset.asking;
    form.classList.remove('asking');
    form.remove();
    show();
    return waiting;
  }

  /** Leave the question; the film goes on only if it was the film that asked. */
  function goOn(time) {
    if (leave()) film.goOn(time);
    else place.querySelector('button')?.focus();
  }

  const choice = (letter) => data.choices.find((each) => each.letter === letter);

  /** "A, nothing much", and why. */
  function told({ choice: letter, reason: why }) {
    return [h('b', {}, letter), `, ${choice(letter).text}`, why ? [': ', h('q', {}, why)] : '.'].flat();
  }

  function show() {
    const made = recall();
    place.replaceChildren(made ? kept : form);
    skip.hidden = true;
    beside.hidden = !made;
    if (!made) return;
    const change = h('button', { type: 'button', id: 'change', class: 'link', onclick: again }, 'Answer again');
    kept.replaceChildren(h('p', { class: 'told' }, 'You predict ', ...told(made)), h('p', { class: 'muted' }, 'Hold on to it. The film comes back to it. ', change));
    beside.replaceChildren(h('p', {}, 'You predicted ', ...told(made)), sketch(choice(made.choice).weights));
  }

  function again() {
    const made = recall();
    keep(null);
    show();
    for (const radio of radios) radio.checked = radio.value === made?.choice;
    reason.value = made?.reason ?? '';
    radios.find((radio) => radio.checked)?.focus();
  }

  /** The film has come to the question. True if it has to wait for an answer. */
  function ask() {
    if (asked || recall()) return false;
    asked = true;
    document.documentElement.dataset.asking = 'true';
    skip.hidden = false;
    const screen = film.screen;
    if (screen.clientWidth >= ROOMY) {
      form.classList.add('asking');
      place.replaceChildren(h('p', { class: 'muted' }, 'The film is asking it now.'));
      screen.append(form);
      screen.scrollIntoView({ block: 'nearest' });
    } else {
      if (document.fullscreenElement) document.exitFullscreen();
      place.scrollIntoView({ block: place.offsetHeight > innerHeight ? 'start' : 'center' });
    }
    radios[0].focus({ preventScroll: true });
    return true;
  }

  const lastBeat = lesson.film.chapters.at(-1);
  const observedBeat = lesson.film.chapters.find(({ start, end }) => start <= data.observed && data.observed < end);

  /** Beside the observation and in the last beat the answer comes back. */
  function follow(time) {
    const made = recall();
    const back = (time >= data.observed && time < observedBeat.end) || (time >= data.resolved && time <= lastBeat.end);
    const wanted = made && back ? `${time >= data.resolved ? 'resolved' : 'observed'}:${made.choice}:${made.reason}` : '';
    if (answer.dataset.shows === wanted) return;
    answer.dataset.shows = wanted;
    answer.hidden = !wanted;
    if (!wanted) return;
    const right = choice(data.right);
    const verdict = made.choice === data.right ? 'And so it is.' : ['Seen: ', h('b', {}, right.letter), `, ${right.text}.`];
    const flaw = time >= data.resolved && made.choice === data.tempting ? ` ${data.flaw}` : '';
    answer.replaceChildren(h('p', {}, 'You predicted ', ...told(made), ' ', ...[verdict].flat(), flaw));
  }

  show();
  return {
    time: data.ask,
    answer,
    ask,
    follow,
    leave,
    join(player) {
      film = player;
    },
  };
}
