import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Claim, orderClaims } from './order-claims.ts';
import { parkedPath } from './write-claims.ts';

const steps = (claims: readonly Claim[], vacated: Readonly<Record<string, string>>): string[][] =>
  orderClaims(claims, new Map(Object.entries(vacated))).map((unit) =>
    unit.map(({ kind, claim }) => `${kind} ${claim.id ?? 'new'} ${claim.path}`),
  );

describe('orderClaims', () => {
  it('begins a chain at its free end', () => {
    const claims = [
      { path: '2', id: 'a' },
      { path: '3', id: 'b' },
      { path: '4', id: 'c' },
    ];
    expect(steps(claims, { 2: 'b', 3: 'c' })).toEqual([['meet c 4', 'meet b 3', 'meet a 2']]);
  });

  it('has one step aside in a ring', () => {
    const claims = [
      { path: '2', id: 'a' },
      { path: '1', id: 'b' },
    ];
    expect(steps(claims, { 1: 'a', 2: 'b' })).toEqual([['park a 2', 'meet b 1', 'meet a 2']]);
  });

  it('lets what is new come last', () => {
    const claims = [{ path: '1' }, { path: '2', id: 'a' }];
    expect(steps(claims, { 1: 'a' })).toEqual([['meet a 2', 'meet new 1']]);
  });

  it('never gives a path to two books, in any order of moves', () => {
    const moves = fc.integer({ min: 1, max: 12 }).chain((count) => {
      const places = Array.from({ length: count }, (_, index) => String(index));
      return fc.shuffledSubarray([...places, 'free', 'other'], { minLength: count, maxLength: count });
    });
    fc.assert(
      fc.property(moves, (targets) => {
        const owners = new Map(targets.map((_, index) => [String(index), `book ${String(index)}`]));
        const at = new Map([...owners].map(([path, id]) => [id, path]));
        const moving = targets
          .map((path, index) => ({ path, id: `book ${String(index)}` }))
          .filter(({ path, id }) => at.get(id) !== path);
        const vacated = new Map(moving.map(({ id }) => [at.get(id) ?? '', id]));
        for (const { kind, claim } of orderClaims(moving, vacated).flat()) {
          owners.delete(at.get(claim.id) ?? '');
          const path = kind === 'park' ? parkedPath(claim.path, claim.id) : claim.path;
          expect(owners.has(path)).toBe(false);
          owners.set(path, claim.id);
          at.set(claim.id, path);
        }
        for (const [index, path] of targets.entries()) expect(at.get(`book ${String(index)}`)).toBe(path);
      }),
    );
  });
});

describe('parkedPath', () => {
  it('hides a path beside the one that was lost, once', () => {
    expect(parkedPath('a/b/1.cbz', 'x')).toBe('a/b/.gone-x/1.cbz');
    expect(parkedPath('1.cbz', 'x')).toBe('.gone-x/1.cbz');
    expect(parkedPath(parkedPath('a/1.cbz', 'x'), 'x')).toBe('a/.gone-x/1.cbz');
  });
});
