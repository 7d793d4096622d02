import { z } from 'zod';
import { compilePattern, type Pattern } from '../text/pattern.ts';

export type TitleRules = readonly { readonly pattern: Pattern; readonly replacement: string }[];

const StoredRule = z.object({ pattern: z.string(), replacement: z.string(), enabled: z.boolean().default(true) });
const Names = z.array(z.string()).catch([]);
const Stored = z.array(z.unknown()).catch([]);
/** Longest title in characters; each rule may lengthen it. */
const MAX_TITLE = 1_000;

/** Compiles a library's clean-up rules (JSON or null). Disabled and invalid rules are skipped. */
export function compileTitleRules(stored: string | null): TitleRules {
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
