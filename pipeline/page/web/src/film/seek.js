// The line of time, in chapters: a native range over one stretch for each of them.
import { h } from '../dom.js';
import { spokenTime } from '../text.js';

export function seekBar(film, seek) {
  const stretches = film.chapters.map(({ start, end }) => {
    const done = h('span', {});
    const element = h('span', { class: 'stretch' }, done);
    element.style.flexGrow = end - start;
    return { start, end, done, element };
  });
  const input = h('input', { type: 'range', id: 'seek', min: '0', max: String(film.seconds), step: 'any', 'aria-label': 'Time in the film' });
  input.addEventListener('input', () => seek(Number(input.value)));
  // The keys are the player's; without this the range would move by a share of the film.
  input.addEventListener('keydown', (event) => /^(Arrow|Home|End|Page)/.test(event.key) && event.preventDefault());
  return {
    element: h('div', { class: 'seek' }, h('div', { class: 'stretches', 'aria-hidden': 'true' }, ...stretches.map(({ element }) => element)), input),
    show(time) {
      input.value = String(time);
      input.setAttribute('aria-valuetext', `${spokenTime(time)} of ${spokenTime(film.seconds)}`);
      for (const { start, end, done } of stretches) {
        done.style.transform = `scaleX(${Math.min(Math.max((time - start) / (end - start), 0), 1)})`;
      }
    },
  };
}
