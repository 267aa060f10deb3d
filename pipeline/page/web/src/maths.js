// What the page computes itself, for the keys that the learner has chosen. Everything else comes from mathcore as data;
// tests hold these four functions against mathcore's own.

/** Softmax of the logits; the largest is subtracted first, so that nothing overflows. */
export function softmax(logits) {
  const top = Math.max(...logits);
  const powers = logits.map((x) => Math.exp(x - top));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((x) => x / sum);
}

/** exp of the entropy: how many equal weights would be as undecided as these. */
export function effectiveKeys(weights) {
  let entropy = 0;
  for (const p of weights) if (p > 0) entropy -= p * Math.log(p);
  return Math.exp(entropy);
}

/** J[i n + j] = p_i (delta_ij - p_j). The diagonal is p_i times the sum of the others: 1 - p_i would lose digits. */
export function jacobian(weights) {
  const n = weights.length;
  const entries = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    let others = 0;
    for (let j = 0; j < n; j++) {
      if (j === i) continue;
      others += weights[j];
      entries[i * n + j] = -weights[i] * weights[j];
    }
    entries[i * n + i] = weights[i] * others;
  }
  return entries;
}

/** Frobenius norm. */
export function norm(entries) {
  let sum = 0;
  for (const x of entries) sum += x * x;
  return Math.sqrt(sum);
}
