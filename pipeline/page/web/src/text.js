// Numbers and times as the film writes them.

/** A number with a true minus. */
export function fixed(value, decimals) {
  return value.toFixed(decimals).replace('-', '−');
}

/** Thousands set apart by a thin space. */
export function thousands(value) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, '\u2009');
}

/** A weight with as many decimals (two to four) as it takes not to round one below one up to one. */
export function share(weight) {
  for (const decimals of [2, 3, 4]) {
    const text = weight.toFixed(decimals);
    if (!text.startsWith('1') || decimals === 4) return text;
  }
}

/** Percent: whole from one upwards, one decimal below. */
export function percent(value) {
  return `${value >= 1 ? value.toFixed(0) : value.toFixed(1)}%`;
}

/** 1:05 for 65.3 seconds. */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** "1 minute 5 seconds", for screen readers. */
export function spokenTime(seconds) {
  const whole = Math.floor(seconds);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  const unit = (n, name) => `${n} ${name}${n === 1 ? '' : 's'}`;
  return minutes ? `${unit(minutes, 'minute')} ${unit(rest, 'second')}` : unit(rest, 'second');
}
