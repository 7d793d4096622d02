import { describe, expect, it } from 'vitest';
import { withField, withOperator } from './builder/draft.ts';
import { listFields } from './fields.ts';
import { type ListCondition, toWholeCondition } from './list-query.ts';
import { findOpposite, operatorsFor } from './operators.ts';
import {
  listClauses,
  conditionFor,
  listParts,
  withClause,
  withOnlyClause,
  withoutClause,
  withoutPart,
} from './parts.ts';
import { termLink } from './term-link.ts';
import {
  changePart,
  toCondition,
  copyNode,
  countParts,
  newGroup,
  negateNode,
  serialiseTree,
  parseTree,
} from './tree.ts';
import { conditionWords } from './words.ts';

const horror: ListCondition = { genre: { operator: 'is', value: 'Horror' } };
const recent: ListCondition = { year: { operator: 'gt', value: 1990 } };
const sea: ListCondition = { tag: { operator: 'is', value: 'sea' } };
const trees: ListCondition = { tag: { operator: 'contains', value: 'tree' } };
const findNoName = () => undefined;

describe('conditionWords', () => {
  it.each([
    [undefined, 'Everything'],
    [horror, 'Genre is Horror'],
    [
      { allOf: [horror, recent, { anyOf: [sea, trees] }] },
      'All of these: Genre is Horror; Year is after 1990; Any of (Tag is sea; Tag contains tree)',
    ],
    [{ anyOf: [horror, sea] }, 'Any of these: Genre is Horror; Tag is sea'],
    [{ readStatus: { operator: 'in', values: ['unread', 'in_progress'] } }, 'Read status is Unread or In progress'],
    [{ year: { operator: 'between', min: 1990, max: 2000 } }, 'Year is between 1990 and 2000'],
    [{ year: { operator: 'between', min: 1990 } }, 'Year is not before 1990'],
    [{ year: { operator: 'between', max: 2000 } }, 'Year is not after 2000'],
    [{ userRating: { operator: 'gte', value: 80 } }, 'Your rating is at least 80'],
    [{ wantToRead: { operator: 'isFalse' } }, 'Not on Want to read'],
    [{ summary: { operator: 'isNull' } }, 'Summary is empty'],
    [{ dateRead: { operator: 'isNull' } }, 'Last read: never'],
    [{ name: { operator: 'beginsWith', value: 'A' } }, 'Title begins with “A”'],
    [{ language: { operator: 'is', value: 'fr' } }, 'Language is French'],
    [{ bogus: { operator: 'is', value: 'x' } }, 'Everything'],
    ['nonsense', 'Everything'],
  ])('%j reads as %s', (condition, words) => expect(conditionWords('series', condition, findNoName)).toBe(words));

  it('formats sizes in their unit and resolves ids to names', () => {
    const size = { fileSize: { operator: 'gt', value: 2_500_000 } };
    expect(conditionWords('books', size, findNoName)).toBe('File size is more than 2.5 MB');
    const id = '0197a000-0000-7000-8000-000000000001';
    const library = { libraryId: { operator: 'is', value: id } };
    expect(conditionWords('books', library, () => 'Manga')).toBe('Library is Manga');
    expect(conditionWords('books', library, findNoName)).toBe('Library is …');
  });
});

describe('the tree of a condition', () => {
  it('omits incomplete lines and maps paths to the keys of the others', () => {
    const { tree } = parseTree('series', { allOf: [horror, { anyOf: [sea, recent] }] });
    const [first, group] = tree.parts;
    const open = changePart(tree, first?.key ?? '', (part) =>
      part.kind === 'clause' ? [{ ...part, texts: [' '] }] : [],
    );
    const { condition, places } = serialiseTree('series', open);
    expect(condition).toEqual({ allOf: [{ anyOf: [sea, recent] }] });
    expect(places.get('condition.allOf[0]')).toBe(group?.key);
    expect(places.get('condition.allOf[0].anyOf[1]')).toBe(group?.kind === 'group' ? group.parts[1]?.key : '');
    expect(toCondition('series', newGroup('anyOf', []))).toBeUndefined();
  });

  it('is negated by swapping all and any, where every line has a negation', () => {
    const negate = (condition: ListCondition) => {
      const part = negateNode(parseTree('series', condition).tree);
      return part?.kind === 'group' ? toCondition('series', part) : undefined;
    };
    expect(negate({ allOf: [horror, recent] })).toEqual({
      anyOf: [{ genre: { operator: 'isNot', value: 'Horror' } }, { year: { operator: 'lte', value: 1990 } }],
    });
    expect(negate({ allOf: [{ name: { operator: 'endsWith', value: 'x' } }] })).toBeUndefined();
    for (const [, words] of [...listFields('series'), ...listFields('books')]) {
      for (const [operator] of operatorsFor(words)) {
        const other = findOpposite(operator);
        if (other !== undefined) expect(findOpposite(other)).toBe(operator);
      }
    }
  });

  it('is copied with new keys, and counts its nodes', () => {
    const { tree } = parseTree('series', { allOf: [horror, { anyOf: [sea] }] });
    const copy = copyNode(tree);
    expect(copy.key).not.toBe(tree.key);
    expect(countParts(copy)).toBe(4);
    expect(copy.kind === 'group' && toCondition('series', copy)).toEqual(toCondition('series', tree));
  });
});

