import { measureLabel, type Plot } from './geometry.ts';

/** Bar layout, in CSS pixels from the top left of the image. */
export interface Bars {
  readonly plot: Plot;
  /** Distance between the left edges of two bars. */
  readonly step: number;
  /** `path` is empty for zero. */
  readonly boxes: readonly { readonly centre: number; readonly path: string }[];
  /** Horizontal grid lines with their values. */
  readonly lines: readonly { readonly value: number; readonly y: number }[];
}

interface BarsWanted {
  readonly width: number;
  readonly height: number;
  readonly values: readonly number[];
  readonly roundUp: (value: number) => number;
  readonly format: (value: number) => string;
}

const EDGE = { top: 10, right: 4, bottom: 22 };
const ROUND = 3;
/** Minimum height of a non-zero bar. */
const LEAST = 2;

function round(length: number): number {
  return Math.round(length * 10) / 10;
}

/** A bar with rounded top corners. */
function boxPath(left: number, bottom: number, width: number, height: number): string {
  const r = Math.min(ROUND, width / 2, height);
  const [x, y, w, top] = [round(left), round(bottom), round(width), round(bottom - height)];
  return `M${x} ${y}V${round(top + r)}Q${x} ${top} ${round(x + r)} ${top}H${round(x + w - r)}Q${round(x + w)} ${top} ${round(x + w)} ${round(top + r)}V${y}Z`;
}

export function barsFor({ width, height, values, roundUp, format }: BarsWanted): Bars {
  const most = values.reduce((one, other) => Math.max(one, other), 0);
  const max = roundUp(most);
  const marks = [0, max / 2, max].filter((mark) => mark === 0 || mark === max || format(mark) !== format(max));
  const left = 10 + Math.max(...marks.map((mark) => measureLabel(format(mark))));
  const plot = {
    left,
    top: EDGE.top,
    width: Math.max(1, width - left - EDGE.right),
    height: height - EDGE.top - EDGE.bottom,
  };
  const step = plot.width / Math.max(1, values.length);
  const bottom = plot.top + plot.height;
  const thick = Math.max(1, Math.min(44, step * 0.72));
  return {
    plot,
    step,
    boxes: values.map((value, index) => {
      const centre = plot.left + (index + 0.5) * step;
      const tall = value > 0 ? Math.max(LEAST, (value / max) * plot.height) : 0;
      return { centre, path: tall === 0 ? '' : boxPath(centre - thick / 2, bottom, thick, tall) };
    }),
    lines: marks.map((value) => ({ value, y: round(bottom - (value / max) * plot.height) })),
  };
}

/** Undefined outside of the bars. */
export function indexAt({ plot, step, boxes }: Bars, x: number): number | undefined {
  const index = Math.floor((x - plot.left) / step);
  return index >= 0 && index < boxes.length ? index : undefined;
}

interface AxisLabel {
  readonly key: string;
  readonly x: number;
  readonly words: string;
  readonly anchor: 'middle' | 'end';
}

/** Evenly spaced labels as far as they fit, always including the last. */
export function axisLabels(
  { plot, step, boxes }: Bars,
  names: readonly { readonly key: string; readonly short: string }[],
): readonly AxisLabel[] {
  const longest = names.reduce((most, { short }) => Math.max(most, measureLabel(short)), 0) + 14;
  const every = Math.max(1, Math.ceil(longest / step));
  const half = longest / 2;
  const right = plot.left + plot.width;
  const isBeyond = (centre: number) => centre + half > right + EDGE.right;
  // The last label ends at the edge when it has no room around its bar, and then needs more of the room before it.
  const limit = isBeyond(boxes[names.length - 1]?.centre ?? 0) ? right - longest : right;
  return names.flatMap(({ key, short: words }, index): AxisLabel[] => {
    const centre = boxes[index]?.centre;
    if (centre === undefined || (names.length - 1 - index) % every !== 0) return [];
    if (index === names.length - 1 && isBeyond(centre)) return [{ key, words, x: right, anchor: 'end' }];
    return centre + half > limit + EDGE.right ? [] : [{ key, words, x: round(centre), anchor: 'middle' }];
  });
}
