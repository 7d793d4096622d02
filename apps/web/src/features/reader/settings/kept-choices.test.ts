import { describe, expect, it } from 'vitest';
import { keep, parseSeriesChoices, parseShifts } from './kept-choices.ts';

describe('parseSeriesChoices', () => {
  it('reads back what was kept', () => {
    const kept = keep(keep(new Map(), 'a', { direction: 'rtl' as const }), 'b', { layout: 'double' as const });
    expect(parseSeriesChoices(JSON.parse(JSON.stringify([...kept])))).toEqual(kept);
  });

  it('leaves out what it does not know', () => {
    expect(parseSeriesChoices([['a', { direction: 'up', layout: 'triple' }], 'x', [1, {}], ['b', null]])).toEqual(
      new Map([
        ['a', {}],
        ['b', {}],
      ]),
    );
    expect(parseSeriesChoices({ a: 1 })).toEqual(new Map());
  });
});

describe('parseShifts', () => {
  it('keeps whole page numbers only', () => {
    expect(parseShifts([['a', [1, 5, 'x', 1.5]]])).toEqual(new Map([['a', [1, 5]]]));
  });
});

describe('keep', () => {
  it('forgets the oldest', () => {
    let kept: ReadonlyMap<string, number> = new Map();
    for (let index = 0; index < 500; index += 1) kept = keep(kept, `s${String(index)}`, index);
    kept = keep(kept, 's100', 1);
    expect(kept.size).toBe(400);
    expect([...kept.keys()].at(-1)).toBe('s100');
    expect(kept.has('s99')).toBe(false);
  });
});