describe('a line of the builder', () => {
  const [clause] = listClauses('series', { allOf: [horror] }, 'genre');
  it('keeps its value when the new field or operator accepts it', () => {
    if (clause === undefined) throw new Error('no line');
    expect(withField('series', clause, 'tag')).toMatchObject({ field: 'tag', operator: 'is', texts: ['Horror'] });
    expect(withField('series', clause, 'year')).toMatchObject({ field: 'year', operator: 'eq', texts: [''] });
    expect(withField('series', clause, 'wantToRead')).toMatchObject({ operator: 'isTrue', texts: [] });
    expect(withOperator(clause, 'isNull').texts).toEqual([]);
    expect(withOperator({ ...clause, texts: ['a', 'b'] }, 'is').texts).toEqual(['a']);
    expect(withOperator(withField('series', clause, 'year'), 'between').texts).toEqual(['', '']);
  });
});

describe('the top-level parts of a condition', () => {
  it('are the parts of an all-group, else the whole condition', () => {
    expect(listParts('series', { allOf: [horror, sea] })).toHaveLength(2);
    expect(listParts('series', { anyOf: [horror, sea] })).toHaveLength(1);
    expect(listParts('series', horror)).toHaveLength(1);
    expect(listParts('series', undefined)).toEqual([]);
  });

  it('are added and removed one by one', () => {
    const genre = { field: 'genre', operator: 'is', texts: ['Horror'] } as const;
    const both = withClause('series', sea, genre);
    expect(both).toEqual({ allOf: [sea, horror] });
    expect(withClause('series', both, genre)).toEqual(both);
    expect(withoutClause('series', both, genre)).toEqual({ allOf: [sea] });
    expect(withoutPart('series', both, 0)).toEqual({ allOf: [horror] });
    expect(withoutPart('series', horror, 0)).toBeUndefined();
    expect(withOnlyClause('series', both, 'tag', undefined)).toEqual({ allOf: [horror] });
    expect(withClause('series', { anyOf: [sea, trees] }, genre)).toEqual({ allOf: [{ anyOf: [sea, trees] }, horror] });
  });

  it('translate between books and series as far as both have the field', () => {
    const condition: ListCondition = {
      allOf: [{ name: { operator: 'is', value: 'A' } }, { status: { operator: 'is', value: 'ended' } }],
    };
    expect(conditionFor('books', 'series', condition)).toEqual({ allOf: [{ title: { operator: 'is', value: 'A' } }] });
    expect(conditionFor('series', 'series', condition)).toBe(condition);
  });
});

describe('a list with a library', () => {
  it('becomes one condition', () => {
    expect(toWholeCondition({ target: 'series', libraryId: 'l1', condition: horror })).toEqual({
      allOf: [{ libraryId: { operator: 'is', value: 'l1' } }, horror],
    });
    expect(toWholeCondition({ target: 'books' })).toEqual({ allOf: [] });
  });
});

describe('termLink', () => {
  it('links to the list filtered by a name', () => {
    expect(termLink('books', 'author', 'A, B')).toEqual({
      to: '/search',
      search: { tab: 'books', c: 'author:is:A~, B' },
    });
    expect(termLink('series', 'genre', 'Horror')).toEqual({ to: '/search', search: { c: 'genre:is:Horror' } });
  });
});
