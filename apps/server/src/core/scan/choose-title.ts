import type { BookStrategy } from '@lectern/contract';
import type { z } from 'zod';
import { readVolumeAndChapter } from './read-numbers.ts';

/** How a library titles its books. */
export type BookStrategyName = z.infer<typeof BookStrategy>;

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

/** Titles that say where a book stands and not what it is. */
const GENERIC = /^(?:(?:vol(?:ume)?\.?|chapter|ch\.|issue|part|ep(?:isode)?\.?)\s*#?\s*)?#?\d+(?:\.\d+)?$/i;

function paddedNumber(number: string, seriesSize: number): string {
  const digits = seriesSize < 100 ? 2 : seriesSize < 1000 ? 3 : 4;
  const [whole = '', ...rest] = number.split('.');
  return [whole.padStart(digits, '0'), ...rest].join('.');
}

function chooseTitle(strategy: BookStrategyName, sources: TitleSources): string {
  const { stem, seriesName, statedTitle, number, seriesSize } = sources;
  const stated = statedTitle === null || statedTitle.trim() === '' ? stem : statedTitle;
  switch (strategy) {
    case 'filename':
    // A pattern of the owner's is not applied yet: its scan says so, and names fall back to the file's.
    case 'custom':
      return stem;
    case 'metadata_first':
      return stated;
    case 'smart':
      return GENERIC.test(stated.trim()) ? stem : stated;
    case 'series_name':
      return number === null ? stem : `${seriesName} v.${paddedNumber(number, seriesSize)}`;
  }
}

/** Titles a book by its library's strategy. */
export function titleBook(strategy: BookStrategyName, sources: TitleSources): Titling {
  const title = chooseTitle(strategy, sources);
  const named = readVolumeAndChapter(sources.stem);
  const { statedVolume, statedChapter } = sources;
  switch (strategy) {
    case 'filename':
    case 'custom':
      return { title, ...named };
    case 'metadata_first':
      return { title, volume: statedVolume, chapter: statedChapter };
    case 'smart':
    case 'series_name':
      return { title, volume: statedVolume ?? named.volume, chapter: statedChapter ?? named.chapter };
  }
}
