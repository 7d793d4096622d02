import { createHash } from 'node:crypto';
import type { BookStep, SeriesStep } from '#db/repos/catalog/step-order.ts';
import type { Viewer } from '#core/viewer.ts';

type Fields<Step extends { readonly field: string }> = Readonly<Partial<Record<string, Step['field']>>>;

/** What apps sort series by, in small letters. */
const SERIES_FIELDS: Fields<SeriesStep> = {
  'metadata.titlesort': 'title',
  'metadata.title': 'title',
  titlesort: 'title',
  name: 'title',
  created: 'createdAt',
  createddate: 'createdAt',
  'metadata.created': 'createdAt',
  lastmodified: 'updatedAt',
  lastmodifieddate: 'updatedAt',
  'metadata.lastmodified': 'updatedAt',
  'booksmetadata.releasedate': 'released',
  bookscount: 'bookCount',
  readdate: 'lastRead',
  'collection.number': 'place',
  random: 'random',
  relevance: 'relevance',
};

/** The same of books. */
const BOOK_FIELDS: Fields<BookStep> = {
  name: 'title',
  'metadata.title': 'title',
  series: 'series',
  'metadata.numbersort': 'number',
  'metadata.releasedate': 'releaseDate',
  created: 'createdAt',
  createddate: 'createdAt',
  lastmodified: 'updatedAt',
  lastmodifieddate: 'updatedAt',
  filesize: 'fileSize',
  size: 'fileSize',
  filehash: 'fileHash',
  url: 'fileName',
  'media.status': 'state',
  'media.comment': 'analysisError',
  'media.mediatype': 'mediaType',
  'media.pagescount': 'pageCount',
  'metadata.pagescount': 'pageCount',
  'readprogress.lastmodified': 'lastRead',
  'readprogress.readdate': 'lastRead',
  'readlist.number': 'place',
  relevance: 'relevance',
};

/** So many things decide at most. */
const MAX_STEPS = 6;

interface ReadStep<Field> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

/** One `sort`: names, all of which go the way that stands behind them. */
function readOne<Field extends string>(fields: Readonly<Partial<Record<string, Field>>>, text: string) {
  const parts = text.split(',').map((part) => part.trim().toLowerCase());
  const way = parts.at(-1);
  const isWay = way === 'asc' || way === 'desc';
  return (isWay ? parts.slice(0, -1) : parts).flatMap((name): ReadStep<Field>[] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) return [];
    // By relevance the best come first, whatever apps mean by ascending.
    return [{ field, direction: field === 'relevance' || way === 'desc' ? 'desc' : 'asc' }];
  });
}

/** All that is asked for and known, each field once, in the order of asking. */
function readSteps<Field extends string>(
  fields: Readonly<Partial<Record<string, Field>>>,
  wanted: readonly string[],
): readonly ReadStep<Field>[] {
  const steps = new Map<Field, ReadStep<Field>>();
  for (const step of wanted.flatMap((text) => readOne(fields, text))) {
    if (!steps.has(step.field)) steps.set(step.field, step);
  }
  return [...steps.values()].slice(0, MAX_STEPS);
}

/** The order of books that an app asks for; what is not known is passed over. */
export function readBookSort(wanted: readonly string[]): readonly BookStep[] {
  return readSteps(BOOK_FIELDS, wanted);
}

/** The order of series that an app asks for. */
export function readSeriesSort(wanted: readonly string[]): readonly SeriesStep[] {
  return readSteps(SERIES_FIELDS, wanted);
}

const FACTORS = 12;
const FACTOR_BYTES = 2;

/**
 * Factors that shuffle a list: the same all day for one viewer, so that the pages of a list fit together in whichever process.
 * @param now epoch milliseconds
 */
export function shuffleOf({ userId }: Pick<Viewer, 'userId'>, now: number): readonly number[] {
  const day = new Date(now).toISOString().slice(0, 10);
  const digest = createHash('sha256').update(`${userId} ${day}`).digest();
  return Array.from({ length: FACTORS }, (_, index) => 1 + digest.readUInt16LE(index * FACTOR_BYTES));
}
