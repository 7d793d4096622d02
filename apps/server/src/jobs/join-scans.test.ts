import { describe, expect, it } from 'vitest';
import { coversScan, joinScans, leastFolders, type ScanTask } from './join-scans.ts';

const libraryId = 'L';
const normal = (...folders: string[]): ScanTask => ({ libraryId, mode: 'normal', folders });
const deep = (...folders: string[]): ScanTask => ({ libraryId, mode: 'deep', folders });
const wholeNormal: ScanTask = { libraryId, mode: 'normal' };
const wholeDeep: ScanTask = { libraryId, mode: 'deep' };

describe('leastFolders', () => {
  it('leaves out what lies below another, and nothing that only begins alike', () => {
    expect(leastFolders(['A/B', 'A', 'A/B/C', 'AB', 'A'])).toEqual(['A', 'AB']);
  });

  it('is everything for the root, or for very many', () => {
    expect(leastFolders(['A', ''])).toBeUndefined();
    const many = Array.from({ length: 51 }, (_, index) => `F${String(index)}`);
    expect(leastFolders(many)).toBeUndefined();
    expect(leastFolders(many.slice(1))).toHaveLength(50);
    expect(leastFolders(many.map((name) => `A/${name}`).concat('A'))).toEqual(['A']);
  });
});

describe('joinScans', () => {
  it.each<[what: string, one: ScanTask, other: ScanTask, joined: ScanTask]>([
    ['looks at the folders of both', normal('A', 'B'), normal('B/C', 'D'), normal('A', 'B', 'D')],
    ['looks at everything when one does', normal('A'), wholeNormal, wholeNormal],
    ['is deep when one is', wholeNormal, wholeDeep, wholeDeep],
    ['is deep everywhere when that was asked for', normal('A'), wholeDeep, wholeDeep],
    [
      'is deep where that was asked for, and has the rest follow',
      wholeNormal,
      deep('A'),
      { ...deep('A'), again: true },
    ],
    ['has other folders follow a deep scan', deep('A'), normal('B'), { ...deep('A'), again: true }],
    ['has nothing follow that lies inside', deep('A'), normal('A/B'), deep('A')],
    ['still has everything follow', { ...deep('A'), again: true }, deep('B'), { ...deep('A', 'B'), again: true }],
    ['has nothing follow a look at everything', { ...deep('A'), again: true }, wholeDeep, wholeDeep],
  ])('%s, in either order', (_, one, other, joined) => {
    expect(joinScans(one, other)).toEqual(joined);
    expect(joinScans(other, one)).toEqual(joined);
  });
});

describe('coversScan', () => {
  it('is true of a scan of everything that is as deep', () => {
    expect([wholeNormal, wholeDeep, normal('A'), deep('A'), {}].map((open) => coversScan(open, wholeNormal))).toEqual([
      ...[true, true, false, false, false],
    ]);
    expect([wholeNormal, wholeDeep, deep('A')].map((open) => coversScan(open, wholeDeep))).toEqual([
      false,
      true,
      false,
    ]);
  });
});
