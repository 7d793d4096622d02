import { t } from '@lingui/core/macro';
import type { FILTER_OPERATORS, FilterFamily, FilterOperator } from '@lectern/contract';
import type { FieldWords } from './field-words.ts';

type FamilyOperators<Family extends FilterFamily> = (typeof FILTER_OPERATORS)[Family][number];

const IS = t({ message: 'is', context: 'filter' });

/** Operators of each value family in menu order, with the label between field and value. */
const OPERATORS: { readonly [Family in FilterFamily]: readonly (readonly [FamilyOperators<Family>, string])[] } = {
  text: [
    ['is', IS],
    ['isNot', t`is not`],
    ['contains', t`contains`],
    ['doesNotContain', t`does not contain`],
    ['beginsWith', t`begins with`],
    ['endsWith', t`ends with`],
    ['isNull', t`is empty`],
    ['isNotNull', t`is not empty`],
  ],
  uuid: [
    ['is', IS],
    ['isNot', t`is not`],
    ['in', t`is one of`],
    ['notIn', t`is none of`],
    ['isNull', t`is empty`],
    ['isNotNull', t`is not empty`],
  ],
  choice: [
    ['is', IS],
    ['isNot', t`is not`],
    ['in', t`is one of`],
    ['notIn', t`is none of`],
    ['isNull', t`is empty`],
    ['isNotNull', t`is not empty`],
  ],
  boolean: [
    ['isTrue', t`Yes`],
    ['isFalse', t`No`],
  ],
  number: [
    ['eq', IS],
    ['ne', t`is not`],
    ['gt', t`is more than`],
    ['gte', t`is at least`],
    ['lt', t`is less than`],
    ['lte', t`is at most`],
    ['between', t`is between`],
    ['isNull', t`is empty`],
    ['isNotNull', t`is not empty`],
  ],
  date: [
    ['after', t`is after`],
    ['onOrAfter', t`is on or after`],
    ['before', t`is before`],
    ['onOrBefore', t`is on or before`],
    ['between', t`is between`],
    ['isNull', t`is empty`],
    ['isNotNull', t`is not empty`],
  ],
};

/** Number of values; one end of a range may be open. */
export type Arity = 'none' | 'one' | 'list' | 'range';

export function getArity(operator: FilterOperator): Arity {
  if (['isNull', 'isNotNull', 'isTrue', 'isFalse'].includes(operator)) return 'none';
  if (operator === 'between') return 'range';
  return operator === 'in' || operator === 'notIn' ? 'list' : 'one';
}

const OPPOSITES: readonly (readonly [FilterOperator, FilterOperator])[] = [
  ['is', 'isNot'],
  ['contains', 'doesNotContain'],
  ['in', 'notIn'],
  ['isNull', 'isNotNull'],
  ['isTrue', 'isFalse'],
  ['eq', 'ne'],
  ['gt', 'lte'],
  ['gte', 'lt'],
  ['after', 'onOrBefore'],
  ['before', 'onOrAfter'],
];

/** The negated operator; undefined when there is none. */
export function findOpposite(operator: FilterOperator): FilterOperator | undefined {
  for (const [one, other] of OPPOSITES) {
    if (operator === one) return other;
    if (operator === other) return one;
  }
  return undefined;
}

/** Operators offered for a field, with its own labels. */
export function operatorsFor(field: FieldWords): readonly (readonly [FilterOperator, string])[] {
  const all: readonly (readonly [FilterOperator, string])[] = OPERATORS[field.family];
  const asked = all.filter(([operator]) => field.always !== true || !/Null$/.test(operator));
  if (field.says !== undefined) {
    const [holds, not] = field.says;
    return asked.map(([operator]) => [operator, operator === 'isTrue' ? holds : not] as const);
  }
  return asked.map(([operator, words]) => [operator, field.operators?.[operator] ?? words] as const);
}

/** The label of an operator, offered or not. */
export function operatorWords(field: FieldWords, operator: FilterOperator): string {
  const offered = operatorsFor(field).find(([known]) => known === operator)?.[1];
  const any: readonly (readonly [FilterOperator, string])[] = OPERATORS[field.family];
  return offered ?? any.find(([known]) => known === operator)?.[1] ?? IS;
}

/** Validates an untrusted operator name. */
export function findOperatorByName(family: FilterFamily, name: string): FilterOperator | undefined {
  const any: readonly (readonly [FilterOperator, string])[] = OPERATORS[family];
  return any.find(([operator]) => operator === name)?.[0];
}
