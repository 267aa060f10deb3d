// Everything that a picture of one setting shows, computed once for all its parts.
import { effectiveKeys, jacobian, norm, softmax } from '../maths.js';

/** setting: {stop, scaled, set, n}. mix in 0..1 is how far the division has come while the switch is moving. */
export function viewOf(lesson, setting, mix = setting.scaled ? 1 : 0) {
  const { explorer } = lesson;
  const dK = explorer.stops[setting.stop];
  const scores = lesson.scores(setting.set, setting.stop, setting.n);
  const divided = (power) => softmax(scores.map((score) => score / dK ** power));
  const weights = divided(setting.scaled ? 0.5 : 0);
  const moving = mix > 0 && mix < 1;
  const shown = moving ? divided(mix / 2) : weights;
  const entries = jacobian(shown);
  const factor = setting.scaled ? Math.sqrt(dK) : 1;
  const row = explorer.key_counts.indexOf(setting.n);
  return {
    ...setting,
    mix,
    dK,
    scores,
    weights,
    shown,
    entries,
    jacobian: moving ? jacobian(weights) : entries,
    effective: effectiveKeys(weights),
    variance: explorer.variance[setting.stop] / factor ** 2,
    std: explorer.std[setting.stop] / factor,
    gradient: setting.scaled ? 100 : explorer.gradient_share[row][setting.stop],
    rawGradient: explorer.gradient_share[row][setting.stop],
    ownGradient: (100 * norm(jacobian(divided(0)))) / norm(jacobian(divided(0.5))),
    heights: lesson.heights(setting.stop),
    line: lesson.line(setting.stop),
  };
}
