// Where the film shows what the live figure shows: what may be said of it.
const APART = 0.05; // seconds; a beat that begins with a setting has not yet drawn it

/** The film's setting at a time: d_k, whether it is divided, and the second since when. */
export function settingAt({ states }, time) {
  const [since, dK, scaled] = states.findLast(([from]) => from <= time) ?? states[0];
  return { since, dK, scaled: Boolean(scaled) };
}

/** A beat shows its setting for sure once it has changed it before the viewer's eyes. */
function shows({ chapters, states }, time) {
  const chapter = chapters.find(({ start, end }) => start <= time && time < end);
  return Boolean(chapter) && states.some(([from]) => from > chapter.start + APART && from <= time);
}

/** The second at which the film shows the setting that it has at this time: this one, or an earlier one; else null. */
export function shownAt(film, time) {
  if (shows(film, time)) return time;
  const { since } = settingAt(film, time);
  return shows(film, since) ? since : null;
}

/** Whether the film has changed nothing yet. */
export function isFirst(film, time) {
  return settingAt(film, time).since === film.states[0][0];
}
