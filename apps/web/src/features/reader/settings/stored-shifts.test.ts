import { describe, expect, it } from 'vitest';
import { keep, parseShifts } from './stored-shifts.ts';

describe('parseShifts', () => {
  it('keeps only integer page numbers', () => {
    expect(parseShifts([['a', [1, 5, 'x', 1.5]]])).toEqual(new Map([['a', [1, 5]]]));
    expect(parseShifts({ a: 1 })).toEqual(new Map());
  });
});

describe('keep', () => {
  it('drops the oldest entries', () => {
    let kept: ReadonlyMap<string, number> = new Map();
    for (let index = 0; index < 500; index += 1) kept = keep(kept, `s${String(index)}`, index);
    kept = keep(kept, 's100', 1);
    expect(kept.size).toBe(400);
    expect([...kept.keys()].at(-1)).toBe('s100');
    expect(kept.has('s99')).toBe(false);
  });
});
