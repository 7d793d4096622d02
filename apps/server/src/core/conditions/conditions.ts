import { z } from 'zod';

/** How a rule compares what a series has with its value. */
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
export type Operator = (typeof OPERATORS)[number];

const Rule = z.object({ field: z.string(), operator: z.enum(OPERATORS), value: z.json().optional() });
const Stored = z.object({ mode: z.enum(['all', 'any']).default('all'), rules: z.array(Rule).default([]) });

/** One condition: a dotted path into the context of a series, and what has to be there. */
export type ConditionRule = z.infer<typeof Rule>;

/** Conditions of a library (section 2.8, autoMatchConditions). Without rules everything passes. */
export type Conditions = z.infer<typeof Stored>;

/** Reads conditions that were checked before they were stored; null means none. */
export function conditionsOf(stored: unknown): Conditions {
  return Stored.parse(stored ?? {});
}
