// The captions, which are in the page itself: a film opened from disk may not load a file of them.
import { h, words } from '../dom.js';

export function captions(film, video) {
  const element = h('p', { id: 'caption', class: 'caption', hidden: true });
  const inner = h('span', {});
  element.append(inner);
  let on = true;
  let shown = '';

  // For a device's own full-screen player and for picture in picture.
  const track = video.addTextTrack('captions', 'English', 'en');
  for (const [start, end, text] of film.captions) track.addCue(new VTTCue(start, end, text));
  track.mode = 'hidden';
  video.addEventListener('webkitbeginfullscreen', () => (track.mode = on ? 'showing' : 'hidden'));
  video.addEventListener('webkitendfullscreen', () => (track.mode = 'hidden'));

  function at(time) {
    let [low, high] = [0, film.captions.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (film.captions[middle][0] <= time) low = middle + 1;
      else high = middle;
    }
    const cue = film.captions[low - 1];
    return cue && time < cue[1] ? cue[2] : '';
  }

  function show(time) {
    const text = on ? at(time) : '';
    if (text === shown) return;
    shown = text;
    element.hidden = !text;
    inner.replaceChildren(...words(text));
  }

  return {
    element,
    show,
    turn() {
      on = !on;
      document.getElementById('captions').setAttribute('aria-pressed', String(on));
      show(video.currentTime);
    },
  };
}
