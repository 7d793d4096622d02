import { t } from '@lingui/core/macro';
import { formatDay, formatNumber } from '#lib/format.ts';
import { LANGUAGE } from '#lib/locale.ts';
import type { FilterOperator } from '@lectern/contract';
import type { FieldWords, Sentence } from './field-words.ts';
import { findField } from './fields.ts';
import type { FilterField, ListTarget } from './list-query.ts';
import { getArity, operatorWords } from './operators.ts';
import { type ClauseNode, type TreeNode, parseTree } from './tree.ts';

/** Name of a library or series; undefined while it is loading. */
export type FindName = (field: FilterField, id: string) => string | undefined;

/** A condition as a sentence: "All of these: Genre is Horror; Year is after 1990; Any of (Tag is a; Tag is b)". */
export function conditionWords(target: ListTarget, condition: unknown, findName: FindName): string {
  const { tree } = parseTree(target, condition);
  const [first, ...others] = tree.parts;
  if (first === undefined) return t`Everything`;
  if (others.length === 0) return partWords(target, first, findName);
  const parts = tree.parts.map((part) => partWords(target, part, findName)).join('; ');
  return tree.mode === 'allOf' ? t`All of these: ${parts}` : t`Any of these: ${parts}`;
}

/** One part as text; parts of a group stand in brackets. */
export function partWords(target: ListTarget, part: TreeNode, findName: FindName): string {
  if (part.kind === 'clause') return clauseWords(target, part, findName);
  const parts = part.parts.map((inner) => partWords(target, inner, findName)).join('; ');
  return part.mode === 'allOf' ? t`All of (${parts})` : t`Any of (${parts})`;
}

const is: Sentence = (field, value) => t`${field} is ${value}`;
const isNot: Sentence = (field, value) => t`${field} is not ${value}`;

/** Operators between a field and at most one value; a list of values counts as one. */
const SENTENCES: Readonly<Partial<Record<FilterOperator, Sentence>>> = {
  is,
  isNot,
  in: is,
  notIn: isNot,
  eq: is,
  ne: isNot,
  contains: (field, value) => t`${field} contains ${value}`,
  doesNotContain: (field, value) => t`${field} does not contain ${value}`,
  beginsWith: (field, value) => t`${field} begins with ${value}`,
  endsWith: (field, value) => t`${field} ends with ${value}`,
  isNull: (field) => t`${field} is empty`,
  isNotNull: (field) => t`${field} is not empty`,
  gt: (field, value) => t`${field} is more than ${value}`,
  gte: (field, value) => t`${field} is at least ${value}`,
  lt: (field, value) => t`${field} is less than ${value}`,
  lte: (field, value) => t`${field} is at most ${value}`,
  after: (field, value) => t`${field} is after ${value}`,
  onOrAfter: (field, value) => t`${field} is on or after ${value}`,
  before: (field, value) => t`${field} is before ${value}`,
  onOrBefore: (field, value) => t`${field} is on or before ${value}`,
};

const either = new Intl.ListFormat(LANGUAGE, { type: 'disjunction' });

function clauseWords(target: ListTarget, clause: ClauseNode, findName: FindName): string {
  const field = findField(target, clause.field);
  if (field === undefined) return '';
  if (field.says !== undefined) return operatorWords(field, clause.operator);
  const words = clause.texts.map((text) => valueWords(field, text, (id) => findName(clause.field, id)));
  if (getArity(clause.operator) === 'range') return rangeWords(field, words);
  return sentence(field, clause.operator, either.format(words));
}

function sentence(field: FieldWords, operator: FilterOperator, value: string): string {
  return (field.sentences?.[operator] ?? SENTENCES[operator] ?? is)(field.label, value);
}

function rangeWords(field: FieldWords, [from = '', to = '']: readonly string[]): string {
  const isDate = field.family === 'date';
  if (from === '') return sentence(field, isDate ? 'onOrBefore' : 'lte', to);
  if (to === '') return sentence(field, isDate ? 'onOrAfter' : 'gte', from);
  const { label } = field;
  return t`${label} is between ${from} and ${to}`;
}

/** Formats a value: a name for an id, dates and numbers in the local format. */
function valueWords(field: FieldWords, text: string, findName: (id: string) => string | undefined): string {
  if (text === '') return '';
  const chosen = field.choices?.find(([value]) => value === text)?.[1];
  if (chosen !== undefined) return chosen;
  if (field.family === 'uuid') return findName(text) ?? '…';
  if (field.family === 'date') return formatDay(text);
  if (field.family !== 'number') return field.suggests === undefined ? t`“${text}”` : text;
  if (field.unit !== undefined) return `${formatNumber(Number(text) / field.unit.size)} ${field.unit.words}`;
  return field.isYear === true ? text : formatNumber(Number(text));
}
