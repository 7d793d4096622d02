import { describe, expect, it } from 'vitest';
import { axisLabels, barsFor, indexAt } from './bars.ts';
import { measureLabel, roundUp } from './geometry.ts';

const layOut = (values: readonly number[], width = 300) =>
  barsFor({ width, height: 132, values, roundUp, format: String });

describe('bars', () => {
  it('stand side by side with the height of their value, and are empty for zero', () => {
    const { boxes, plot, lines } = layOut([0, 5, 10]);
    expect(boxes.map(({ path }) => path === '')).toEqual([true, false, false]);
    expect(boxes[2]?.path).toContain(` ${plot.top} `);
    expect(lines.map(({ value }) => value)).toEqual([0, 5, 10]);
    expect(boxes.every(({ centre }, index) => index === 0 || centre > (boxes[index - 1]?.centre ?? 0))).toBe(true);
  });

  it('have a minimum height for any value above zero', () => {
    const { boxes, plot } = layOut([1, 100_000]);
    expect(boxes[0]?.path).toContain(String(plot.top + plot.height - 2));
  });

  it('are found by pointer position', () => {
    const shape = layOut([1, 2, 3, 4]);
    const middles = shape.boxes.map(({ centre }) => indexAt(shape, centre));
    expect(middles).toEqual([0, 1, 2, 3]);
    expect([indexAt(shape, shape.plot.left - 1), indexAt(shape, 999)]).toEqual([undefined, undefined]);
  });

  it('are labelled as space permits, always the last, and never outside of the image', () => {
    const names = Array.from({ length: 30 }, (_, index) => ({ key: String(index), short: `${index} Nov` }));
    const labels = axisLabels(layOut(names.map(() => 1)), names);
    expect(labels.at(-1)).toMatchObject({ key: '29', anchor: 'end', x: 296 });
    expect(labels.length).toBeLessThan(8);
    const few = axisLabels(layOut([1, 2], 400), names.slice(0, 2));
    expect(few.map(({ anchor }) => anchor)).toEqual(['middle', 'middle']);
  });

  it.each(['Nov 24', '11月24日', '24 нояб.'])('have labels like %s that leave room for each other', (short) => {
    for (const width of [300, 340, 520, 700]) {
      const names = Array.from({ length: 30 }, (_, index) => ({ key: String(index), short }));
      const labels = axisLabels(
        layOut(
          names.map(() => 1),
          width,
        ),
        names,
      );
      const edges = labels.map(({ x, anchor }) => {
        const from = x - measureLabel(short) * (anchor === 'end' ? 1 : 0.5);
        return [from, from + measureLabel(short)] as const;
      });
      const gaps = edges.slice(1).map(([from], index) => from - (edges[index]?.[1] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThan(4);
    }
  });

  it('are laid out without values', () => {
    expect(layOut([]).boxes).toEqual([]);
  });
});
