import { BookStrategy } from '@lectern/contract';
import { z } from 'zod';
import { compilePattern, compilePatterns, type Pattern } from '../text/pattern.ts';

/** One clean-up rule of a library, ready to be applied. */
interface TitleRule {
  readonly pattern: Pattern;
  readonly replacement: string;
}

/** What makes a series' title out of its folder's name. */
export type TitleRules = readonly TitleRule[];

const StoredRule = z.object({ pattern: z.string(), replacement: z.string(), enabled: z.boolean().default(true) });
const Names = z.array(z.string()).catch([]);
const Stored = z.array(z.unknown()).catch([]);

/** Characters that a title has at most: a replacement may make it longer with every rule. */
const MAX_TITLE = 1_000;

/**
 * Reads the clean-up rules of a library. A rule that is switched off, or is none, does nothing; the others still count.
 * @param stored JSON, null for none
 */
export function titleRulesOf(stored: string | null): TitleRules {
  const rules: TitleRule[] = [];
  for (const item of Stored.parse(stored === null ? [] : JSON.parse(stored))) {
    const rule = StoredRule.safeParse(item);
    if (!rule.success || !rule.data.enabled) continue;
    const compiled = compilePattern(rule.data.pattern);
    if (compiled.ok) rules.push({ pattern: compiled.pattern, replacement: rule.data.replacement });
  }
  return rules;
}

/**
 * Applies the rules in order, each on what the one before left; all occurrences are replaced.
 * @param name as the folder is called
 * @returns the name itself when the rules leave nothing
 */
export function cleanTitle(rules: TitleRules, name: string): string {
  let title = name;
  for (const { pattern, replacement } of rules) {
    title = pattern.replaceAll(title, replacement).slice(0, MAX_TITLE);
  }
  return title.trim() === '' ? name : title;
}

/**
 * Whether the title of a series is what its folder's name made it, and not what someone wrote. What a template made of it is
 * known by its lock alone: an edit of a title locks it.
 */
export function isUntitled(
  { seriesTitles, seriesTemplate }: { readonly seriesTitles: TitleRules; readonly seriesTemplate: string | null },
  { title, name, locks }: { readonly title: string; readonly name: string; readonly locks: string },
): boolean {
  if (isTitleLocked(locks)) return false;
  return seriesTemplate !== null || title === name || title === cleanTitle(seriesTitles, name);
}

/**
 * Whether a field of a series is locked.
 * @param locks names of locked fields, JSON array
 * @param field without `Lock`
 */
export function hasTitleLock(locks: string, field: 'title' | 'titleSort'): boolean {
  const names = Names.parse(JSON.parse(locks));
  return names.includes(field) || names.includes(`${field}Lock`);
}

/** The same for the title, which is asked for most. */
export function isTitleLocked(locks: string): boolean {
  return hasTitleLock(locks, 'title');
}

type StrategyName = z.infer<typeof BookStrategy>;

/** How a library titles its books, ready to be applied. */
export type BookTitleRules =
  | { readonly strategy: Exclude<StrategyName, 'smart' | 'custom'> }
  /** `generic`: what also says only where a book stands, besides `Vol. 3` and its like. */
  | { readonly strategy: 'smart'; readonly generic: readonly Pattern[] }
  | {
      readonly strategy: 'custom';
      readonly pattern: Pattern | undefined;
      readonly template: string | null;
      /** Mustache, over the context of the book; it goes before the pattern. */
      readonly contextTemplate: string | null;
      /** For names that the pattern does not match. */
      readonly fallback: Exclude<BookTitleRules, { readonly strategy: 'custom' }>;
    };

/** The settings that titles follow from, as stored. */
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

/** Reads a library's book strategy; one that a later release may add counts as the default. */
export function bookTitleRulesOf({ bookStrategy, bookConfig }: BookTitleSettings): BookTitleRules {
  const config = Config.parse(bookConfig === null ? {} : JSON.parse(bookConfig));
  const strategy = BookStrategy.catch('filename').parse(bookStrategy);
  // A generic title is nothing but generic: the owner's patterns match all of it too.
  const generic = compilePatterns(config.additionalGenericPatterns.map((pattern) => `^(?:${pattern})$`));
  const simple = (name: Exclude<StrategyName, 'custom'>): Exclude<BookTitleRules, { readonly strategy: 'custom' }> =>
    name === 'smart' ? { strategy: name, generic } : { strategy: name };
  if (strategy !== 'custom') return simple(strategy);
  const [pattern] = compilePatterns(config.pattern === undefined ? [] : [config.pattern]);
  const { titleTemplate: template, contextTemplate } = config;
  return { strategy, pattern, template, contextTemplate, fallback: simple(config.fallback) };
}
