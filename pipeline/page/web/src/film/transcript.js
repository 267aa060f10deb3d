// The transcript: every line leads to its moment, the spoken one is marked, and words can be looked for.
import { calm, h } from '../dom.js';
import { clock } from '../text.js';

const LEFT_ALONE = 5000; // milliseconds for which the list stays where the reader has scrolled it

export function transcript(lesson, seek) {
  const place = document.getElementById('transcript');
  const lines = [...place.querySelectorAll('.line')].map((element) => {
    const [start, end] = [Number(element.dataset.start), Number(element.dataset.end)];
    const words = h('span', { class: 'said' }, ...element.childNodes);
    const plain = words.textContent.toLowerCase();
    element.append(h('button', { type: 'button', class: 'seek-to', onclick: () => seek(start) }, h('span', { class: 'time' }, clock(start)), ' ', words));
    return { element, start, end, words, plain, whole: words.cloneNode(true) };
  });
  for (const part of place.querySelectorAll('.beat')) {
    part.removeAttribute('id'); // with the page's script this name leads into the film
    part.removeAttribute('aria-labelledby'); // nine more landmarks would hide the page's own
    const seen = [...part.querySelectorAll('.seen')];
    if (seen.length) part.append(h('div', { class: 'on-screen' }, h('p', { class: 'seen' }, h('b', {}, 'On screen')), ...seen));
  }
  place.tabIndex = 0;
  place.setAttribute('role', 'region');
  place.setAttribute('aria-label', 'Lines of the transcript');

  const find = h('input', { type: 'search', id: 'find', placeholder: 'Find words', 'aria-label': 'Find words in the transcript', autocomplete: 'off' });
  const found = h('span', { id: 'found', class: 'muted', role: 'status' });
  document.getElementById('transcript-tools').replaceChildren(find, found);
  find.addEventListener('input', search);

  function search() {
    const wanted = find.value.trim().toLowerCase().replace(/\s+/g, ' ');
    let count = 0;
    for (const line of lines) {
      const hit = line.plain.includes(wanted);
      line.element.hidden = !hit;
      line.words.replaceChildren(...line.whole.cloneNode(true).childNodes);
      if (!wanted || !hit) continue;
      count += 1;
      mark(line.words, wanted);
    }
    for (const part of place.querySelectorAll('.beat')) part.hidden = wanted && !part.querySelector('.line:not([hidden])');
    place.classList.toggle('searched', Boolean(wanted));
    found.textContent = wanted ? `${count || 'No'} line${count === 1 ? '' : 's'}` : '';
  }

  /** Mark the words looked for where they stand in one piece; across a formula they are only found. */
  function mark(element, wanted) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const hits = [];
    while (walker.nextNode()) hits.push(walker.currentNode);
    for (const text of hits) {
      for (let at, rest = text; (at = rest.data.toLowerCase().indexOf(wanted)) >= 0; ) {
        const hit = rest.splitText(at);
        rest = hit.splitText(wanted.length);
        const marked = h('mark', {});
        hit.before(marked);
        marked.append(hit);
      }
    }
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
