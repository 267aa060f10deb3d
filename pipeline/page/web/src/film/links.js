// Links into the film: #t=123, a chapter's id, or a moment's name.

/** The second that a hash means, or null. */
export function timeOf(film, hash) {
  const name = decodeURIComponent(hash.replace(/^#/, ''));
  const seconds = /^t=(?:(\d+):)?(\d+(?:\.\d+)?)$/.exec(name);
  if (seconds) return Math.min(Number(seconds[1] ?? 0) * 60 + Number(seconds[2]), film.seconds);
  const found = film.chapters.find(({ id }) => id === name) ?? film.clips.find((clip) => clip.name === name);
  return found ? found.start : null;
}

export function followLinks(film, arrive) {
  function go() {
    let time = null;
    try {
      time = timeOf(film, location.hash);
    } catch {
      // A hash that is not well encoded is no link of ours.
    }
    if (time !== null) arrive(time);
  }
  addEventListener('hashchange', go);
  go();
}
