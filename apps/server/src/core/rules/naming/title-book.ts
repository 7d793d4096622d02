import type { Pattern } from '../text/pattern.ts';
import type { BookTitleRules } from './book-title-rules.ts';
import type { TitleRuleName } from './decision.ts';
import { fillTemplate } from './place-in-series.ts';
import { parseNumberText, readVolumeAndChapter } from './numbers.ts';
import { GENERIC_TITLE, LEFT_OVER_TITLE } from './telling-title.ts';

interface TitleSources {
  readonly stem: string;
  /** Pictures in an archive, not an EPUB or PDF. */
  readonly isComic: boolean;
  readonly seriesName: string;
  readonly statedTitle: string | null;
  readonly statedVolume: number | null;
  readonly statedChapter: number | null;
  readonly number: string | null;
  /** Number of books, which decides the padding. */
  readonly seriesSize: number;
  /** The title made by the library's template; undefined when it is empty. */
  readonly templated?: string | undefined;
}

interface Titling {
  readonly title: string;
  readonly volume: number | null;
  readonly chapter: number | null;
  readonly rule: TitleRuleName;
  readonly input: string;
}

type Title = Pick<Titling, 'title' | 'rule' | 'input'>;
type SimpleRules = Exclude<BookTitleRules, { readonly strategy: 'custom' }>;
type CustomRules = Extract<BookTitleRules, { readonly strategy: 'custom' }>;

function paddedNumber(number: string, seriesSize: number): string {
  const digits = seriesSize < 100 ? 2 : seriesSize < 1000 ? 3 : 4;
  const [whole = '', ...rest] = number.split('.');
  return [whole.padStart(digits, '0'), ...rest].join('.');
}

function fromStatement({ stem, statedTitle }: TitleSources): Title {
  if (statedTitle === null || statedTitle.trim() === '') return { title: stem, rule: 'no-stated-title', input: stem };
  return { title: statedTitle, rule: 'stated-title', input: statedTitle };
}

/** The stated title, unless it says nothing about the content: it matches all of a pattern. */
function fromTellingStatement(generic: readonly Pick<Pattern, 'test'>[], sources: TitleSources): Title {
  const stated = fromStatement(sources);
  const text = stated.title.trim();
  const isGeneric = GENERIC_TITLE.test(text) || generic.some((pattern) => pattern.test(text));
  return isGeneric && stated.rule === 'stated-title'
    ? { title: sources.stem, rule: 'generic-title', input: stated.input }
    : stated;
}

/** Comics by file name, others by what they state; a series that bears the title of its only book makes it a telling one. */
function titleByFormat(generic: readonly Pick<Pattern, 'test'>[], sources: TitleSources): Title {
  const { stem, isComic, statedTitle, seriesName } = sources;
  if (isComic) return { title: stem, rule: 'file-name', input: stem };
  if (statedTitle !== null && statedTitle.trim() === seriesName) return fromStatement(sources);
  return fromTellingStatement([...generic, LEFT_OVER_TITLE], sources);
}

function chooseTitle(rules: SimpleRules, sources: TitleSources): Title {
  const { stem, seriesName, number, seriesSize } = sources;
  switch (rules.strategy) {
    case 'filename':
      return { title: stem, rule: 'file-name', input: stem };
    case 'metadata_first':
      return fromStatement(sources);
    case 'smart':
      return fromTellingStatement(rules.generic, sources);
    case 'by_format':
      return titleByFormat(rules.generic, sources);
    case 'series_name':
      if (number === null) return { title: stem, rule: 'title-without-number', input: stem };
      return {
        title: `${seriesName} v.${paddedNumber(number, seriesSize)}`,
        rule: 'series-and-number',
        input: `${seriesName}, ${number}`,
      };
  }
}

function titleSimply(rules: SimpleRules, sources: TitleSources): Titling {
  const title = chooseTitle(rules, sources);
  const named = readVolumeAndChapter(sources.stem);
  const { statedVolume, statedChapter } = sources;
  switch (rules.strategy) {
    case 'filename':
      return { ...title, ...named };
    case 'metadata_first':
      return { ...title, volume: statedVolume, chapter: statedChapter };
    case 'by_format':
      if (sources.isComic) return { ...title, ...named };
      return { ...title, volume: statedVolume ?? named.volume, chapter: statedChapter ?? named.chapter };
    case 'smart':
    case 'series_name':
      return { ...title, volume: statedVolume ?? named.volume, chapter: statedChapter ?? named.chapter };
  }
}

function numberIn(text: string | undefined): number | null {
  return (text === undefined ? undefined : parseNumberText(text)) ?? null;
}

function wholeNumberIn(text: string | undefined): number | null {
  const value = numberIn(text);
  return value !== null && Number.isInteger(value) ? value : null;
}

/** The title by the owner's template or the group `title`; may be empty. */
function fillTitle(template: string | null, groups: Readonly<Record<string, string>>, sources: TitleSources): string {
  if (template === null) return groups['title']?.trim() ?? '';
  // File names often have `_` instead of spaces.
  const series = groups['series']?.replaceAll('_', ' ') ?? sources.seriesName;
  return fillTemplate(template, { ...groups, series, filename: sources.stem });
}

function titleByPattern(rules: CustomRules, sources: TitleSources): Titling {
  const otherwise = titleSimply(rules.fallback, sources);
  const groups = rules.pattern?.find(sources.stem)?.named;
  const missed = { ...otherwise, rule: 'title-pattern-missed', input: sources.stem } as const;
  if (groups === undefined) return missed;
  const title = fillTitle(rules.template, groups, sources);
  return {
    ...(title === '' ? missed : { title, rule: 'title-pattern', input: sources.stem }),
    volume: wholeNumberIn(groups['volume']) ?? otherwise.volume,
    chapter: numberIn(groups['chapter']) ?? otherwise.chapter,
  };
}

/** The template wins over the pattern, which still gives volume and chapter. */
function titleCustomly(rules: CustomRules, sources: TitleSources): Titling {
  const otherwise = titleByPattern(rules, sources);
  const { contextTemplate } = rules;
  if (contextTemplate === null) return otherwise;
  const { templated: title, stem } = sources;
  if (title === undefined) return { ...otherwise, rule: 'title-template-missed', input: stem };
  return { ...otherwise, title, rule: 'title-template', input: contextTemplate };
}

/** Titles a book by its library's strategy. */
export function titleBook(rules: BookTitleRules, sources: TitleSources): Titling {
  return rules.strategy === 'custom' ? titleCustomly(rules, sources) : titleSimply(rules, sources);
}
