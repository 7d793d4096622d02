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
  ['is_null', 'is empty'],
  ['is_not_null', 'is there'],
  ['equals', 'is'],
  ['not_equals', 'is not'],
  ['gt', 'is more than'],
  ['gte', 'is at least'],
  ['lt', 'is less than'],
  ['lte', 'is at most'],
  ['contains', 'contains'],
  ['not_contains', 'does not contain'],
  ['starts_with', 'begins with'],
  ['ends_with', 'ends with'],
  ['matches', 'matches the pattern'],
  ['in', 'is one of'],
  ['not_in', 'is none of'],
] as const;
type Operator = (typeof OPERATORS)[number][0];

export const FIELDS = [
  ['bookCount', 'Number of books'],
  ['metadata.title', 'Title'],
  ['metadata.summary', 'Summary'],
  ['metadata.publisher', 'Publisher'],
  ['metadata.year', 'Year'],
  ['metadata.status', 'Status'],
  ['metadata.readingDirection', 'Reading direction'],
  ['metadata.titleLock', 'Title is locked'],
  ['externalIds.count', 'Number of known sources'],
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
    unnamed.map((index) => [`autoMatchConditions.rules.${index}.field`, 'Say what is looked at, or remove this']),
  );
}
