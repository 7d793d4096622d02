import { BookStrategy } from '@lectern/contract';
import { z } from 'zod';
import { compilePatterns, type Pattern } from '../text/pattern.ts';

type StrategyName = z.infer<typeof BookStrategy>;

export type BookTitleRules =
  | { readonly strategy: Exclude<StrategyName, 'by_format' | 'smart' | 'custom'> }
  /** `generic`: further titles that only name a position. */
  | { readonly strategy: 'by_format' | 'smart'; readonly generic: readonly Pattern[] }
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
export function compileBookTitleRules({ bookStrategy, bookConfig }: BookTitleSettings): BookTitleRules {
  const config = Config.parse(bookConfig === null ? {} : JSON.parse(bookConfig));
  const strategy = BookStrategy.catch('filename').parse(bookStrategy);
  // The owner's patterns must match the whole title.
  const generic = compilePatterns(config.additionalGenericPatterns.map((pattern) => `^(?:${pattern})$`));
  const simple = (name: Exclude<StrategyName, 'custom'>): Exclude<BookTitleRules, { readonly strategy: 'custom' }> =>
    name === 'smart' || name === 'by_format' ? { strategy: name, generic } : { strategy: name };
  if (strategy !== 'custom') return simple(strategy);
  const [pattern] = compilePatterns(config.pattern === undefined ? [] : [config.pattern]);
  const { titleTemplate: template, contextTemplate } = config;
  return { strategy, pattern, template, contextTemplate, fallback: simple(config.fallback) };
}
