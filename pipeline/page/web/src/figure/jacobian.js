// The gradient of softmax as a grid: brightness is the size of an entry, on the same scale at all times.
import { h, light } from '../dom.js';

const TOP = 0.25; // the largest entry there can be: p (1 - p) at one half
const POWER = 0.6;
const LEVELS = 32;
const GAP = 0.1;

function channels(role) {
  const hex = getComputedStyle(document.documentElement).getPropertyValue(`--${role}`).trim();
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/** From the panel's colour, a slot without light, to the gradient's. */
function ramp() {
  const [dark, bright] = [channels('panel'), channels('gradient')];
  return Array.from({ length: LEVELS }, (_, level) => {
    const mixed = dark.map((low, i) => Math.round(low + ((bright[i] - low) * level) / (LEVELS - 1)));
    return `rgb(${mixed.join(' ')})`;
  });
}

export function jacobianGrid() {
  // A name from the start: what it shows in numbers is said once the setting rests.
  const canvas = h('canvas', { class: 'jacobian', id: 'jacobian', role: 'img', 'aria-label': 'Grid of the softmax Jacobian' });
  const pen = canvas.getContext('2d');
  let colours = ramp();
  let subject = null;
  let side = 0;

  function paint() {
    const { entries, shown } = subject;
    const n = shown.length;
    const pitch = canvas.width / n;
    const cell = Math.max(pitch * (1 - GAP), 1);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    let colour = -1;
    // Level by level, so that the colour changes 32 times and not once a cell.
    const levels = entries.map((entry) => Math.round(Math.min(Math.abs(entry) / TOP, 1) ** POWER * (LEVELS - 1)));
    for (let level = 0; level < LEVELS; level++) {
      for (let k = 0; k < levels.length; k++) {
        if (levels[k] !== level) continue;
        if (colour !== level) pen.fillStyle = colours[(colour = level)];
        pen.fillRect((k % n) * pitch, Math.floor(k / n) * pitch, cell, cell);
      }
    }
  }

  function fit() {
    const wanted = Math.round(canvas.clientWidth * Math.min(devicePixelRatio, 2));
    if (wanted === side || wanted < 40) return;
    side = canvas.width = canvas.height = wanted;
    if (subject) paint();
  }

  new ResizeObserver(fit).observe(canvas);
  light.addEventListener('change', () => {
    colours = ramp();
    if (subject) paint();
  });

  return {
    element: canvas,
    draw(next) {
      subject = next;
      if (side) paint();
      else fit();
    },
    name(text) {
      canvas.setAttribute('aria-label', text);
    },
  };
}
