import { NumberStrategy } from '@lectern/contract';
import {
  type BookTitleRules,
  bookTitleRulesOf,
  type BookTitleSettings,
  type TitleRules,
  titleRulesOf,
} from './title-rules.ts';
import type { NumberStrategyName } from './numbers.ts';
import { type SeriesRules, type SeriesSettings, seriesRulesOf, seriesTemplateOf } from './series-rules.ts';

/** Everything that decides where the books of a library go and what they are called. */
export interface LibraryRules {
  readonly series: SeriesRules;
  readonly seriesTitles: TitleRules;
  /** What titles of series are put into (Mustache, over the context of the series); null for none. */
  readonly seriesTemplate: string | null;
  readonly bookTitles: BookTitleRules;
  readonly numbers: NumberStrategyName;
}

/** The columns of a library that its rules come from, as stored. */
export interface RuleSettings extends SeriesSettings, BookTitleSettings {
  readonly numberStrategy: string;
  /** JSON. */
  readonly titlePreprocessingRules: string | null;
}

/** Libraries whose rules are kept compiled: an analysis asks for those of one book after the other. */
const MAX_KEPT = 16;
const kept = new Map<string, LibraryRules>();

function compileRules(settings: RuleSettings): LibraryRules {
  return {
    series: seriesRulesOf(settings),
    seriesTitles: titleRulesOf(settings.titlePreprocessingRules),
    seriesTemplate: seriesTemplateOf(settings.seriesConfig),
    bookTitles: bookTitleRulesOf(settings),
    numbers: NumberStrategy.catch('file_order').parse(settings.numberStrategy),
  };
}

/** Whether titles follow from what is known of series and books, so that they change with it. */
export function hasTemplates({ seriesTemplate, bookTitles }: LibraryRules): boolean {
  return seriesTemplate !== null || (bookTitles.strategy === 'custom' && bookTitles.contextTemplate !== null);
}

/** The rules of a library; what a later release may add counts as the default. */
export function libraryRulesOf(settings: RuleSettings): LibraryRules {
  const { seriesStrategy, seriesConfig, bookStrategy, bookConfig, numberStrategy, titlePreprocessingRules } = settings;
  const key = JSON.stringify([
    ...[seriesStrategy, seriesConfig, bookStrategy, bookConfig],
    ...[numberStrategy, titlePreprocessingRules],
  ]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const rules = compileRules(settings);
  const [oldest] = kept.keys();
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, rules);
  return rules;
}
