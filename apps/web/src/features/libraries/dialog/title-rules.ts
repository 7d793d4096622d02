import { t } from '@lingui/core/macro';
import type { CallInput } from '@lectern/contract/client';
import type { Problems } from './problems.ts';

export interface TitleRule {
  /** React key; not stored. */
  readonly key: number;
  readonly pattern: string;
  readonly replacement: string;
  readonly enabled: boolean;
  readonly description: string | null;
}

/** Common rules to start from. */
export const USUAL_RULES = [
  { label: t`Text in [brackets]`, pattern: String.raw`\s*\[[^\]]*\]`, replacement: '' },
  { label: t`Text in (parentheses)`, pattern: String.raw`\s*\([^)]*\)`, replacement: '' },
  { label: t`Underscores`, pattern: '_+', replacement: ' ' },
  { label: t`Other text`, pattern: '', replacement: '' },
] as const;

/** Form state of stored rules; skips rules unknown to this version. */
export function parseRules(stored: unknown): readonly TitleRule[] {
  const rules: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return rules.filter(isRule).map((rule, key) => ({
    key,
    pattern: rule.pattern,
    replacement: rule.replacement,
    enabled: rule.enabled ?? true,
    description: rule.description ?? null,
  }));
}

interface StoredRule {
  readonly pattern: string;
  readonly replacement: string;
  readonly enabled?: boolean;
  readonly description?: string | null;
}

function isRule(rule: unknown): rule is StoredRule {
  if (typeof rule !== 'object' || rule === null || !('pattern' in rule) || !('replacement' in rule)) return false;
  return typeof rule.pattern === 'string' && typeof rule.replacement === 'string';
}

export function withRule(
  rules: readonly TitleRule[],
  rule: Pick<TitleRule, 'pattern' | 'replacement'>,
): readonly TitleRule[] {
  const key = Math.max(-1, ...rules.map((one) => one.key)) + 1;
  return [...rules, { key, pattern: rule.pattern, replacement: rule.replacement, enabled: true, description: null }];
}

export function moveRule(rules: readonly TitleRule[], from: number, to: number): readonly TitleRule[] {
  const rule = rules[from];
  if (rule === undefined || to < 0 || to >= rules.length) return rules;
  return rules.toSpliced(from, 1).toSpliced(to, 0, rule);
}

/** Request body; null without rules. */
export function rulesBody(rules: readonly TitleRule[]): CallInput<'createLibrary'>['body']['titlePreprocessingRules'] {
  if (rules.length === 0) return null;
  return rules.map(({ pattern, replacement, enabled, description }) => ({
    pattern,
    replacement,
    enabled,
    ...(description === null ? {} : { description }),
  }));
}

/** Validation errors for empty patterns. */
export function rulesProblems(rules: readonly TitleRule[]): Problems {
  const empty = rules.flatMap(({ pattern }, index) => (pattern === '' ? [index] : []));
  return Object.fromEntries(
    empty.map((index) => [`titlePreprocessingRules.${index}.pattern`, t`Enter the text to find, or remove the rule`]),
  );
}
