import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { type BookBelonging, listBelongings } from '#db/repos/reading/statistics.repo.ts';
import { listOwnerTerms } from '#db/repos/rows/find-terms.repo.ts';
import { addTo, getOrInsert, emptySums, type Sums, toPart } from './reading-sums.ts';

/** Only the most-read books count for genres and authors. */
const MOST_BOOKS = 10_000;
const BATCH = 500;

const Authors = z.array(z.object({ name: z.string() })).catch([]);

interface GroupSums extends Sums {
  readonly name: string;
  readonly books: Set<string>;
}

type Group = Map<string, GroupSums>;

type Book = readonly [id: string, sums: Sums];

/** By time, then by pages, most first. */
function mostFirst(one: Sums, other: Sums): number {
  const time = ({ measuredMs, inferredMs }: Sums): number => measuredMs + inferredMs;
  const longer = time(other) - time(one);
  return longer === 0 ? other.pages - one.pages : longer;
}

function add(group: Group, key: string, name: string, [id, sums]: Book): void {
  const entry = getOrInsert(group, key, () => ({ ...emptySums(), name, books: new Set<string>() }));
  addTo(entry, sums);
  entry.books.add(id);
}

/** Genres of books and of their series, by book. */
async function listGenres(
  db: Database,
  belongings: readonly BookBelonging[],
): Promise<Map<string, ReadonlySet<string>>> {
  const ids = belongings.map(({ id }) => id);
  const seriesIds = [...new Set(belongings.map(({ seriesId }) => seriesId))];
  const names = new Map<string, Set<string>>();
  const terms = [
    ...(await listOwnerTerms(db.read, 'genre', 'book', ids)),
    ...(await listOwnerTerms(db.read, 'genre', 'series', seriesIds)),
  ];
  for (const { ownerId, name } of terms) getOrInsert(names, ownerId, () => new Set<string>()).add(name);
  const of = (id: string): readonly string[] => [...(names.get(id) ?? [])];
  return new Map(belongings.map(({ id, seriesId }) => [id, new Set([...of(id), ...of(seriesId)])]));
}

function readAuthors({ authors }: BookBelonging): ReadonlySet<string> {
  return new Set(authors === null ? [] : Authors.parse(JSON.parse(authors)).map(({ name }) => name));
}

/** Sums up books by series, library, format, genre and author. */
export async function groupBooks(db: Database, viewer: Viewer, books: ReadonlyMap<string, Sums>) {
  const group = (): Group => new Map();
  const groups = { series: group(), libraries: group(), formats: group(), genres: group(), authors: group() };
  const ids = [...books].sort(([, one], [, other]) => mostFirst(one, other)).map(([id]) => id);
  for (let start = 0; start < ids.length; start += BATCH) {
    const belongings = await listBelongings(db.read, viewer, ids.slice(start, start + BATCH));
    const withNames = start < MOST_BOOKS ? belongings : [];
    const genres = await listGenres(db, withNames);
    for (const one of belongings) {
      const book = [one.id, books.get(one.id) ?? emptySums()] as const;
      add(groups.series, one.seriesId, one.seriesName, book);
      add(groups.libraries, one.libraryId, one.libraryName, book);
      add(groups.formats, one.format, one.format, book);
      for (const name of genres.get(one.id) ?? []) add(groups.genres, name, name, book);
      const authors = start < MOST_BOOKS ? readAuthors(one) : [];
      for (const name of authors) add(groups.authors, name, name, book);
    }
    await nextTurn();
  }
  return groups;
}

/** The entries of a group with most reading, in that order. */
export function rankGroup(group: Group, limit = Number.POSITIVE_INFINITY) {
  return [...group]
    .sort(([key], [otherKey]) => (key < otherKey ? -1 : 1))
    .sort(([, one], [, other]) => mostFirst(one, other))
    .slice(0, limit)
    .map(([key, sums]) => ({ key, name: sums.name, books: sums.books.size, part: toPart(sums) }));
}
