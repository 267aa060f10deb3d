// The transcript: every line leads to its moment, the spoken one is marked, and words can be looked for.
import { calm, h } from '../dom.js';
import { clock } from '../text.js';
import { searchable, wordsOf } from './find.js';

const LEFT_ALONE = 5000; // milliseconds for which the list stays where the reader has scrolled it

export function transcript(lesson, seek) {
  const place = document.getElementById('transcript');
  const lines = [...place.querySelectorAll('.line')].map((element) => {
    const [start, end] = [Number(element.dataset.start), Number(element.dataset.end)];
    const words = h('span', { class: 'said' }, ...element.childNodes);
    const text = searchable(words);
    element.append(h('button', { type: 'button', class: 'seek-to', onclick: () => seek(start) }, h('span', { class: 'time' }, clock(start)), ' ', words));
    return { element, start, end, text };
  });
  const pictures = [];
  for (const part of place.querySelectorAll('.beat')) {
    part.removeAttribute('id'); // with the page's script this name leads into the film
    part.removeAttribute('aria-labelledby'); // nine more landmarks would hide the page's own
    const seen = [...part.querySelectorAll('.seen')];
    if (!seen.length) continue;
    part.append(h('div', { class: 'on-screen' }, h('p', { class: 'seen' }, h('b', {}, 'On screen')), ...seen));
    pictures.push(...seen.map((element) => ({ element, text: searchable(element) })));
  }
  place.tabIndex = 0;
  place.setAttribute('role', 'region');
  place.setAttribute('aria-label', 'Lines of the transcript');

  const find = h('input', { type: 'search', id: 'find', placeholder: 'Find words', 'aria-label': 'Find words in the transcript', autocomplete: 'off' });
  const found = h('span', { id: 'found', class: 'muted', role: 'status' });
  document.getElementById('transcript-tools').replaceChildren(find, found);
  find.addEventListener('input', search);

  /** Show what has every word, and mark them; how many there are. */
  function sift(all, wanted) {
    let count = 0;
    for (const { element, text } of all) {
      const hit = text.has(wanted);
      element.hidden = !hit;
      count += hit;
      text.mark(hit ? wanted : []);
    }
    return count;
  }

  function search() {
    // "22 000" is one number, "16 256" are two: what is found decides.
    const ways = [wordsOf(find.value), find.value.split(/\s+/).flatMap(wordsOf)];
    const wanted = ways.find((way) => [...lines, ...pictures].some(({ text }) => text.has(way))) ?? ways[0];
    const [said, seen] = [sift(lines, wanted), sift(pictures, wanted)];
    for (const group of place.querySelectorAll('.on-screen')) group.hidden = !group.querySelector('.seen:not([hidden]) ~ .seen:not([hidden])');
    for (const part of place.querySelectorAll('.beat')) {
      const [lined, pictured] = ['.line', '.on-screen'].map((kind) => Boolean(part.querySelector(`${kind}:not([hidden])`)));
      part.hidden = !lined && !pictured;
      part.classList.toggle('only-seen', !lined);
    }
    const there = [said || !seen ? `${said || 'No'} line${said === 1 ? '' : 's'}` : '', seen ? `${seen} on screen` : ''];
    found.textContent = wanted.length ? there.filter(Boolean).join(', ') : '';
  }

  let running = null;
  let touched = -Infinity;
  for (const kind of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
    place.addEventListener(kind, () => (touched = performance.now()), { passive: true });
  }

  /** Follow the voice: within the list's own frame, so that the page itself never moves. */
  function follow(time) {
    const line = lines.findLast(({ start }) => start <= time) ?? null;
    const now = line && time < line.end + 2 ? line : null;
    if (now === running) return;
    running?.element.classList.remove('now');
    running?.element.removeAttribute('aria-current');
    running = now;
    if (!now) return;
    now.element.classList.add('now');
    now.element.setAttribute('aria-current', 'true');
    if (now.element.hidden || performance.now() - touched < LEFT_ALONE) return;
    const top = now.element.offsetTop - place.clientHeight * 0.35;
    place.scrollTo({ top, behavior: calm.matches ? 'instant' : 'smooth' });
  }

  return { follow };
}
