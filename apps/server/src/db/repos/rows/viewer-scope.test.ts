import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  joinAgeLimits,
  narrowSight,
  seesMarks,
  seesWithin,
  type SeriesMarks,
  type Sharing,
  sightName,
} from './viewer-scope.ts';

const tags = fc.subarray(['a', 'b', 'c']);
const age = fc.record({ maxAge: fc.constantFrom(0, 6, 12, 18), showsUnrated: fc.boolean() });
const sharing = fc.record<Sharing>({ denied: tags, allowed: tags, age: fc.option(age, { nil: undefined }) });
const marks = fc.record<SeriesMarks>({ tagIds: tags, age: fc.option(fc.constantFrom(0, 5, 6, 7, 12, 18, 99)) });

describe('the sight of a viewer', () => {
  it('shows series up to the age, and those without a rating only when it says so', () => {
    const child = { denied: [], allowed: [], age: { maxAge: 12, showsUnrated: false } };
    const sees = (years: number | null) => seesMarks(child, { tagIds: [], age: years });
    expect([0, 12, 13, null].map(sees)).toEqual([true, true, false, false]);
    expect(seesMarks({ ...child, age: { maxAge: 12, showsUnrated: true } }, { tagIds: [], age: null })).toBe(true);
  });

  it('lies within another only when it shows nothing that the other hides', () => {
    fc.assert(
      fc.property(sharing, sharing, marks, (inner, outer, one) => {
        if (seesWithin({ sharing: inner }, { sharing: outer }) && seesMarks(inner, one)) {
          expect(seesMarks(outer, one)).toBe(true);
        }
      }),
      { numRuns: 3_000 },
    );
    expect(seesWithin({}, { sharing: { denied: [], allowed: [], age: { maxAge: 99, showsUnrated: true } } })).toBe(
      false,
    );
    expect(seesWithin({ sharing: { denied: ['a'], allowed: [] } }, {})).toBe(true);
  });

  it('joins age limits to what each of them shows', () => {
    expect(joinAgeLimits([])).toBeUndefined();
    fc.assert(
      fc.property(fc.array(age, { minLength: 1, maxLength: 3 }), marks, (limits, one) => {
        const own = limits.every((limit) => seesMarks({ denied: [], allowed: [], age: limit }, one));
        expect(seesMarks({ denied: [], allowed: [], age: joinAgeLimits(limits) }, one)).toBe(own);
      }),
    );
  });

  it('has another name whenever it may show something else', () => {
    fc.assert(
      fc.property(sharing, age, age, (one, first, second) => {
        const names = [first, second].map((limit) => sightName({ sharing: { ...one, age: limit } }));
        const isSame = first.maxAge === second.maxAge && first.showsUnrated === second.showsUnrated;
        expect(names[0] === names[1]).toBe(isSame);
        expect(names).not.toContain(sightName({ sharing: { ...one, age: undefined } }));
      }),
    );
  });
});

describe('the sight within two limits', () => {
  it('shows nothing that either of them hides', () => {
    fc.assert(
      fc.property(sharing, sharing, marks, (one, other, series) => {
        const both = narrowSight({ sharing: one }, { sharing: other }).sharing;
        const sees = seesMarks(both, series);
        return !sees || (seesMarks(one, series) && seesMarks(other, series));
      }),
    );
    expect(narrowSight({ libraryIds: ['a', 'b'] }, { libraryIds: ['b', 'c'] })).toEqual({ libraryIds: ['b'] });
    expect(narrowSight({}, { libraryIds: ['b'] })).toEqual({ libraryIds: ['b'] });
    expect(narrowSight({}, {})).toEqual({});
  });
});
