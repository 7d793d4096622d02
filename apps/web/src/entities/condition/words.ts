import { t } from '@lingui/core/macro';
import { formatDay, formatNumber } from '#lib/format.ts';
import type { FieldWords } from './field-words.ts';
import { findField } from './fields.ts';
import type { FilterField, ListTarget } from './list-query.ts';
import { getArity, operatorWords } from './operators.ts';
import { type ClauseNode, type TreeNode, parseTree } from './tree.ts';

/** Name of a library or series; undefined while it is loading. */
export type FindName = (field: FilterField, id: string) => string | undefined;

/** A condition as a sentence: "All of these: Genre is Horror; Year is after 1990; any of: Tag is a, Tag is b". */
export function conditionWords(target: ListTarget, condition: unknown, findName: FindName): string {
  const { tree } = parseTree(target, condition);
  const [first, ...others] = tree.parts;
  if (first === undefined) return t`Everything`;
  if (others.length === 0) return partWords(target, first, findName);
  const start = tree.mode === 'allOf' ? t`All of these` : t`Any of these`;
  return `${start}: ${tree.parts.map((part) => partWords(target, part, findName)).join('; ')}`;
}

/** One part as text; parts of a group stand in brackets. */
export function partWords(target: ListTarget, part: TreeNode, findName: FindName): string {
  if (part.kind === 'clause') return clauseWords(target, part, findName);
  const parts = part.parts.map((inner) => partWords(target, inner, findName));
  return t`${part.mode === 'allOf' ? 'all' : 'any'} of (${parts.join('; ')})`;
}

function clauseWords(target: ListTarget, clause: ClauseNode, findName: FindName): string {
  const field = findField(target, clause.field);
  if (field === undefined) return '';
  const operator = operatorWords(field, clause.operator);
  if (field.says !== undefined) return operator;
  const words = clause.texts.map((text) => valueWords(field, text, (id) => findName(clause.field, id)));
  const value = getArity(clause.operator) === 'range' ? rangeWords(words) : words.join(' or ');
  if (getArity(clause.operator) === 'range' && words.includes('')) return `${formatLabel(field)} ${value}`;
  return `${formatLabel(field)} ${operator} ${value}`.trimEnd();
}

/** Drops the addition that only a form needs. */
function formatLabel({ label }: FieldWords): string {
  return label.replace(/ \(.*\)$/, '');
}

function rangeWords([from = '', to = '']: readonly string[]): string {
  if (from === '') return t`is at most ${to}`;
  return to === '' ? t`is at least ${from}` : t`${from} and ${to}`;
}

/** Formats a value: a name for an id, dates and numbers in the local format. */
function valueWords(field: FieldWords, text: string, findName: (id: string) => string | undefined): string {
  if (text === '') return '';
  const chosen = field.choices?.find(([value]) => value === text)?.[1];
  if (chosen !== undefined) return chosen;
  if (field.family === 'uuid') return findName(text) ?? '…';
  if (field.family === 'date') return formatDay(text);
  if (field.family !== 'number') return field.suggests === undefined ? `“${text}”` : text;
  if (field.unit !== undefined) return `${formatNumber(Number(text) / field.unit.size)} ${field.unit.words}`;
  return field.isYear === true ? text : formatNumber(Number(text));
}
