import { BookStrategy } from '@lectern/contract';
import { z } from 'zod';
import { compilePatterns, type Pattern } from './pattern.ts';

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
