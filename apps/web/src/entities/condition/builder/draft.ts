import type { FilterOperator } from '@lectern/contract';
import { findField } from '../fields.ts';
import type { FilterField, ListTarget } from '../list-query.ts';
import { getArity, operatorsFor } from '../operators.ts';
import { type ClauseNode, newKey } from '../tree.ts';

export function newClause(): ClauseNode {
  return { kind: 'clause', key: newKey(), field: 'genre', operator: 'is', texts: [''] };
}

/** Keeps as many values as the new operator takes. */
export function withOperator(clause: ClauseNode, operator: FilterOperator): ClauseNode {
  return { ...clause, operator, texts: textsFor(operator, clause.texts) };
}

function textsFor(operator: FilterOperator, texts: readonly string[]): readonly string[] {
  const [first = '', second = ''] = texts;
  switch (getArity(operator)) {
    case 'none':
      return [];
    case 'one':
      return [first];
    case 'list':
      return texts.filter((text) => text !== '');
    case 'range':
      return [first, second];
  }
}

/** Keeps operator and values where the new field accepts them. */
export function withField(target: ListTarget, clause: ClauseNode, field: FilterField): ClauseNode {
  const [before, after] = [findField(target, clause.field), findField(target, field)];
  if (after === undefined) return clause;
  const offered = operatorsFor(after).map(([operator]) => operator);
  const operator = offered.find((one) => one === clause.operator) ?? offered[0] ?? clause.operator;
  const isAlike = before?.family === after.family && before.choices === after.choices && before.unit === after.unit;
  return { ...clause, field, operator, texts: textsFor(operator, isAlike ? clause.texts : []) };
}
