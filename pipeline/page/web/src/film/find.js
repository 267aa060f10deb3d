// Words looked for in a text that writes them its own way: d with a low k for d_k, thousands set apart, accents.
import { h } from '../dom.js';

/** Letters as they are typed, each with the place that it has in the text. */
function folded(text) {
  const letters = [];
  let at = 0;
  for (const letter of text) {
    for (const plain of letter.normalize('NFKD').toLowerCase()) {
      if (/\s/u.test(plain)) letters.push([' ', at, letter.length]);
      else if (!/[\p{M}_`]/u.test(plain)) letters.push([plain === '−' ? '-' : plain.replace(/[‘’]/, "'"), at, letter.length]);
    }
    at += letter.length;
  }
  const plain = letters.map(([letter]) => letter).join('');
  // A space within a number is no space.
  const kept = letters.filter(([letter], i) => letter !== ' ' || !(/[0-9]$/.test(plain.slice(0, i)) && /^[0-9]{3}(?![0-9])/.test(plain.slice(i + 1))));
  return { plain: kept.map(([letter]) => letter).join(''), places: kept };
}

/** What is looked for: every word of it has to be there. */
export function wordsOf(query) {
  return folded(query).plain.split(' ').filter(Boolean);
}

/** A text in which words can be looked for and marked; `element` holds nothing but it. */
export function searchable(element) {
  const { plain, places } = folded(element.textContent);
  const whole = element.cloneNode(true);

  function ranges(wanted) {
    const found = [];
    for (const word of wanted) {
      for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length)) {
        const [, end, long] = places[at + word.length - 1];
        found.push([places[at][1], end + long]);
      }
    }
    return found;
  }

  return {
    element,
    has: (wanted) => wanted.every((word) => plain.includes(word)),
    mark(wanted) {
      element.replaceChildren(...whole.cloneNode(true).childNodes);
      const found = ranges(wanted);
      if (found.length) mark(element, found);
    },
  };
}

/** Mark stretches of an element's text, in each of the nodes that hold a part of them. */
function mark(element, ranges) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes = [];
  for (let at = 0; walker.nextNode(); at += walker.currentNode.data.length) nodes.push([walker.currentNode, at]);
  for (const [node, from] of nodes) {
    const parts = [];
    let rest = 0;
    for (const [start, end] of joined(ranges)) {
      const [low, high] = [Math.max(start - from, 0), Math.min(end - from, node.data.length)];
      if (low >= high) continue;
      parts.push(node.data.slice(rest, low), h('mark', {}, node.data.slice(low, high)));
      rest = high;
    }
    if (parts.length) node.replaceWith(...parts, node.data.slice(rest));
  }
}

/** In order, and those that overlap as one. */
function joined(ranges) {
  const found = [];
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = found.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else found.push([start, end]);
  }
  return found;
}
