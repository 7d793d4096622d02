import { z } from 'zod';
import { compilePattern, type Pattern } from './pattern.ts';

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
 * Applies the rules in order, each on what the one before left; all occurrences are replaced (decision C15).
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
 * known by its lock alone: whoever edits a title locks it.
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
