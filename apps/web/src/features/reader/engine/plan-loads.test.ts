import { describe, expect, it } from 'vitest';
import { planLoads, planWindow } from './plan-loads.ts';

const none = new Set<number>();

describe('planLoads', () => {
  it('loads visible pages, then those ahead, then one behind', () => {
    expect(planLoads({ visible: [5], pageCount: 20, held: none, ahead: 3, going: 'forward' })).toEqual([5, 6, 7, 8, 4]);
  });

  it('reverses with the reading direction', () => {
    expect(planLoads({ visible: [5], pageCount: 20, held: none, ahead: 2, going: 'backward' })).toEqual([5, 4, 3, 6]);
  });

  it('keeps a whole spread behind', () => {
    expect(planLoads({ visible: [6, 7], pageCount: 20, held: none, ahead: 2, going: 'forward' })).toEqual([
      6, 7, 8, 9, 5, 4,
    ]);
  });

  it('stays inside the book', () => {
    expect(planLoads({ visible: [20], pageCount: 20, held: none, ahead: 3, going: 'forward' })).toEqual([20, 19]);
    expect(planLoads({ visible: [1], pageCount: 1, held: none, ahead: 3, going: 'forward' })).toEqual([1]);
  });

  it('skips pages already loaded', () => {
    expect(planLoads({ visible: [5], pageCount: 20, held: new Set([5, 7]), ahead: 2, going: 'forward' })).toEqual([
      6, 4,
    ]);
  });

  it('loads nothing without visible pages', () => {
    expect(planWindow({ visible: [], pageCount: 20, ahead: 3, going: 'forward' })).toEqual([]);
  });

  it('is bounded for any book length', () => {
    expect(planWindow({ visible: [1500], pageCount: 3000, ahead: 4, going: 'forward' })).toHaveLength(6);
  });
});
