// The few ways in which the page makes elements.
const SVG = 'http://www.w3.org/2000/svg';
let spoken = {};

/** What a screen reader says for each formula of the sprite. */
export function setSpoken(labels) {
  spoken = labels;
}

function fill(element, children) {
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element; props are properties, or attributes where their name has a dash or is "role" or "for". */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.className = value;
    else if (name.includes('-') || name === 'role' || name === 'for') element.setAttribute(name, value);
    else element[name] = value;
  }
  return fill(element, children);
}

/** An SVG element with attributes. */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  return fill(element, children);
}

/** Set several attributes at once. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** A formula of the film's own typesetting; where the words beside it say it too it is silent. */
export function formula(name, silent = false) {
  const drawn = s('svg', { class: `formula f-${name}` }, s('use', { href: `#f-${name}` }));
  return set(drawn, silent ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': spoken[name] ?? name });
}

/** A pictogram drawn on a 24 x 24 grid. */
export function icon(path) {
  return s('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: path }));
}

const LOW = { ₖ: 'k', ᵢ: 'i', ⱼ: 'j' };

/** Words whose low letters, which the typeface does not have, are set low by the browser. */
export function words(text) {
  return text.split(/([ₖᵢⱼ]+)/).map((part, i) => (i % 2 ? h('sub', {}, part.replace(/./g, (letter) => LOW[letter])) : part));
}

/** Change an element's text only when it is another one: what did not change is not laid out again. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Take a button out of use or back, without taking the keyboard's focus off it as "disabled" would. */
export function outOfUse(button, out) {
  button.setAttribute('aria-disabled', String(out));
}

export const calm = matchMedia('(prefers-reduced-motion: reduce)');
export const light = matchMedia('(prefers-color-scheme: light)');
