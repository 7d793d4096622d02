import type { Contributor, EmbeddedMetadata } from '@lectern/formats';
import { z } from 'zod';
import type { MetadataRow, NewMetadata } from '#db/repos/scanning/analysis.repo.ts';

/** The columns of a metadata row that an analysis writes. */
export type MergedMetadata = Omit<NewMetadata, 'id' | 'bookId' | 'createdAt' | 'updatedAt'>;

type Field = Exclude<keyof MetadataRow, 'id' | 'bookId' | 'createdAt' | 'updatedAt' | 'locks' | 'authors' | 'embedded'>;

const Locks = z.array(z.string()).catch([]);
const Authors = z.array(z.object({ name: z.string(), role: z.string(), sortName: z.string().nullable() })).catch([]);

/** Roles with a lock of their own; `authorsJsonLock` covers all. */
const ROLE_LOCKS: Readonly<Record<string, Contributor['role']>> = {
  writerLock: 'writer',
  pencillerLock: 'penciller',
  inkerLock: 'inker',
  coloristLock: 'colorist',
  lettererLock: 'letterer',
  coverArtistLock: 'cover_artist',
  editorLock: 'editor',
  translatorLock: 'translator',
};

function joined(values: readonly string[] | undefined): string | null {
  return values === undefined || values.length === 0 ? null : values.join(', ');
}

function flag(value: boolean | undefined): number | null {
  return value === undefined ? null : Number(value);
}

/** Columns that hold what the file says as it says it. */
const SAME = [
  'title',
  'subtitle',
  'originalTitle',
  'summary',
  'series',
  'seriesPosition',
  'seriesTotal',
  'count',
  'number',
  'volume',
  'chapter',
  'year',
  'month',
  'day',
  'publisher',
  'imprint',
  'edition',
  'formatDetail',
  'languageIso',
  'readingDirection',
] as const;

/** What the file says, column by column; columns that no file speaks of are absent. */
function fromFile(found: EmbeddedMetadata): Readonly<Partial<Record<Field, string | number | null>>> {
  const translators = found.contributors?.filter(({ role }) => role === 'translator').map(({ name }) => name);
  return {
    ...Object.fromEntries(SAME.map((field) => [field, found[field] ?? null])),
    genre: joined(found.genres),
    isbns: joined(found.isbns),
    translator: joined(translators),
    manga: flag(found.manga),
    blackAndWhite: flag(found.blackAndWhite),
    subjects: found.subjects === undefined ? null : JSON.stringify(found.subjects),
  };
}

function mergeAuthors(known: MetadataRow | undefined, found: EmbeddedMetadata, locks: ReadonlySet<string>): string {
  const kept = Authors.parse(JSON.parse(known?.authors ?? '[]'));
  if (locks.has('authorsJsonLock')) return JSON.stringify(kept);
  const lockedRoles = new Set<string>(
    Object.entries(ROLE_LOCKS).flatMap(([lock, role]) => (locks.has(lock) ? [role] : [])),
  );
  const fresh = (found.contributors ?? []).map(({ name, role, sortName }) => ({
    name,
    role,
    sortName: sortName ?? null,
  }));
  return JSON.stringify([
    ...fresh.filter(({ role }) => !lockedRoles.has(role)),
    ...kept.filter(({ role }) => lockedRoles.has(role)),
  ]);
}

/** Names of the locks that are set. */
export function locksOf(known: Pick<MetadataRow, 'locks'> | undefined): ReadonlySet<string> {
  return new Set(Locks.parse(JSON.parse(known?.locks ?? '[]')));
}

/**
 * The file's values under the user's locks: a locked field keeps what it has, an unlocked one says what the file says, also
 * nothing. Fields that files do not speak of stay.
 * @param known the row as it is, undefined for a book's first analysis
 */
export function mergeMetadata(known: MetadataRow | undefined, found: EmbeddedMetadata): MergedMetadata {
  const locks = locksOf(known);
  const file = Object.entries(fromFile(found)).filter(([field]) => !locks.has(`${field}Lock`));
  const { id: _id, bookId: _bookId, createdAt: _createdAt, updatedAt: _updatedAt, ...kept } = known ?? {};
  return {
    ...kept,
    locks: known?.locks ?? '[]',
    awards: known?.awards ?? '[]',
    ...Object.fromEntries(file),
    authors: mergeAuthors(known, found, locks),
    embedded: JSON.stringify(found),
  };
}
