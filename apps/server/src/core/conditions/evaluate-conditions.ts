import { compilePattern } from '#core/naming/pattern.ts';
import type { ContextValue, TemplateContext } from '#core/template-context/context-value.ts';
import type { ConditionRule, Conditions, Operator } from './conditions.ts';
import { findField } from './find-field.ts';

/** What a rule found. */
export interface RuleOutcome {
  readonly rule: ConditionRule;
  /** Null when the series has nothing there. */
  readonly actual: ContextValue;
  readonly passed: boolean;
}

/** What all rules found. */
export interface ConditionsOutcome {
  readonly passed: boolean;
  readonly rules: readonly RuleOutcome[];
}

/** Fields that name an object of a list: an author by name, a rating by source. */
const NAMING_KEYS = ['name', 'title', 'source', 'id'];

function isList(value: ContextValue): value is readonly ContextValue[] {
  return Array.isArray(value);
}

function isEmpty(value: ContextValue): boolean {
  return value === null || value === '' || (isList(value) && value.length === 0);
}

/** A scalar as text; an object of a list goes by its name. */
function textOf(value: ContextValue): string | undefined {
  if (value === null || isList(value)) return undefined;
  if (typeof value !== 'object') return String(value);
  const key = NAMING_KEYS.find((name) => Object.hasOwn(value, name));
  const named = key === undefined ? undefined : value[key];
  return typeof named === 'string' ? named : undefined;
}

/** The texts of a value: one of a scalar, one for each element of a list. */
function textsOf(value: ContextValue): readonly string[] {
  const values: readonly ContextValue[] = isList(value) ? value : [value];
  return values.flatMap((one) => textOf(one) ?? []);
}

function isEqual(actual: ContextValue, wanted: ContextValue): boolean {
  if (isList(actual) || isList(wanted)) return false;
  if (actual === null || wanted === null) return actual === wanted;
  if (typeof actual === typeof wanted && typeof actual !== 'object') return actual === wanted;
  const text = textOf(actual);
  return text !== undefined && text === textOf(wanted);
}

function isAnyOf(actual: ContextValue, wanted: ContextValue): boolean {
  if (!isList(wanted)) return false;
  const values: readonly ContextValue[] = isList(actual) ? actual : [actual];
  return values.some((value) => wanted.some((one) => isEqual(value, one)));
}

function numberOf(value: ContextValue): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

/** A list has an element, a text has a part. */
function holds(actual: ContextValue, wanted: string): boolean {
  return isList(actual) ? textsOf(actual).includes(wanted) : (textOf(actual)?.includes(wanted) ?? false);
}

function matches(actual: ContextValue, pattern: string): boolean {
  const compiled = compilePattern(pattern);
  return compiled.ok && textsOf(actual).some((text) => compiled.pattern.test(text));
}

function someText(actual: ContextValue, isWanted: (text: string) => boolean): boolean {
  return textsOf(actual).some(isWanted);
}

type Check = (actual: ContextValue, wanted: ContextValue) => boolean;

/** What is not a number compares as false, whichever way. */
const CHECKS: Readonly<Record<Operator, Check>> = {
  is_null: isEmpty,
  is_not_null: (actual) => !isEmpty(actual),
  equals: isEqual,
  not_equals: (actual, wanted) => !isEqual(actual, wanted),
  gt: (actual, wanted) => numberOf(actual) > numberOf(wanted),
  gte: (actual, wanted) => numberOf(actual) >= numberOf(wanted),
  lt: (actual, wanted) => numberOf(actual) < numberOf(wanted),
  lte: (actual, wanted) => numberOf(actual) <= numberOf(wanted),
  contains: (actual, wanted) => holds(actual, textOf(wanted) ?? ''),
  not_contains: (actual, wanted) => !holds(actual, textOf(wanted) ?? ''),
  starts_with: (actual, wanted) => someText(actual, (text) => text.startsWith(textOf(wanted) ?? '')),
  ends_with: (actual, wanted) => someText(actual, (text) => text.endsWith(textOf(wanted) ?? '')),
  matches: (actual, wanted) => matches(actual, textOf(wanted) ?? ''),
  in: isAnyOf,
  not_in: (actual, wanted) => isList(wanted) && !isAnyOf(actual, wanted),
};

/**
 * Checks a series against conditions (decision C15). Text is compared as it is written, upper and lower case apart. A list
 * contains its elements, by name where they are objects; the other comparisons of text pass when one element does. What a
 * series does not have is null: it equals null and nothing else, and is neither greater nor less than anything.
 */
export function evaluateConditions({ mode, rules }: Conditions, context: TemplateContext): ConditionsOutcome {
  const outcomes = rules.map((rule) => {
    const actual = findField(context, rule.field) ?? null;
    return { rule, actual, passed: CHECKS[rule.operator](actual, rule.value ?? null) };
  });
  const passed = mode === 'all' ? outcomes.every((one) => one.passed) : outcomes.some((one) => one.passed);
  return { passed: rules.length === 0 || passed, rules: outcomes };
}
