// The chapters under the film as one clickable line, and the moments that have a name.
import { h, words } from '../dom.js';
import { clock } from '../text.js';

export function chapterOf(film, time) {
  return film.chapters.findLast(({ start }) => start <= time + 1e-3) ?? film.chapters[0];
}

/** Links stay links: they are in the history, and can be copied. */
function jump(seek, time) {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      history.replaceState(null, '', event.currentTarget.getAttribute('href'));
    } catch {
      // A frame without an address of its own: it still jumps.
    }
    seek(time);
  };
}

export function chapterLine(film, seek) {
  const nav = document.getElementById('chapters');
  const links = [...nav.querySelectorAll('a[data-start]')];
  links.forEach((link, i) => {
    const { id, start, end } = film.chapters[i];
    link.closest('li').style.setProperty('--long', end - start);
    link.dataset.beat = id;
    link.addEventListener('click', jump(seek, start));
  });

  const groups = film.chapters.filter(({ id }) => film.clips.some(({ beat }) => beat === id)).map(({ id, title }) =>
    h('li', {}, h('h3', {}, ...words(title)), h('ul', {}, ...film.clips.filter(({ beat }) => beat === id).map(({ name, start, caption }) =>
      h('li', {}, h('a', { href: `#${name}`, onclick: jump(seek, start) }, h('span', { class: 'time' }, clock(start)), ' ', h('span', {}, ...words(caption)))))))); // prettier-ignore
  const moments = h('details', { id: 'moments', class: 'moments' }, h('summary', {}, 'Moments to link to'), h('ol', {}, ...groups));

  let running = null;
  return {
    moments,
    show(chapter) {
      if (chapter === running) return;
      running = chapter;
      for (const link of links) {
        if (link.dataset.beat === chapter.id) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    },
  };
}
