import { BOOK_FILTER_FIELDS, FILTER_LIMITS, FILTER_OPERATORS, SERIES_FILTER_FIELDS } from '@lectern/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddress, writeAddress } from './address.ts';
import { LIMITS, type TextClause } from './clause.ts';
import { listFields } from './fields.ts';
import type { ListCondition, ListTarget } from './list-query.ts';
import { getArity, operatorsFor } from './operators.ts';
import { toCondition, newGroup, newKey, type TreeNode, parseTree } from './tree.ts';

const ID = '0197a000-0000-7000-8000-000000000001';

/** Any value of the family, as text. */
function values(family: string, choices: readonly string[]): fc.Arbitrary<string> {
  switch (family) {
    case 'text':
      return fc
        .string({ minLength: 1, maxLength: 30, unit: 'grapheme' })
        .filter((text) => text.trim() !== '' && !text.includes('\0'));
    case 'uuid':
      return fc.uuid();
    case 'choice':
      return fc.constantFrom(...choices);
    case 'number':
      return fc
        .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
        .map((value) => String(value + 0));
    default:
      return fc
        .date({ min: new Date('1970-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
        .map((day) => day.toISOString().slice(0, 10));
  }
}

function clauses(target: ListTarget): fc.Arbitrary<TextClause> {
  return fc.constantFrom(...listFields(target)).chain(([field, words]) =>
    fc.constantFrom(...operatorsFor(words)).chain(([operator]) => {
      const value = values(words.family, words.choices?.map(([choice]) => choice) ?? []);
      const texts = {
        none: fc.constant([]),
        one: fc.tuple(value),
        list: fc.array(value, { minLength: 1, maxLength: 4 }),
        range: fc.oneof(fc.tuple(value, value), fc.tuple(value, fc.constant('')), fc.tuple(fc.constant(''), value)),
      }[getArity(operator)];
      return texts.map((list: readonly string[]) => ({ field, operator, texts: list }));
    }),
  );
}

function trees(target: ListTarget): fc.Arbitrary<ListCondition> {
  const clause = clauses(target).map((plain): TreeNode => ({ kind: 'clause', key: newKey(), ...plain }));
  const { tree } = fc.letrec<{ tree: TreeNode; part: TreeNode }>((tie) => ({
    part: fc.oneof({ depthSize: 'small', withCrossShrink: true }, clause, tie('tree')),
    tree: fc
      .tuple(fc.constantFrom('allOf' as const, 'anyOf' as const), fc.array(tie('part'), { minLength: 1, maxLength: 4 }))
      .map(([mode, parts]) => newGroup(mode, parts)),
  }));
  return tree.map(
    (node) => toCondition(target, node.kind === 'group' ? node : newGroup('allOf', [node])) ?? { allOf: [] },
  );
}

describe.each(['series', 'books'] as const)('the address of a condition on %s', (target) => {
  it('round-trips every condition', () => {
    fc.assert(
      fc.property(trees(target), (condition) => {
        const text = writeAddress(target, condition);
        const read = readAddress(target, text);
        expect(read.dropped).toBe(0);
        // a single group inside another means the same without it
        expect(inner(read.condition)).toEqual(inner(condition));
      }),
      { numRuns: 300 },
    );
  });

  it('survives any text, and reads only valid conditions', () => {
    const scrap = fc.constantFrom(
      'all(',
      'any(',
      'any;',
      ')',
      ',',
      ':',
      '*',
      '~',
      'genre',
      'is',
      'between',
      'year',
      'x',
      '5',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(scrap, { maxLength: 40 }).map((parts) => parts.join('')),
        ),
        (text) => {
          const { condition } = readAddress(target, text);
          expect(parseTree(target, condition).dropped).toBe(0);
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** Unwraps `allOf` groups with a single group inside. */
function inner(condition: ListCondition | undefined): ListCondition | undefined {
  if (condition === undefined || !('allOf' in condition) || !Array.isArray(condition.allOf)) return condition;
  const [only, ...others] = condition.allOf;
  return only !== undefined && others.length === 0 && ('allOf' in only || 'anyOf' in only) ? inner(only) : condition;
}

describe('writeAddress', () => {
  it('writes readable text', () => {
    const condition: ListCondition = {
      allOf: [
        { genre: { operator: 'is', value: 'Horror' } },
        { year: { operator: 'gt', value: 1990 } },
        { readStatus: { operator: 'in', values: ['unread', 'in_progress'] } },
        { anyOf: [{ tag: { operator: 'is', value: 'AC/DC, (live)' } }, { wantToRead: { operator: 'isTrue' } }] },
      ],
    };
    expect(writeAddress('series', condition)).toBe(
      'genre:is:Horror,year:gt:1990,readStatus:in:unread*in_progress,any(tag:is:AC/DC~, ~(live~),wantToRead:isTrue)',
    );
    expect(writeAddress('series', { anyOf: [{ genre: { operator: 'is', value: 'a' } }] })).toBe('any;genre:is:a');
    expect(writeAddress('series', undefined)).toBeUndefined();
    expect(writeAddress('series', { allOf: [] })).toBeUndefined();
  });
});

describe('readAddress', () => {
  it.each([
    ['genre:is:Horror', 0],
    ['any(genre:is:a,genre:is:b', 0],
    ['genre:is:a,nonsense:is:b', 1],
    ['genre:like:a', 1],
    ['genre:is', 1],
    ['genre:is:a*b', 1],
    ['year:gt:many', 1],
    ['year:between:*', 1],
    [`libraryId:is:${ID}`, 0],
    ['libraryId:is:7', 1],
    ['readStatus:is:asleep', 1],
    ['dateAdded:after:2026-13-45', 1],
    ['wantToRead:isTrue:yes', 1],
    ['all(genre:is:a)),genre:is:b', 1],
    [',,,', 3],
    ['all()', 0],
    ['seriesId:is:x', 1],
    ['__proto__:is:x', 1],
    ['x'.repeat(30_000), 1],
  ])('drops the invalid parts of "%s": %i', (text, dropped) => {
    expect(readAddress('series', text).dropped).toBe(dropped);
  });

  it('keeps valid parts beside invalid ones', () => {
    expect(readAddress('series', 'genre:is:a,bogus(x,y),year:gt:1990').condition).toEqual({
      allOf: [{ genre: { operator: 'is', value: 'a' } }, { year: { operator: 'gt', value: 1990 } }],
    });
  });

  it('respects the depth and size limits of the server', () => {
    const deep = `${'any('.repeat(40)}genre:is:a${')'.repeat(40)},genre:is:b`;
    const read = readAddress('series', deep);
    expect(read.dropped).toBe(1);
    expect(read.condition).toEqual({ allOf: [{ genre: { operator: 'is', value: 'b' } }] });
    const many = Array.from({ length: FILTER_LIMITS.nodes + 20 }, () => 'genre:is:a').join(',');
    const { condition, dropped } = readAddress('series', many);
    expect(dropped).toBe(20);
    expect(condition).toHaveProperty('allOf.length', FILTER_LIMITS.nodes);
  });
});

describe('the filter fields', () => {
  it('match the fields and operators of the contract', () => {
    expect(LIMITS).toEqual(FILTER_LIMITS);
    for (const [target, fields] of [
      ['series', SERIES_FILTER_FIELDS],
      ['books', BOOK_FILTER_FIELDS],
    ] as const) {
      expect(Object.fromEntries(listFields(target).map(([field, { family }]) => [field, family]))).toEqual(fields);
      for (const [, words] of listFields(target)) {
        const known: readonly string[] = FILTER_OPERATORS[words.family];
        for (const [operator] of operatorsFor(words)) expect(known).toContain(operator);
      }
    }
  });
});
