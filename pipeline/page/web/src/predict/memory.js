// The learner's prediction, kept in this browser for this page; where nothing can be kept, for as long as it is open.
const NAME = 'queries-and-keys.prediction';
const LETTERS = ['A', 'B', 'C'];
let here = null;

export function recall() {
  try {
    const found = JSON.parse(localStorage.getItem(NAME));
    if (found && LETTERS.includes(found.choice) && typeof found.reason === 'string') return found;
  } catch {
    // Storage that is shut (a sandboxed frame, a private window) or holds something else is as good as empty.
  }
  return here;
}

export function keep(prediction) {
  here = prediction;
  try {
    if (prediction) localStorage.setItem(NAME, JSON.stringify(prediction));
    else localStorage.removeItem(NAME);
  } catch {
    // It is kept above until the page is closed.
  }
}
