import { z } from 'zod';
import { compilePattern } from '../text/pattern.ts';
import type { ContextValue, TemplateContext } from './context.ts';

export const OPERATORS = [
  'is_null',
  'is_not_null',
  'equals',
  'not_equals',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'matches',
  'in',
  'not_in',
] as const;
type Operator = (typeof OPERATORS)[number];

const Rule = z.object({ field: z.string(), operator: z.enum(OPERATORS), value: z.json().optional() });
const Stored = z.object({ mode: z.enum(['all', 'any']).default('all'), rules: z.array(Rule).default([]) });

/** Conditions of a library (`autoMatchConditions`). Without rules everything passes. */
export type Conditions = z.infer<typeof Stored>;

/** Parses stored conditions; null means none. */
export function parseConditions(stored: unknown): Conditions {
  return Stored.parse(stored ?? {});
}

function camelCase(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function isObject(value: ContextValue | undefined): value is { readonly [key: string]: ContextValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function below(value: ContextValue | undefined, key: string): ContextValue | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** `externalIds.count` is their number, `externalIds.{source}` the id at a source. */
function findExternalId(ids: ContextValue | undefined, keys: readonly string[]): ContextValue | undefined {
  const [source = '', ...rest] = keys;
  if (keys.length === 0) return ids;
  if (source === 'count' && rest.length === 0) return isObject(ids) ? Object.keys(ids).length : 0;
  const found = below(ids, source);
  return rest.length === 0 ? below(found, 'id') : rest.reduce(below, found);
}

/**
 * The value of a context at a dotted path, in camelCase or snake_case. Keys of custom metadata and names of sources are exact.
 * @returns undefined when it is missing
 */
export function findField(context: TemplateContext, path: string): ContextValue | undefined {
  const [head = '', ...rest] = path.split('.');
  const top = camelCase(head);
  const value = Object.hasOwn(context, top) ? context[top] : undefined;
  if (top === 'externalIds') return findExternalId(value, rest);
  // The context of a book contains that of its series.
  if (top === 'series' && rest.length > 0) return isObject(value) ? findField(value, rest.join('.')) : undefined;
  const keys = top === 'customMetadata' ? rest : rest.map(camelCase);
  return keys.reduce<ContextValue | undefined>(below, value);
}

/** Fields that name an object in a list, such as an author or a rating. */
const NAMING_KEYS = ['name', 'title', 'source', 'id'];

function isList(value: ContextValue): value is readonly ContextValue[] {
  return Array.isArray(value);
}

function isEmpty(value: ContextValue): boolean {
  return value === null || value === '' || (isList(value) && value.length === 0);
}

function toText(value: ContextValue): string | undefined {
  if (value === null || isList(value)) return undefined;
  if (typeof value !== 'object') return String(value);
  const key = NAMING_KEYS.find((name) => Object.hasOwn(value, name));
  const named = key === undefined ? undefined : value[key];
  return typeof named === 'string' ? named : undefined;
}

function toTexts(value: ContextValue): readonly string[] {
  const values: readonly ContextValue[] = isList(value) ? value : [value];
  return values.flatMap((one) => toText(one) ?? []);
}

function isEqual(actual: ContextValue, wanted: ContextValue): boolean {
  if (isList(actual) || isList(wanted)) return false;
  if (actual === null || wanted === null) return actual === wanted;
  if (typeof actual === typeof wanted && typeof actual !== 'object') return actual === wanted;
  const text = toText(actual);
  return text !== undefined && text === toText(wanted);
}

function isInList(actual: ContextValue, wanted: ContextValue): boolean {
  if (!isList(wanted)) return false;
  const values: readonly ContextValue[] = isList(actual) ? actual : [actual];
  return values.some((value) => wanted.some((one) => isEqual(value, one)));
}

function toNumber(value: ContextValue): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

/** A list contains an element, a text a part. */
function holds(actual: ContextValue, wanted: string): boolean {
  return isList(actual) ? toTexts(actual).includes(wanted) : (toText(actual)?.includes(wanted) ?? false);
}

function matches(actual: ContextValue, pattern: string): boolean {
  const compiled = compilePattern(pattern);
  return compiled.ok && toTexts(actual).some((text) => compiled.pattern.test(text));
}

function someText(actual: ContextValue, isWanted: (text: string) => boolean): boolean {
  return toTexts(actual).some(isWanted);
}

type Check = (actual: ContextValue, wanted: ContextValue) => boolean;

/** Comparisons with a text that is no number are false. */
const CHECKS: Readonly<Record<Operator, Check>> = {
  is_null: isEmpty,
  is_not_null: (actual) => !isEmpty(actual),
  equals: isEqual,
  not_equals: (actual, wanted) => !isEqual(actual, wanted),
  gt: (actual, wanted) => toNumber(actual) > toNumber(wanted),
  gte: (actual, wanted) => toNumber(actual) >= toNumber(wanted),
  lt: (actual, wanted) => toNumber(actual) < toNumber(wanted),
  lte: (actual, wanted) => toNumber(actual) <= toNumber(wanted),
  contains: (actual, wanted) => holds(actual, toText(wanted) ?? ''),
  not_contains: (actual, wanted) => !holds(actual, toText(wanted) ?? ''),
  starts_with: (actual, wanted) => someText(actual, (text) => text.startsWith(toText(wanted) ?? '')),
  ends_with: (actual, wanted) => someText(actual, (text) => text.endsWith(toText(wanted) ?? '')),
  matches: (actual, wanted) => matches(actual, toText(wanted) ?? ''),
  in: isInList,
  not_in: (actual, wanted) => isList(wanted) && !isInList(actual, wanted),
};

/**
 * Evaluates conditions on a series. Text comparisons are case-sensitive. A list contains its elements, by name for objects;
 * other text comparisons pass when one element passes. A missing value is null: it equals null only, and is never greater or less.
 */
export function evaluateConditions({ mode, rules }: Conditions, context: TemplateContext) {
  const outcomes = rules.map((rule) => {
    const actual = findField(context, rule.field) ?? null;
    return { rule, actual, passed: CHECKS[rule.operator](actual, rule.value ?? null) };
  });
  const passed = mode === 'all' ? outcomes.every((one) => one.passed) : outcomes.some((one) => one.passed);
  return { passed: rules.length === 0 || passed, rules: outcomes };
}
