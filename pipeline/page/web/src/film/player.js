// The film with its own controls below it: what is played, and what the other parts of the page are told of it.
import { h, icon, light } from '../dom.js';
import { NARROW, PAUSE, PLAY, SILENT, SOUND, WIDE, WORDS } from './icons.js';
import { captions } from './captions.js';
import { chapterLine, chapterOf } from './chapters.js';
import { keysHelp, listenToKeys } from './keys.js';
import { seekBar } from './seek.js';
import { clock } from '../text.js';

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

function button(id, label, path, onclick, { title, ...more } = {}) {
  return h('button', { type: 'button', id, class: 'tool', 'aria-label': label, title: title ?? label, onclick, ...more }, icon(path));
}

export function player(lesson, question) {
  const { film } = lesson;
  const root = document.getElementById('player');
  const video = document.getElementById('video');
  const listeners = { time: [], play: [], pause: [] };
  let last = 0;
  let told = false;
  let next = 0;

  const text = captions(film, video);
  const line = chapterLine(film, seek);
  const bar = seekBar(film, seek);
  const play = button('play', 'Play', PLAY, toggle);
  const big = h('button', { type: 'button', class: 'big', 'aria-label': 'Play the film', onclick: begin }, icon(PLAY));
  const now = h('span', { id: 'clock', class: 'clock' });
  const title = h('span', { class: 'running' });
  const words = button('captions', 'Captions', WORDS, () => text.turn(), { title: 'Captions (c)', 'aria-pressed': 'true' });
  const mute = button('mute', 'Mute', SOUND, () => (video.muted = !video.muted), { title: 'Mute (m)', 'aria-pressed': 'false' });
  const wide = button('fullscreen', 'Full screen', WIDE, fullscreen, { title: 'Full screen (f)' });
  const here = h('a', { id: 'here', class: 'link', href: '#t=0' }, 'Link to this moment');
  const speed = h('select', { id: 'speed', class: 'tool', 'aria-label': 'Speed', onchange: () => (video.playbackRate = Number(speed.value)) },
    ...SPEEDS.map((rate) => h('option', { value: String(rate), selected: rate === 1 }, `${rate}×`))); // prettier-ignore
  const screen = h('div', { class: 'screen' });
  const broken = h('p', { class: 'broken', role: 'alert', hidden: true }, 'The film cannot be played: its file has to lie beside this page, and the browser has to play H.264.');

  function compose() {
    video.before(screen);
    video.controls = false;
    screen.append(video, big, text.element);
    const tools = h('div', { class: 'tools' }, play, now, title, h('span', { class: 'right' }, words, speed, mute, wide));
    root.append(broken, tools, bar.element, question.answer);
    root.tabIndex = -1;
    root.setAttribute('role', 'group');
    root.setAttribute('aria-label', 'Film');
    document.getElementById('chapters').after(line.moments, keysHelp());
    line.moments.append(h('p', {}, here));
    wide.hidden = !(root.requestFullscreen || root.webkitRequestFullscreen || video.webkitEnterFullscreen);
    light.addEventListener('change', dress);
    dress();
  }

  /** The film of the reader's theme, where there is one. */
  function dress() {
    const theme = light.matches && film.sources.light ? 'light' : 'dark';
    const { video: file, poster } = film.sources[theme];
    // What stands over the film has the film's own colours, whatever the page's are.
    screen.className = `screen of-${theme}`;
    video.poster = poster;
    if (video.getAttribute('src') === file) return;
    const [time, playing] = [video.currentTime, !video.paused];
    video.src = file;
    video.currentTime = time;
    if (playing) start();
  }

  function start() {
    // Refused (no gesture yet) or interrupted by a pause: the button still says play.
    video.play().catch(() => {});
  }

  /** The large button goes once it is pressed: the focus, and with it the keys, are the player's. */
  function begin() {
    start();
    root.focus({ preventScroll: true });
  }

  function toggle() {
    if (video.paused) start();
    else pause();
  }

  /** Pause, and tell at once: the event comes later, when the learner may have moved on. True if it was playing. */
  function pause(tell = true) {
    if (video.paused) return false;
    told = true;
    video.pause();
    if (tell) for (const listen of listeners.pause) listen(video.currentTime);
    return true;
  }

  function seek(time) {
    question.leave();
    video.currentTime = last = Math.min(Math.max(time, 0), film.seconds - 0.05);
    show(video.currentTime);
  }

  function fullscreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else if (root.requestFullscreen) root.requestFullscreen().catch(() => {});
    else if (root.webkitRequestFullscreen) root.webkitRequestFullscreen();
    else video.webkitEnterFullscreen?.();
  }

  /** All that follows the film's time. */
  function show(time) {
    const chapter = chapterOf(film, time);
    now.textContent = `${clock(time)} / ${clock(film.seconds)}`;
    title.textContent = chapter.title;
    here.href = `#t=${Math.floor(time)}`;
    bar.show(time);
    line.show(chapter);
    text.show(time);
    question.follow(time);
    for (const listen of listeners.time) listen(time);
  }

  /** What has to happen at this time, and at the next picture again while the film plays. */
  function tick() {
    cancelAnimationFrame(next);
    const time = video.currentTime;
    const { time: ask } = question;
    if (!video.paused && last < ask && time >= ask && time - last < 2 && question.ask()) {
      video.currentTime = ask;
      pause();
    }
    last = time;
    show(time);
    if (!video.paused) next = requestAnimationFrame(tick);
  }

  function dressPlay() {
    const [label, path] = video.paused ? ['Play', PLAY] : ['Pause', PAUSE];
    play.setAttribute('aria-label', label);
    play.title = label;
    play.replaceChildren(icon(path));
    root.classList.toggle('playing', !video.paused);
  }

  video.addEventListener('click', toggle);
  video.addEventListener('play', () => {
    question.leave();
    root.classList.add('begun');
    dressPlay();
    // The event comes later than the act: it may have been stopped again by now.
    if (!video.paused) for (const listen of listeners.play) listen();
    tick();
  });
  video.addEventListener('pause', () => {
    dressPlay();
    show(video.currentTime);
    if (!told) for (const listen of listeners.pause) listen(video.currentTime);
    told = false;
  });
  video.addEventListener('seeked', () => show(video.currentTime));
  // In a tab behind others no picture is drawn, but the film goes on, and its question comes.
  video.addEventListener('timeupdate', () => document.hidden && tick());
  video.addEventListener('error', () => (broken.hidden = false));
  video.addEventListener('ratechange', () => (speed.value = String(video.playbackRate)));
  video.addEventListener('volumechange', () => {
    mute.setAttribute('aria-pressed', String(video.muted));
    mute.replaceChildren(icon(video.muted ? SILENT : SOUND));
  });
  document.addEventListener('fullscreenchange', () => {
    const full = document.fullscreenElement === root;
    for (const theme of ['dark', 'light']) root.classList.toggle(`of-${theme}`, full && screen.classList.contains(`of-${theme}`));
    wide.replaceChildren(icon(full ? NARROW : WIDE));
    wide.setAttribute('aria-label', full ? 'Leave full screen' : 'Full screen');
  });

  compose();
  const self = {
    video,
    screen,
    seek,
    toggle,
    fullscreen,
    captions: text,
    chapters: film.chapters,
    speeds: SPEEDS,
    setSpeed: (rate) => (video.playbackRate = rate),
    /** After the question: from a time on, and the focus back to the film. */
    goOn(time) {
      seek(time);
      root.focus({ preventScroll: true });
      screen.scrollIntoView({ block: 'nearest' });
      start();
    },
    /** Pause without telling those who follow pauses. True if it was playing. */
    stopQuietly: () => pause(false),
    on: (what, listen) => listeners[what].push(listen),
  };
  question.join(self);
  listenToKeys(root, self);
  show(0);
  return self;
}
