// The lesson's data as mathcore wrote them, unpacked.
function unpack(base64, Kind) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return new Kind(bytes.buffer);
}

/** Read the page's data block. */
export function readLesson() {
  const data = JSON.parse(document.getElementById('lesson').textContent);
  const e = data.explorer;
  const scores = unpack(e.scores, Int32Array);
  const counts = unpack(e.histogram, Uint16Array);
  const curves = unpack(e.curve, Float32Array);
  const bins = e.edges.length - 1;
  const last = e.curve_points - 1;
  const lineX = Array.from({ length: 2 * last + 1 }, (_, i) => (i - last) * e.curve_step);

  return {
    ...data,
    /** Where curves are known: from -70 to 70. */
    lineX,

    /** The stop whose d_k is nearest in log2. */
    nearest(dK) {
      let best = 0;
      for (let i = 1; i < e.stops.length; i++) {
        if (Math.abs(Math.log2(e.stops[i] / dK)) < Math.abs(Math.log2(e.stops[best] / dK))) best = i;
      }
      return best;
    },

    /** Raw scores q.k of the first n keys of a set. */
    scores(set, stop, n) {
      const start = (set * e.stops.length + stop) * e.set_keys;
      return Array.from(scores.subarray(start, start + n), (value) => value * e.score_unit);
    },

    /** Densities of the simulated scores, one for each bin. */
    heights(stop) {
      const row = counts.subarray(stop * bins, (stop + 1) * bins);
      return Array.from(row, (count, i) => count / (e.n_scores * (e.edges[i + 1] - e.edges[i])));
    },

    /** Exact densities at lineX. */
    line(stop) {
      const half = curves.subarray(stop * (last + 1), (stop + 1) * (last + 1));
      return lineX.map((_, i) => half[Math.abs(i - last)]);
    },

    /** losses(panel, 0 raw or 1 scaled, 0 mean, 1 lowest or 2 highest): one loss for every step. */
    losses: (() => {
      const all = unpack(data.training.losses, Float32Array);
      const length = data.training.steps + 1;
      return (panel, side, what) => {
        const start = ((panel * 2 + side) * 3 + what) * length;
        return Array.from(all.subarray(start, start + length));
      };
    })(),
  };
}
