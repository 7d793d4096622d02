import type { BookTitleRules } from './book-title-rules.ts';
import { fillTemplate } from './fill-template.ts';
import { parseNumberText, readVolumeAndChapter } from './read-numbers.ts';

/** What a title, a volume and a chapter can be taken from. */
export interface TitleSources {
  /** File name without extension. */
  readonly stem: string;
  readonly seriesName: string;
  readonly statedTitle: string | null;
  readonly statedVolume: number | null;
  readonly statedChapter: number | null;
  /** Exact text of the book's number. */
  readonly number: string | null;
  /** Books of the series: as many digits as the last one needs. */
  readonly seriesSize: number;
}

/** A book's title with the two fields that follow the same strategy. */
export interface Titling {
  readonly title: string;
  readonly volume: number | null;
  readonly chapter: number | null;
}

type SimpleRules = Exclude<BookTitleRules, { readonly strategy: 'custom' }>;
type CustomRules = Extract<BookTitleRules, { readonly strategy: 'custom' }>;

/** Titles that say where a book stands and not what it is. */
const GENERIC = /^(?:(?:Vol\.?|Volume|Chapter|Issue|Part|Ep\.?|Episode)\s*)?#?\d+(?:\.\d+)?$/;

function paddedNumber(number: string, seriesSize: number): string {
  const digits = seriesSize < 100 ? 2 : seriesSize < 1000 ? 3 : 4;
  const [whole = '', ...rest] = number.split('.');
  return [whole.padStart(digits, '0'), ...rest].join('.');
}

function chooseTitle(rules: SimpleRules, sources: TitleSources): string {
  const { stem, seriesName, statedTitle, number, seriesSize } = sources;
  const stated = statedTitle === null || statedTitle.trim() === '' ? stem : statedTitle;
  switch (rules.strategy) {
    case 'filename':
      return stem;
    case 'metadata_first':
      return stated;
    case 'smart': {
      const title = stated.trim();
      return GENERIC.test(title) || rules.generic.some((pattern) => pattern.test(title)) ? stem : stated;
    }
    case 'series_name':
      return number === null ? stem : `${seriesName} v.${paddedNumber(number, seriesSize)}`;
  }
}

function titleSimply(rules: SimpleRules, sources: TitleSources): Titling {
  const title = chooseTitle(rules, sources);
  const named = readVolumeAndChapter(sources.stem);
  const { statedVolume, statedChapter } = sources;
  switch (rules.strategy) {
    case 'filename':
      return { title, ...named };
    case 'metadata_first':
      return { title, volume: statedVolume, chapter: statedChapter };
    case 'smart':
    case 'series_name':
      return { title, volume: statedVolume ?? named.volume, chapter: statedChapter ?? named.chapter };
  }
}

function numberIn(text: string | undefined): number | null {
  return (text === undefined ? undefined : parseNumberText(text)) ?? null;
}

function wholeNumberIn(text: string | undefined): number | null {
  const value = numberIn(text);
  return value !== null && Number.isInteger(value) ? value : null;
}

/** What the owner's template, or the group `title`, makes of a name; empty when they make nothing. */
function fillTitle(template: string | null, groups: Readonly<Record<string, string>>, sources: TitleSources): string {
  if (template === null) return groups['title']?.trim() ?? '';
  // Names of files have `_` where no space could be.
  const series = groups['series']?.replaceAll('_', ' ') ?? sources.seriesName;
  return fillTemplate(template, { ...groups, series, filename: sources.stem });
}

function titleByPattern(rules: CustomRules, sources: TitleSources): Titling {
  const otherwise = titleSimply(rules.fallback, sources);
  const groups = rules.pattern?.find(sources.stem)?.named;
  if (groups === undefined) return otherwise;
  const title = fillTitle(rules.template, groups, sources);
  return {
    title: title === '' ? otherwise.title : title,
    volume: wholeNumberIn(groups['volume']) ?? otherwise.volume,
    chapter: numberIn(groups['chapter']) ?? otherwise.chapter,
  };
}

/** Titles a book by its library's strategy (decision C15). */
export function titleBook(rules: BookTitleRules, sources: TitleSources): Titling {
  return rules.strategy === 'custom' ? titleByPattern(rules, sources) : titleSimply(rules, sources);
}
