import { describe, expect, it } from 'vitest';
import { withField, withOperator } from './builder/draft.ts';
import { fieldsOf } from './fields.ts';
import { type ListCondition, wholeCondition } from './list-query.ts';
import { oppositeOf, operatorsFor } from './operators.ts';
import {
  clausesOf,
  conditionFor,
  partsThatHold,
  withClause,
  withOnlyClause,
  withoutClause,
  withoutPart,
} from './parts.ts';
import { termLink } from './term-link.ts';
import { changePart, conditionOf, copyOf, countParts, newGroup, oppositePart, sentTree, treeOf } from './tree.ts';
import { conditionWords } from './words.ts';

const horror: ListCondition = { genre: { operator: 'is', value: 'Horror' } };
const recent: ListCondition = { year: { operator: 'gt', value: 1990 } };
const sea: ListCondition = { tag: { operator: 'is', value: 'sea' } };
const trees: ListCondition = { tag: { operator: 'contains', value: 'tree' } };
const nobody = () => undefined;

describe('conditionWords', () => {
  it.each([
    [undefined, 'Everything'],
    [horror, 'Genre is Horror'],
    [
      { allOf: [horror, recent, { anyOf: [sea, trees] }] },
      'All of these: Genre is Horror; Year is after 1990; any of (Tag is sea; Tag contains tree)',
    ],
    [{ anyOf: [horror, sea] }, 'Any of these: Genre is Horror; Tag is sea'],
    [
      { readStatus: { operator: 'in', values: ['unread', 'in_progress'] } },
      'Read status is one of Unread or In progress',
    ],
    [{ year: { operator: 'between', min: 1990, max: 2000 } }, 'Year is between 1990 and 2000'],
    [{ year: { operator: 'between', min: 1990 } }, 'Year is at least 1990'],
    [{ year: { operator: 'between', max: 2000 } }, 'Year is at most 2000'],
    [{ userRating: { operator: 'gte', value: 80 } }, 'My rating is at least 80'],
    [{ wantToRead: { operator: 'isFalse' } }, 'I did not put it on Want to read'],
    [{ summary: { operator: 'isNull' } }, 'Summary is not known'],
    [{ dateRead: { operator: 'isNull' } }, 'Last read is never'],
    [{ name: { operator: 'beginsWith', value: 'A' } }, 'Title begins with “A”'],
    [{ language: { operator: 'is', value: 'fr' } }, 'Language is French'],
    [{ bogus: { operator: 'is', value: 'x' } }, 'Everything'],
    ['nonsense', 'Everything'],
  ])('%j reads as %s', (condition, words) => expect(conditionWords('series', condition, nobody)).toBe(words));

  it('formats sizes in their unit and resolves ids to names', () => {
    const size = { fileSize: { operator: 'gt', value: 2_500_000 } };
    expect(conditionWords('books', size, nobody)).toBe('Size of the file is more than 2.5 MB');
    const id = '0197a000-0000-7000-8000-000000000001';
    const library = { libraryId: { operator: 'is', value: id } };
    expect(conditionWords('books', library, () => 'Manga')).toBe('Library is Manga');
    expect(conditionWords('books', library, nobody)).toBe('Library is …');
  });
});

describe('the tree of a condition', () => {
  it('omits incomplete lines and maps paths to the keys of the others', () => {
    const { tree } = treeOf('series', { allOf: [horror, { anyOf: [sea, recent] }] });
    const [first, group] = tree.parts;
    const open = changePart(tree, first?.key ?? '', (part) =>
      part.kind === 'clause' ? [{ ...part, texts: [' '] }] : [],
    );
    const { condition, places } = sentTree('series', open);
    expect(condition).toEqual({ allOf: [{ anyOf: [sea, recent] }] });
    expect(places.get('condition.allOf[0]')).toBe(group?.key);
    expect(places.get('condition.allOf[0].anyOf[1]')).toBe(group?.kind === 'group' ? group.parts[1]?.key : '');
    expect(conditionOf('series', newGroup('anyOf', []))).toBeUndefined();
  });

  it('is negated by swapping all and any, where every line has a negation', () => {
    const opposite = (condition: ListCondition) => {
      const part = oppositePart(treeOf('series', condition).tree);
      return part?.kind === 'group' ? conditionOf('series', part) : undefined;
    };
    expect(opposite({ allOf: [horror, recent] })).toEqual({
      anyOf: [{ genre: { operator: 'isNot', value: 'Horror' } }, { year: { operator: 'lte', value: 1990 } }],
    });
    expect(opposite({ allOf: [{ name: { operator: 'endsWith', value: 'x' } }] })).toBeUndefined();
    for (const [, words] of [...fieldsOf('series'), ...fieldsOf('books')]) {
      for (const [operator] of operatorsFor(words)) {
        const other = oppositeOf(operator);
        if (other !== undefined) expect(oppositeOf(other)).toBe(operator);
      }
    }
  });

  it('is copied with new keys, and counts its nodes', () => {
    const { tree } = treeOf('series', { allOf: [horror, { anyOf: [sea] }] });
    const copy = copyOf(tree);
    expect(copy.key).not.toBe(tree.key);
    expect(countParts(copy)).toBe(4);
    expect(copy.kind === 'group' && conditionOf('series', copy)).toEqual(conditionOf('series', tree));
  });
});

describe('a line of the builder', () => {
  const [clause] = clausesOf('series', { allOf: [horror] }, 'genre');
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
    expect(partsThatHold('series', { allOf: [horror, sea] })).toHaveLength(2);
    expect(partsThatHold('series', { anyOf: [horror, sea] })).toHaveLength(1);
    expect(partsThatHold('series', horror)).toHaveLength(1);
    expect(partsThatHold('series', undefined)).toEqual([]);
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
    expect(wholeCondition({ target: 'series', libraryId: 'l1', condition: horror })).toEqual({
      allOf: [{ libraryId: { operator: 'is', value: 'l1' } }, horror],
    });
    expect(wholeCondition({ target: 'books' })).toEqual({ allOf: [] });
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
