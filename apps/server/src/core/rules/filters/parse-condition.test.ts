import { FILTER_LIMITS } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { AppError } from '#core/errors.ts';
import { parseBookCondition, parseSeriesCondition } from './parse-condition.ts';

function readDetails(condition: unknown): unknown {
  try {
    parseBookCondition(condition);
  } catch (error) {
    if (error instanceof AppError) return error.details;
    throw error;
  }
  return undefined;
}

const drama = { genre: { operator: 'is', value: 'Drama' } };

function nested(depth: number): unknown {
  let node: unknown = drama;
  for (let level = 0; level < depth; level += 1) node = { allOf: [node] };
  return node;
}

describe('parseBookCondition', () => {
  it.each([
    [[], 'condition', 'must be an object with allOf, anyOf or a field'],
    ['x', 'condition', 'must be an object with allOf, anyOf or a field'],
    [{}, 'condition', 'must have allOf, anyOf or a field'],
    [{ ...drama, anyOf: [] }, 'condition', 'must have only one of allOf, anyOf or a field'],
    [{ allOf: drama }, 'condition.allOf', 'must be a list of conditions'],
    [
      { allOf: [drama, { anyOf: [3] }] },
      'condition.allOf[1].anyOf[0]',
      'must be an object with allOf, anyOf or a field',
    ],
    [
      { allOf: [drama, drama, { genre: { operator: 'like', value: 'x' } }] },
      'condition.allOf[2].genre.operator',
      'must be one of is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull',
    ],
    [{ genre: 'Drama' }, 'condition.genre', 'must be an object with an operator'],
    [{ genre: { value: 'Drama' } }, 'condition.genre.operator', 'is missing'],
    [{ genre: { operator: 7 } }, 'condition.genre.operator', 'must be a text'],
    [{ genre: { operator: 'is' } }, 'condition.genre.value', 'is missing'],
    [{ genre: { operator: 'is', value: ['x'] } }, 'condition.genre.value', 'must be a text'],
    [{ genre: { operator: 'is', value: '\0' } }, 'condition.genre.value', 'must not contain a null character'],
    [
      { genre: { operator: 'is', value: 'x'.repeat(1_001) } },
      'condition.genre.value',
      'must have at most 1,000 characters',
    ],
    [{ libraryId: { operator: 'is', value: 'x' } }, 'condition.libraryId.value', 'must be a UUID'],
    [{ libraryId: { operator: 'in', values: ['x'] } }, 'condition.libraryId.values[0]', 'must be a UUID'],
    [{ libraryId: { operator: 'in' } }, 'condition.libraryId.values', 'is missing'],
    [
      { readStatus: { operator: 'is', value: 'done' } },
      'condition.readStatus.value',
      'must be one of unread, in_progress, read',
    ],
    [{ year: { operator: 'gt', value: 'soon' } }, 'condition.year.value', 'must be a number'],
    [{ year: { operator: 'between', min: {} } }, 'condition.year.min', 'must be a number'],
    [{ hasError: { operator: 'is', value: 'maybe' } }, 'condition.hasError.value', 'must be true or false'],
    [
      { dateAdded: { operator: 'after', value: '2026-13-45' } },
      'condition.dateAdded.value',
      'must be a date and time such as 2026-01-31T12:00:00.000Z, or a day such as 2026-01-31',
    ],
  ])('says of %j where and what is wrong', (condition, path, message) => {
    expect(readDetails(condition)).toEqual([{ path, message }]);
  });

  it('names a field that there is not with those that there are', () => {
    const [problem] = readDetails({ __proto__: null, colour: { operator: 'is', value: 'red' } }) as {
      path: string;
      message: string;
    }[];
    expect(problem?.path).toBe('condition.colour');
    expect(problem?.message).toContain('genre, tag, bookType');
    expect(readDetails(JSON.parse('{"__proto__": {"operator": "isNull"}}'))).toMatchObject([
      { path: 'condition.__proto__' },
    ]);
    expect(readDetails({ constructor: { operator: 'isNull' } })).toMatchObject([{ path: 'condition.constructor' }]);
  });

  it('tells of all that is wrong at once', () => {
    expect(readDetails({ allOf: [{ year: { operator: 'is' } }, drama, { tag: 1 }] })).toEqual([
      { path: 'condition.allOf[0].year.value', message: 'is missing' },
      { path: 'condition.allOf[2].tag', message: 'must be an object with an operator' },
    ]);
  });

  it('takes as deep, large and long a condition as it says, and no more', () => {
    expect(readDetails(nested(FILTER_LIMITS.depth))).toBeUndefined();
    expect(readDetails(nested(FILTER_LIMITS.depth + 1))).toMatchObject([{ message: 'is more than 16 groups deep' }]);
    expect(readDetails(nested(50_000))).toHaveLength(1);
    const many = (count: number) => ({ anyOf: Array.from({ length: count }, () => drama) });
    expect(readDetails(many(FILTER_LIMITS.nodes - 1))).toBeUndefined();
    expect(readDetails(many(FILTER_LIMITS.nodes))).toHaveLength(1);
    expect(readDetails(many(100_000))).toHaveLength(1);
    const values = Array.from({ length: 500 }, () => '01a1fd6f-0000-75f4-9695-181ffb188bdc');
    const list = { seriesId: { operator: 'in', values } };
    expect(readDetails({ anyOf: Array.from({ length: 10 }, () => list) })).toBeUndefined();
    expect(readDetails({ anyOf: Array.from({ length: 11 }, () => list) })).toHaveLength(1);
    expect(readDetails({ seriesId: { operator: 'in', values: [...values, ...values] } })).toEqual([
      { path: 'condition.seriesId.values', message: 'must have at most 500 entries' },
    ]);
  });

  it('takes other spellings of keys and values', () => {
    const plain = parseBookCondition({ allOf: [{ readStatus: { operator: 'is', value: 'read' } }] });
    expect(parseBookCondition({ all_of: [{ read_status: { operator: 'is', value: 'read' } }] })).toEqual(plain);
    const isTrue = parseBookCondition({ hasError: { operator: 'isTrue' } });
    expect(parseBookCondition({ hasError: { operator: 'is', value: 'true' } })).toEqual(isTrue);
    expect(parseBookCondition({ hasError: { operator: 'isNot', value: false } })).toEqual(isTrue);
    const seven = parseBookCondition({ pageCount: { operator: 'eq', value: 7 } });
    expect(parseBookCondition({ pageCount: { operator: 'is', value: '7' } })).toEqual(seven);
    const titled = { operator: 'is', value: 'x' };
    expect(parseBookCondition({ name: titled })).toEqual(parseBookCondition({ title: titled }));
    expect(parseSeriesCondition({ title: titled })).toEqual(parseSeriesCondition({ name: titled }));
  });

  it('is none for nothing', () => {
    expect(parseBookCondition(undefined)).toBeUndefined();
    expect(parseBookCondition(null)).toBeUndefined();
  });
});
