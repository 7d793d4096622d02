import { BookStrategy } from '@lectern/contract';
import { z } from 'zod';
import { compilePattern, compilePatterns, type Pattern } from '../text/pattern.ts';

/** Clean-up rules that turn a folder name into a series title. */
export type TitleRules = readonly { readonly pattern: Pattern; readonly replacement: string }[];

const StoredRule = z.object({ pattern: z.string(), replacement: z.string(), enabled: z.boolean().default(true) });
const Names = z.array(z.string()).catch([]);
const Stored = z.array(z.unknown()).catch([]);

/** Longest title in characters; each rule may lengthen it. */
const MAX_TITLE = 1_000;

/** Compiles a library's clean-up rules (JSON or null). Disabled and invalid rules are skipped. */
export function titleRulesOf(stored: string | null): TitleRules {
  const rules: { pattern: Pattern; replacement: string }[] = [];
  for (const item of Stored.parse(stored === null ? [] : JSON.parse(stored))) {
    const rule = StoredRule.safeParse(item);
    if (!rule.success || !rule.data.enabled) continue;
    const compiled = compilePattern(rule.data.pattern);
    if (compiled.ok) rules.push({ pattern: compiled.pattern, replacement: rule.data.replacement });
  }
  return rules;
}

/** Applies the clean-up rules in order. Returns the name itself when nothing is left. */
export function cleanTitle(rules: TitleRules, name: string): string {
  let title = name;
  for (const { pattern, replacement } of rules) {
    title = pattern.replaceAll(title, replacement).slice(0, MAX_TITLE);
  }
  return title.trim() === '' ? name : title;
}

/** Whether a series has no edited title. An edit locks the title, which alone tells it from a template's title. */
export function isUntitled(
  { seriesTitles, seriesTemplate }: { readonly seriesTitles: TitleRules; readonly seriesTemplate: string | null },
  { title, name, locks }: { readonly title: string; readonly name: string; readonly locks: string },
): boolean {
  if (isTitleLocked(locks)) return false;
  return seriesTemplate !== null || title === name || title === cleanTitle(seriesTitles, name);
}

/**
 * Whether the title or sort title of a series is locked.
 * @param locks names of locked fields, JSON array
 */
export function hasTitleLock(locks: string, field: 'title' | 'titleSort'): boolean {
  const names = Names.parse(JSON.parse(locks));
  return names.includes(field) || names.includes(`${field}Lock`);
}

/** Whether the title of a series is locked. */
export function isTitleLocked(locks: string): boolean {
  return hasTitleLock(locks, 'title');
}

type StrategyName = z.infer<typeof BookStrategy>;

/** Compiled title rules of a library. */
export type BookTitleRules =
  | { readonly strategy: Exclude<StrategyName, 'smart' | 'custom'> }
  /** `generic`: further titles that only name a position. */
  | { readonly strategy: 'smart'; readonly generic: readonly Pattern[] }
  | {
      readonly strategy: 'custom';
      readonly pattern: Pattern | undefined;
      readonly template: string | null;
      /** Mustache template with the context of the book; wins over the pattern. */
      readonly contextTemplate: string | null;
      /** For names without a match. */
      readonly fallback: Exclude<BookTitleRules, { readonly strategy: 'custom' }>;
    };

/** Stored columns of the title rules. */
export interface BookTitleSettings {
  readonly bookStrategy: string;
  /** JSON. */
  readonly bookConfig: string | null;
}

const Config = z.object({
  additionalGenericPatterns: z.array(z.string()).catch([]),
  pattern: z.string().optional().catch(undefined),
  titleTemplate: z.string().nullable().catch(null),
  contextTemplate: z.string().min(1).nullable().catch(null),
  fallback: z.enum(['filename', 'metadata_first', 'smart', 'series_name']).catch('filename'),
});

/** Compiles a library's book strategy. An unknown one counts as the default. */
export function bookTitleRulesOf({ bookStrategy, bookConfig }: BookTitleSettings): BookTitleRules {
  const config = Config.parse(bookConfig === null ? {} : JSON.parse(bookConfig));
  const strategy = BookStrategy.catch('filename').parse(bookStrategy);
  // The owner's patterns must match the whole title.
  const generic = compilePatterns(config.additionalGenericPatterns.map((pattern) => `^(?:${pattern})$`));
  const simple = (name: Exclude<StrategyName, 'custom'>): Exclude<BookTitleRules, { readonly strategy: 'custom' }> =>
    name === 'smart' ? { strategy: name, generic } : { strategy: name };
  if (strategy !== 'custom') return simple(strategy);
  const [pattern] = compilePatterns(config.pattern === undefined ? [] : [config.pattern]);
  const { titleTemplate: template, contextTemplate } = config;
  return { strategy, pattern, template, contextTemplate, fallback: simple(config.fallback) };
}
