// Keys of the player. They are its own only while it has the focus: elsewhere every key does what it always does.
import { h } from '../dom.js';
import { chapterOf } from './chapters.js';

const OWN = 'textarea, select, input:not(#seek), a';

const TOLD = [
  ['Space, K', 'play or pause'], ['← →', '5 seconds back or on'], ['J L', '10 seconds back or on'], ['[ ]', 'chapter before or after'],
  ['0 … 9', 'to a tenth of the film'], ['< >', 'slower or faster'], ['C', 'captions'], ['M', 'mute'], ['F', 'full screen'],
]; // prettier-ignore

/** The keys, for whoever wants to know them. */
export function keysHelp() {
  const list = h('dl', {}, ...TOLD.map(([key, what]) => h('div', {}, h('dt', {}, key), h('dd', {}, what))));
  return h('details', { id: 'keys-help', class: 'keys-help' }, h('summary', {}, 'Keys of the player'), list);
}

export function listenToKeys(root, film) {
  const { video } = film;
  const by = (seconds) => film.seek(video.currentTime + seconds);
  const chapter = (step) => {
    const i = film.chapters.indexOf(chapterOf({ chapters: film.chapters }, video.currentTime));
    // Back goes first to the start of the running chapter, as players do.
    const back = step < 0 && video.currentTime - film.chapters[i].start > 2 ? 0 : step;
    film.seek(film.chapters[Math.min(Math.max(i + back, 0), film.chapters.length - 1)].start);
  };
  const speed = (step) => {
    const i = film.speeds.indexOf(video.playbackRate);
    film.setSpeed(film.speeds[Math.min(Math.max(i + step, 0), film.speeds.length - 1)]);
  };
  const keys = {
    k: film.toggle, m: () => (video.muted = !video.muted), c: film.captions.turn, f: film.fullscreen,
    j: () => by(-10), l: () => by(10), ArrowLeft: () => by(-5), ArrowRight: () => by(5), ArrowDown: () => by(-5), ArrowUp: () => by(5),
    PageUp: () => by(30), PageDown: () => by(-30), Home: () => film.seek(0), End: () => film.seek(Infinity),
    '[': () => chapter(-1), ']': () => chapter(1), '<': () => speed(-1), '>': () => speed(1),
  }; // prettier-ignore

  root.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest(OWN) || event.target.closest('#ask')) return;
    let act = keys[event.key];
    if (event.key === ' ' && !event.target.closest('button')) act = film.toggle;
    if (/^[0-9]$/.test(event.key)) act = () => film.seek((video.duration || 0) * (Number(event.key) / 10));
    if (!act) return;
    event.preventDefault();
    act();
  });
  video.addEventListener('click', () => root.focus({ preventScroll: true }));
}
