// A drawing as wide as its place, in CSS pixels, so that its text has one size at every width.
import { s, set } from '../dom.js';

/**
 * An SVG that is drawn again when its width changes. layout(width) returns {height, ...}, and its result is handed to
 * draw(svg, layout, subject); what does not depend on the subject is drawn by furniture(svg, layout).
 */
export function sized({ className, label, layout, furniture, draw }) {
  const svg = s('svg', { class: `chart ${className}`, role: 'img', 'aria-label': label });
  let now = null;
  let subject = null;

  function fit(width) {
    if (width < 40) return;
    now = layout(width);
    set(svg, { viewBox: `0 0 ${width} ${now.height}`, height: now.height });
    svg.replaceChildren();
    now.parts = furniture(svg, now) ?? {};
    if (subject) draw(now, subject);
  }

  const watcher = new ResizeObserver(([entry]) => {
    const width = Math.round(entry.contentRect.width);
    if (!now || width !== now.width) fit(width);
  });
  watcher.observe(svg);

  return {
    element: svg,
    draw(next) {
      subject = next;
      // The first picture does not wait for the observer: the page is live as soon as it is there.
      if (!now && svg.isConnected) fit(Math.round(svg.getBoundingClientRect().width));
      else if (now) draw(now, subject);
    },
    name(text) {
      svg.setAttribute('aria-label', text);
    },
    /** Its height, 0 before it is drawn. */
    height: () => now?.height ?? 0,
    leave() {
      watcher.disconnect();
    },
  };
}

/** The path of rectangles [x0, y0, x1, y1]. */
export function rectangles(boxes) {
  return boxes.map(([x0, y0, x1, y1]) => `M${x0.toFixed(2)} ${y0.toFixed(2)}H${x1.toFixed(2)}V${y1.toFixed(2)}H${x0.toFixed(2)}Z`).join('');
}
