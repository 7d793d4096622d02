/** Plot area, in CSS pixels from the top left of the image. */
export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Axes: times in epoch milliseconds, values from 0 to `max`. */
export interface Scale {
  readonly plot: Plot;
  readonly from: number;
  readonly to: number;
  readonly max: number;
}

/** Shortest time axis, for a server that just started. */
const SHORTEST_MS = 60_000;

/** Signs as wide as high: Chinese, Japanese and Korean. */
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/gu;

/** About how wide a label of an axis is, in CSS pixels. */
export function measureLabel(words: string): number {
  const wide = words.match(WIDE)?.length ?? 0;
  return wide * 11 + (words.length - wide) * 6.5;
}

/** Next 1, 2 or 5 times a power of ten; 1 for zero. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value * 0.999_999) ?? 10;
  return step * power;
}

/** Axes that fit all values. */
export function scaleFor(plot: Plot, times: readonly number[], columns: readonly (readonly number[])[]): Scale {
  const to = times.at(-1) ?? 0;
  const most = columns.reduce((highest, column) => column.reduce((one, other) => Math.max(one, other), highest), 0);
  return { plot, from: Math.min(times[0] ?? 0, to - SHORTEST_MS), to, max: roundUp(most) };
}

export function toX({ plot, from, to }: Scale, time: number): number {
  return plot.left + ((time - from) / (to - from)) * plot.width;
}

export function toY({ plot, max }: Scale, value: number): number {
  return plot.top + plot.height * (1 - Math.min(value, max) / max);
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}

/**
 * SVG path with gaps where steps are missing.
 * @param stepMs usual step
 */
export function linePath(scale: Scale, times: readonly number[], values: readonly number[], stepMs: number): string {
  return times
    .map((time, index) => {
      const before = times[index - 1];
      const isOn = before !== undefined && time - before < stepMs * 1.6;
      return `${isOn ? 'L' : 'M'}${round(toX(scale, time))} ${round(toY(scale, values[index] ?? 0))}`;
    })
    .join('');
}

/** Undefined without times. */
export function nearestIndex(scale: Scale, times: readonly number[], x: number): number | undefined {
  if (times.length === 0) return undefined;
  const time = scale.from + ((x - scale.plot.left) / scale.plot.width) * (scale.to - scale.from);
  return times.reduce((best, other, index) => {
    return Math.abs(other - time) < Math.abs((times[best] ?? 0) - time) ? index : best;
  }, 0);
}

/** At most `most` evenly spaced indexes, latest first, always including the latest. */
export function spreadIndexes(count: number, most: number): readonly number[] {
  const every = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => count - 1 - index * every);
}
