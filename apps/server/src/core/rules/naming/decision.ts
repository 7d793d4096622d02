import { z } from 'zod';
import { type PlacedFile, REASON_RULES } from './place-in-series.ts';

const TITLE_RULES = [
  'file-name',
  'stated-title',
  'no-stated-title',
  'generic-title',
  'series-and-number',
  'title-without-number',
  'title-pattern',
  'title-pattern-missed',
  'title-template',
  'title-template-missed',
  'locked-title',
] as const;
export type TitleRuleName = (typeof TITLE_RULES)[number];

const NUMBER_RULES = ['stated-number', 'file-name-number', 'file-order', 'no-number', 'locked-number'] as const;
export type NumberRuleName = (typeof NUMBER_RULES)[number];

const decisionBy = <Rule extends string>(rules: readonly [Rule, ...Rule[]]) =>
  z.object({ strategy: z.string(), rule: z.enum(rules), input: z.string() });
const Placed = decisionBy(REASON_RULES);
const Titled = decisionBy(TITLE_RULES);
const Numbered = decisionBy(NUMBER_RULES);
const Named = z.object({ title: Titled, number: Numbered });

/** Why a book is in its series: the library's strategy, the rule that decided, and the rule's input. */
export type PlacedBy = z.infer<typeof Placed>;
/** Why a book has its title and number. */
export type NamedBy = z.infer<typeof Named>;

const MAX_INPUT = 300;

const cut = <Of extends { readonly input: string }>(decision: Of): Of =>
  decision.input.length > MAX_INPUT ? { ...decision, input: `${decision.input.slice(0, MAX_INPUT)}…` } : decision;

/** Formats a decision for its column. */
export function storedPlacing(decision: PlacedBy): string {
  const { strategy, rule, input } = cut(decision);
  return JSON.stringify({ strategy, rule, input });
}

/** Formats a decision for its column. */
export function storedNaming({ title, number }: NamedBy): string {
  return JSON.stringify({ title: cut(title), number: cut(number) });
}

/** Parses a stored decision; undefined for none, or a rule of another release. */
export function readPlacing(stored: string | null): PlacedBy | undefined {
  return stored === null ? undefined : Placed.safeParse(JSON.parse(stored)).data;
}

/** Parses a stored decision; undefined for none, or a rule of another release. */
export function readNaming(stored: string | null): NamedBy | undefined {
  return stored === null ? undefined : Named.safeParse(JSON.parse(stored)).data;
}

const Authors = z.array(z.object({ name: z.string(), role: z.string() })).catch([]);
/** Author roles in order of precedence. */
const AUTHOR_ROLES = ['author', 'writer'];

/**
 * Series, author and title stated by a book's metadata.
 * @param metadata columns of its row: `authors` is a JSON array of `{name, role}`
 */
export function readStatement(metadata: {
  readonly series: string | null;
  readonly title: string | null;
  readonly authors: string;
}): Omit<PlacedFile, 'path'> {
  const known = Authors.parse(JSON.parse(metadata.authors));
  const author = AUTHOR_ROLES.map((role) => known.find((one) => one.role === role)).find((one) => one !== undefined);
  return { statedSeries: metadata.series, statedTitle: metadata.title, statedAuthor: author?.name ?? null };
}
