import { BOOK_FIELDS, fieldsSaidByFile, ROLE_FIELDS } from '@lectern/contract';
import type { EmbeddedMetadata } from '@lectern/formats';
import { z } from 'zod';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { addExternals, listExternals, writeExternals } from '#db/repos/metadata/externals.repo.ts';
import { addTerms, writeTerms } from '#db/repos/rows/terms.repo.ts';
import type { TermKind, TermOwner } from '#db/repos/rows/term-tables.ts';
import type { MetadataRow, NewMetadata } from '#db/repos/scanning/analysis.repo.ts';

const Column = z.union([z.string(), z.number(), z.null()]);
const Links = z.array(z.object({ id: z.string() }).catchall(Column)).catch([]);

type LinkItem = z.infer<typeof Links>[number];

/** Parses stored links. */
export function readLinks(stored: unknown): LinkItem[] {
  return Links.parse(stored);
}

/** The links of files; known ones keep their stored row. */
export function mergeLinks(known: readonly LinkItem[], links: EmbeddedMetadata['links'], at: number): LinkItem[] {
  const bySource = new Map<string, string>();
  for (const { source, url } of links ?? []) if (!bySource.has(source)) bySource.set(source, url);
  return [...bySource].map(
    ([source, url]) =>
      known.find((item) => item['source'] === source && item['url'] === url) ?? {
        id: newId(),
        source,
        url,
        externalId: null,
        createdAt: at,
        updatedAt: at,
      },
  );
}

const ComicVine = z.object({ comicVineId: z.number() });

/** The external links of a stored series.json. */
export function readSeriesJsonLinks(json: string | undefined): NonNullable<EmbeddedMetadata['links']> {
  const said = ComicVine.safeParse(json === undefined ? undefined : JSON.parse(json));
  if (!said.success) return [];
  return [{ source: 'comicvine', url: `https://comicvine.gamespot.com/volume/4050-${String(said.data.comicVineId)}/` }];
}

export type MergedMetadata = Omit<NewMetadata, 'id' | 'bookId' | 'createdAt' | 'updatedAt'>;

type Field = Exclude<keyof MetadataRow, 'id' | 'bookId' | 'createdAt' | 'updatedAt' | 'locks' | 'authors' | 'embedded'>;

const Locks = z.array(z.string()).catch([]);
const Authors = z.array(z.object({ name: z.string(), role: z.string(), sortName: z.string().nullable() })).catch([]);

function joined(values: readonly string[] | undefined): string | null {
  return values === undefined || values.length === 0 ? null : values.join(', ');
}

function flag(value: boolean | undefined): number | null {
  return value === undefined ? null : Number(value);
}

/** Columns with the file's own values; users cannot edit the last two. */
const SAME = [...fieldsSaidByFile(BOOK_FIELDS), 'series', 'readingDirection'] as const;

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
    Object.values(ROLE_FIELDS).flatMap(({ lock, role }) => (locks.has(lock) ? [role] : [])),
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

/** Names of set locks. */
export function parseLocks(known: Pick<MetadataRow, 'locks'> | undefined): ReadonlySet<string> {
  return new Set(Locks.parse(JSON.parse(known?.locks ?? '[]')));
}

/**
 * Merges the file's metadata into a row: unlocked fields take the file's value, even an empty one; locked fields and columns
 * that no file fills stay.
 * @param known undefined at the first analysis
 */
export function mergeMetadata(known: MetadataRow | undefined, found: EmbeddedMetadata): MergedMetadata {
  const locks = parseLocks(known);
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

/** Sets the external links of a book or series from its files. @returns whether they changed */
export async function fillLinks(tx: Tx, owner: TermOwner, links: EmbeddedMetadata['links']): Promise<boolean> {
  const rows = await listExternals(tx.read, 'externalLinks', owner.kind, [owner.id]);
  const known = rows.map(({ ownerId: _ownerId, ...item }) => item);
  const wanted = mergeLinks(known, links, Date.now());
  if (JSON.stringify(wanted) === JSON.stringify(known)) return false;
  await writeExternals(tx, 'externalLinks', owner, wanted);
  return true;
}

/** 1 or 0: whether the book has such rows. */
interface BookTerms {
  readonly id: string;
  readonly hasGenres: number;
  readonly hasTags: number;
  readonly hasLinks: number;
}

/**
 * Sets genres, tags and links of a book from its file, unless they are locked. Triggers update the series.
 * @param tx holds the library's lock
 * @param locks names of set locks
 */
export async function fillTerms(
  tx: Tx,
  { id, hasGenres, hasTags, hasLinks }: BookTerms,
  { genres = [], tags = [], links = [] }: EmbeddedMetadata,
  locks: ReadonlySet<string>,
): Promise<void> {
  const owner = { kind: 'book', id } as const;
  const fill = async (kind: TermKind, names: readonly string[], has: number): Promise<void> => {
    await (has === 1 ? writeTerms(tx, kind, owner, names) : addTerms(tx, kind, owner, names));
  };
  if (!locks.has('genreLock')) await fill('genre', genres, hasGenres);
  if (!locks.has('tagsLock')) await fill('tag', tags, hasTags);
  if (locks.has('externalLinksLock')) return;
  if (hasLinks === 1) await fillLinks(tx, owner, links);
  else await addExternals(tx, 'externalLinks', owner, mergeLinks([], links, Date.now()));
}
