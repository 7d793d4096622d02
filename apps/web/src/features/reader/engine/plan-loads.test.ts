import { describe, expect, it } from 'vitest';
import { planLoads, planWindow } from './plan-loads.ts';

const none = new Set<number>();

describe('planLoads', () => {
  it('asks for what is on screen, then onward, then one back', () => {
    expect(planLoads({ visible: [5], pageCount: 20, held: none, ahead: 3, going: 'forward' })).toEqual([5, 6, 7, 8, 4]);
  });

  it('turns round when the reader does', () => {
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

  it('leaves out what is held already', () => {
    expect(planLoads({ visible: [5], pageCount: 20, held: new Set([5, 7]), ahead: 2, going: 'forward' })).toEqual([
      6, 4,
    ]);
  });

  it('wants nothing when nothing is on screen', () => {
    expect(planWindow({ visible: [], pageCount: 20, ahead: 3, going: 'forward' })).toEqual([]);
  });

  it('is bounded however long the book is', () => {
    expect(planWindow({ visible: [1500], pageCount: 3000, ahead: 4, going: 'forward' })).toHaveLength(6);
  });
});
