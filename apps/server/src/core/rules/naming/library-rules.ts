import { NumberStrategy } from '@lectern/contract';
import { type BookTitleRules, compileBookTitleRules, type BookTitleSettings } from './book-title-rules.ts';
import { type TitleRules, compileTitleRules } from './title-rules.ts';
import type { NumberStrategyName } from './numbers.ts';
import { type SeriesRules, type SeriesSettings, compileSeriesRules, readSeriesTemplate } from './series-rules.ts';

/** Compiled rules of a library. */
export interface LibraryRules {
  readonly series: SeriesRules;
  readonly seriesTitles: TitleRules;
  /** Mustache template of series titles, with the context of the series; null for none. */
  readonly seriesTemplate: string | null;
  readonly bookTitles: BookTitleRules;
  readonly numbers: NumberStrategyName;
}

interface RuleSettings extends SeriesSettings, BookTitleSettings {
  readonly numberStrategy: string;
  /** JSON. */
  readonly titlePreprocessingRules: string | null;
}

/** Cached rules: an analysis asks for them with every book. */
const MAX_KEPT = 16;
const kept = new Map<string, LibraryRules>();

function compileRules(settings: RuleSettings): LibraryRules {
  return {
    series: compileSeriesRules(settings),
    seriesTitles: compileTitleRules(settings.titlePreprocessingRules),
    seriesTemplate: readSeriesTemplate(settings.seriesConfig),
    bookTitles: compileBookTitleRules(settings),
    numbers: NumberStrategy.catch('file_order').parse(settings.numberStrategy),
  };
}

/** Whether titles depend on metadata. */
export function hasTemplates({ seriesTemplate, bookTitles }: LibraryRules): boolean {
  return seriesTemplate !== null || (bookTitles.strategy === 'custom' && bookTitles.contextTemplate !== null);
}

/** Compiles a library's rules, with a cache. Unknown values count as the default. */
export function compileLibraryRules(settings: RuleSettings): LibraryRules {
  const { seriesStrategy, seriesConfig, bookStrategy, bookConfig, numberStrategy, titlePreprocessingRules } = settings;
  const key = JSON.stringify([
    seriesStrategy,
    seriesConfig,
    bookStrategy,
    bookConfig,
    numberStrategy,
    titlePreprocessingRules,
  ]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const rules = compileRules(settings);
  const [oldest] = kept.keys();
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, rules);
  return rules;
}
