import { createHash } from 'node:crypto';
import type { Viewer } from '#core/viewer.ts';
import type { BookStep, SeriesStep } from '#db/repos/catalog/step-order.ts';

type Fields<Field> = Readonly<Partial<Record<string, Field>>>;

/** In lower case. */
const SERIES_FIELDS: Fields<SeriesStep['field']> = {
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

/** In lower case. */
const BOOK_FIELDS: Fields<BookStep['field']> = {
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

const MAX_STEPS = 6;

interface ReadStep<Field> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

/** One `sort` parameter: fields, then the direction of all of them. */
function readOne<Field extends string>(fields: Fields<Field>, text: string) {
  const parts = text.split(',').map((part) => part.trim().toLowerCase());
  const way = parts.at(-1);
  const isWay = way === 'asc' || way === 'desc';
  return (isWay ? parts.slice(0, -1) : parts).flatMap((name): ReadStep<Field>[] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) return [];
    // The best match is first, whichever direction an app sends.
    return [{ field, direction: field === 'relevance' || way === 'desc' ? 'desc' : 'asc' }];
  });
}

/** The known fields in the requested order, each once. */
function readSteps<Field extends string>(fields: Fields<Field>, wanted: readonly string[]): readonly ReadStep<Field>[] {
  const steps = new Map<Field, ReadStep<Field>>();
  for (const step of wanted.flatMap((text) => readOne(fields, text))) {
    if (!steps.has(step.field)) steps.set(step.field, step);
  }
  return [...steps.values()].slice(0, MAX_STEPS);
}

/** Parses the requested order of books; unknown fields are ignored. */
export function readBookSort(wanted: readonly string[]): readonly BookStep[] {
  return readSteps(BOOK_FIELDS, wanted);
}

/** Parses the requested order of series; unknown fields are ignored. */
export function readSeriesSort(wanted: readonly string[]): readonly SeriesStep[] {
  return readSteps(SERIES_FIELDS, wanted);
}

const FACTORS = 12;
const FACTOR_BYTES = 2;

/**
 * Factors that shuffle a list. They stay the same for a viewer all day and in all processes, so that pages fit together.
 * @param now epoch milliseconds
 */
export function deriveShuffle({ userId }: Pick<Viewer, 'userId'>, now: number): readonly number[] {
  const day = new Date(now).toISOString().slice(0, 10);
  const digest = createHash('sha256').update(`${userId} ${day}`).digest();
  return Array.from({ length: FACTORS }, (_, index) => 1 + digest.readUInt16LE(index * FACTOR_BYTES));
}
