import { describe, expect, it } from 'vitest';
import { chooseNumber } from './numbers.ts';
import { stripExtension } from './place-in-series.ts';

describe('stemOf', () => {
  it.each([
    ['book.vol.1.cbz', 'book.vol.1'],
    ['NoExtension', 'NoExtension'],
    ['.cbz', '.cbz'],
  ])('%s is %s', (name, stem) => {
    expect(stripExtension(name)).toBe(stem);
  });
});

describe('chooseNumber', () => {
  const sources = { stated: '12.5', isLocked: false, stem: 'Naruto v03', position: 7 };
  it.each([
    ['file_order', sources, { text: '7', sort: 7, rule: 'file-order' }],
    ['file_order', { ...sources, position: null }, undefined],
    ['metadata', sources, { text: '12.5', sort: 12.5, rule: 'stated-number', input: '12.5' }],
    ['metadata', { ...sources, stated: null }, { text: null, sort: null, rule: 'no-number' }],
    ['filename', sources, { text: '3', sort: 3, rule: 'file-name-number', input: 'Naruto v03' }],
    ['smart', sources, { text: '12.5', sort: 12.5 }],
    ['smart', { ...sources, stated: 'one' }, { text: '3', sort: 3 }],
    ['smart', { ...sources, stated: null, stem: 'Extra' }, { text: '7', sort: 7 }],
    ['file_order', { ...sources, isLocked: true }, { text: '12.5', sort: 12.5, rule: 'locked-number' }],
    ['smart', { ...sources, stated: null, isLocked: true }, { text: null, sort: null, rule: 'locked-number' }],
  ] as const)('%s of %o is %o', (strategy, from, expected) => {
    const chosen = chooseNumber(strategy, from);
    if (expected === undefined) expect(chosen).toBeUndefined();
    else expect(chosen).toMatchObject(expected);
  });
});
