import { t } from '@lingui/core/macro';
import { type Config, parseConfig, type Json } from './config.ts';
import type { Problems } from './problems.ts';

export interface ConditionRule {
  /** React key; not stored. */
  readonly key: number;
  readonly field: string;
  readonly operator: Operator;
  /** As stored until edited; then a string, or a list of strings for operators that take one. */
  readonly value: Json | undefined;
}

export interface Conditions {
  readonly mode: 'all' | 'any';
  readonly rules: readonly ConditionRule[];
}

/** Operators with the label between field and value. */
export const OPERATORS = [
  ['is_null', t`is empty`],
  ['is_not_null', t`is not empty`],
  ['equals', t`is`],
  ['not_equals', t`is not`],
  ['gt', t`is more than`],
  ['gte', t`is at least`],
  ['lt', t`is less than`],
  ['lte', t`is at most`],
  ['contains', t`contains`],
  ['not_contains', t`does not contain`],
  ['starts_with', t`starts with`],
  ['ends_with', t`ends with`],
  ['matches', t`matches the pattern`],
  ['in', t`is one of`],
  ['not_in', t`is none of`],
] as const;
type Operator = (typeof OPERATORS)[number][0];

export const FIELDS = [
  ['bookCount', t`Number of books`],
  ['metadata.title', t`Title`],
  ['metadata.summary', t`Summary`],
  ['metadata.publisher', t`Publisher`],
  ['metadata.year', t`Year`],
  ['metadata.status', t`Status`],
  ['metadata.readingDirection', t`Reading direction`],
  ['metadata.titleLock', t`Title is locked`],
  ['externalIds.count', t`Number of external IDs`],
] as const;

export function takesValue(operator: Operator): boolean {
  return operator !== 'is_null' && operator !== 'is_not_null';
}

function takesList(operator: Operator): boolean {
  return operator === 'in' || operator === 'not_in';
}

/** Value as text; list items are separated by commas. */
export function valueText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return Array.isArray(value) ? value.map(valueText).join(', ') : JSON.stringify(value);
  return String(value);
}

export function parseValue(operator: Operator, text: string): Json | undefined {
  if (!takesValue(operator)) return undefined;
  if (!takesList(operator)) return text;
  return text.split(',').map((part) => part.trim());
}

export function parseConditions(stored: unknown): Conditions {
  const { mode, rules } = parseConfig(stored);
  const list: readonly Json[] = Array.isArray(rules) ? rules : [];
  return { mode: mode === 'any' ? 'any' : 'all', rules: list.map(parseConfig).flatMap(toRule) };
}

function toRule({ field, operator, value }: Config, key: number): ConditionRule[] {
  const known = OPERATORS.find(([name]) => name === operator)?.[0];
  return typeof field === 'string' && known !== undefined ? [{ key, field, operator: known, value }] : [];
}

/** Request body; null without conditions. */
export function conditionsBody({ mode, rules }: Conditions): { [key: string]: Json } | null {
  if (rules.length === 0) return null;
  const plain = rules.map(({ field, operator, value }) => ({
    field: field.trim(),
    operator,
    ...(value === undefined || !takesValue(operator) ? {} : { value }),
  }));
  return { mode, rules: plain };
}

/** Validation errors for empty values. */
export function conditionsProblems({ rules }: Conditions): Problems {
  const unnamed = rules.flatMap(({ field }, index) => (field.trim() === '' ? [index] : []));
  return Object.fromEntries(
    unnamed.map((index) => [
      `autoMatchConditions.rules.${index}.field`,
      t`Enter a field name, or remove the condition`,
    ]),
  );
}
