import { describe, expect, it } from 'vitest';
import { chooseRange } from './send-file.ts';

const LENGTH = 1_000;

function choose(header: string): string {
  const choice = chooseRange(header, LENGTH);
  return choice.kind === 'part' ? `${choice.range.start}-${choice.range.end}` : choice.kind;
}

describe('chooseRange', () => {
  it.each([
    ['bytes=0-0', '0-1'],
    ['bytes=0-499', '0-500'],
    ['bytes=999-999', '999-1000'],
    ['bytes=500-', '500-1000'],
    ['bytes=0-', '0-1000'],
    ['bytes=500-5000', '500-1000'],
    ['bytes=0-99999999999999999999999', '0-1000'],
    ['bytes=-1', '999-1000'],
    ['bytes=-1000', '0-1000'],
    ['bytes=-99999999999999999999', '0-1000'],
    ['BYTES=1-2', '1-3'],
    [' bytes= 1-2 , ', '1-3'],
  ])('takes a part: %s', (header, found) => {
    expect(choose(header)).toBe(found);
  });

  it.each([
    ['bytes=0-1,2-3', '0-4'],
    ['bytes=2-3, 0-9', '0-10'],
    ['bytes=0-9,5-', '0-1000'],
    ['bytes=5000-,10-19', '10-20'],
  ])('takes what several ranges have in one piece: %s', (header, found) => {
    expect(choose(header)).toBe(found);
  });

  it.each(['bytes=0-1,5-6', `bytes=${Array.from({ length: 1_000 }, (_, at) => `${at * 2}-${at * 2}`).join(',')}`])(
    'answers several ranges with gaps by the whole',
    (header) => {
      expect(choose(header)).toBe('whole');
    },
  );

  it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=99999999999999999999-', 'bytes=-0', 'bytes=5000-,-0'])(
    'refuses what lies behind the end: %s',
    (header) => {
      expect(choose(header)).toBe('unsatisfiable');
    },
  );

  it.each([
    '',
    'bytes',
    'bytes=',
    'bytes=,',
    'bytes=-',
    'bytes=a-b',
    'bytes=5-2',
    'bytes=--5',
    'bytes=1-2-3',
    'bytes=0x1-2',
    'bytes=1.0-2',
    'bytes=+1-2',
    'bytes=0-1,x',
    'bytes 0-1',
    'items=0-1',
    'bytes=0-1;2-3',
  ])('ignores what it does not understand: "%s"', (header) => {
    expect(choose(header)).toBe('whole');
  });

  it('sends an empty body whole', () => {
    for (const header of ['bytes=0-', 'bytes=-5', 'bytes=0-0']) expect(chooseRange(header, 0).kind).toBe('whole');
  });
});
