import { z } from 'zod';
import { compilePatterns, type Pattern } from '../text/pattern.ts';

export type SeriesRules =
  | { readonly strategy: 'series_volume' }
  | { readonly strategy: 'series_volume_chapter' }
  | { readonly strategy: 'metadata' }
  | { readonly strategy: 'flat'; readonly patterns: readonly Pattern[]; readonly requireMetadata: boolean }
  | {
      readonly strategy: 'publisher_hierarchy';
      /** Folders above a series. */
      readonly skipDepth: number;
      readonly storesPublisher: boolean;
    }
  | {
      readonly strategy: 'calibre';
      readonly mode: 'standalone' | 'by_author' | 'from_metadata';
      readonly stripsIdSuffix: boolean;
      readonly authorFromFolder: boolean;
    }
  | { readonly strategy: 'custom'; readonly pattern: Pattern | undefined; readonly nameTemplate: string };

/** Stored columns of the series rules. */
export interface SeriesSettings {
  readonly seriesStrategy: string;
  /** JSON. */
  readonly seriesConfig: string | null;
}

/** A leading `[X]`, the text before ` -`, the text before `_`. */
const FLAT_PATTERNS = [String.raw`^\[([^\]]+)\]`, String.raw`^(.+?)\s+-`, String.raw`^(.+?)_`];

/** The stored settings; invalid values count as the default. */
const Config = z.object({
  filenamePatterns: z.array(z.string()).optional().catch(undefined),
  requireMetadata: z.boolean().catch(false),
  skipDepth: z.int().min(0).catch(1),
  storeSkippedAs: z.string().nullable().catch('publisher'),
  stripIdSuffix: z.boolean().catch(true),
  seriesMode: z.enum(['standalone', 'by_author', 'from_metadata']).catch('from_metadata'),
  readOpfMetadata: z.boolean().catch(true),
  authorFromFolder: z.boolean().catch(true),
  pattern: z.string().optional().catch(undefined),
  seriesNameTemplate: z.string().min(1).catch('{series}'),
});

const Titling = z
  .object({ contextTemplate: z.string().min(1).nullable().catch(null) })
  .catch({ contextTemplate: null });

/** The library's template for series titles, independent of the strategy. */
export function readSeriesTemplate(seriesConfig: string | null): string | null {
  return Titling.parse(seriesConfig === null ? {} : JSON.parse(seriesConfig)).contextTemplate;
}

/** Compiles a library's series strategy. An unknown one counts as the default. */
export function compileSeriesRules({ seriesStrategy, seriesConfig }: SeriesSettings): SeriesRules {
  const config = Config.parse(seriesConfig === null ? {} : JSON.parse(seriesConfig));
  switch (seriesStrategy) {
    case 'series_volume_chapter':
    case 'metadata':
      return { strategy: seriesStrategy };
    case 'flat':
      return {
        strategy: 'flat',
        patterns: compilePatterns(config.filenamePatterns ?? FLAT_PATTERNS),
        requireMetadata: config.requireMetadata,
      };
    case 'publisher_hierarchy':
      return {
        strategy: 'publisher_hierarchy',
        skipDepth: config.skipDepth,
        storesPublisher: config.storeSkippedAs === 'publisher',
      };
    case 'calibre':
      return {
        strategy: 'calibre',
        // Stated series come from OPF files; without them only the folder counts.
        mode: config.seriesMode === 'from_metadata' && !config.readOpfMetadata ? 'standalone' : config.seriesMode,
        stripsIdSuffix: config.stripIdSuffix,
        authorFromFolder: config.authorFromFolder,
      };
    case 'custom': {
      const [pattern] = compilePatterns(config.pattern === undefined ? [] : [config.pattern]);
      return { strategy: 'custom', pattern, nameTemplate: config.seriesNameTemplate };
    }
    default:
      return { strategy: 'series_volume' };
  }
}

/** Whether the series of a book may depend on its metadata, so that only the analysis can find it. */
export function readsMetadata(rules: SeriesRules): boolean {
  if (rules.strategy === 'flat') return rules.requireMetadata;
  if (rules.strategy === 'metadata') return true;
  return rules.strategy === 'calibre' && rules.mode !== 'standalone';
}
