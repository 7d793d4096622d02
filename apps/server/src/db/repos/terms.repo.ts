import { randomUUIDv7 } from 'node:crypto';
import { chunked, referred } from '../dialect.ts';
import { nameKey } from '../name-key.ts';
import type { ReadDb, Tx } from '../open.ts';
import { runPrecompiled, slot } from '../precompiled.ts';

/** Genres and tags are kept alike, in tables of their own. */
export type TermKind = 'genre' | 'tag';

/** A genre or tag as it is attached to something. */
export interface Term {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
}

/** What has terms. */
export interface TermOwner {
  readonly kind: 'book' | 'series';
  readonly id: string;
}

const GENRES = { terms: 'genre', links: 'bookGenre', termId: 'genreId', ownerId: 'bookId' } as const;

type Tables = typeof GENRES;

/** Tables with the same columns under other names pass for those of the genres of books, so that one query serves all. */
function alike(tables: Readonly<Record<keyof Tables, string>>): Tables {
  return tables as unknown as Tables;
}

const TABLES: Readonly<Record<TermKind, Readonly<Record<TermOwner['kind'], Tables>>>> = {
  genre: {
    book: GENRES,
    series: alike({ terms: 'genre', links: 'seriesGenre', termId: 'genreId', ownerId: 'seriesId' }),
  },
  tag: {
    book: alike({ terms: 'tag', links: 'bookTag', termId: 'tagId', ownerId: 'bookId' }),
    series: alike({ terms: 'tag', links: 'seriesTag', termId: 'tagId', ownerId: 'seriesId' }),
  },
};

/** The tables of a kind of terms and of what has them. */
export function termTables(kind: TermKind, owner: TermOwner['kind']): Tables {
  return TABLES[kind][owner];
}

/** A term with what has it. */
export interface OwnedTerm extends Term {
  readonly ownerId: string;
}

/** The terms of some books or series, in the order in which each has them. */
export async function listTermsOf(
  db: ReadDb,
  kind: TermKind,
  owner: TermOwner['kind'],
  ownerIds: readonly string[],
): Promise<OwnedTerm[]> {
  const { terms, links, termId, ownerId } = termTables(kind, owner);
  const found: OwnedTerm[] = [];
  for (const ids of chunked(ownerIds)) {
    const rows = await db
      .selectFrom(`${links} as link`)
      .innerJoin(`${terms} as term`, 'term.id', `link.${termId}`)
      .select(['term.id', 'term.name', 'term.createdAt', `link.${ownerId} as ownerId`])
      .where(`link.${ownerId}`, 'in', ids)
      .orderBy('link.position')
      .orderBy('term.nameKey')
      .execute();
    found.push(...rows);
  }
  return found;
}

/** Names without doubles and blanks, trimmed, by their keys; the first spelling stays. */
export function distinctNames(names: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of names) {
    const key = nameKey(name);
    if (key !== '' && !found.has(key)) found.set(key, name.trim());
  }
  return found;
}

/**
 * Ids of terms by their keys, kept from being removed until the transaction ends; those that nobody named before are made.
 * @param names by key, as `distinctNames` gives them
 */
async function idsOf(tx: Tx, kind: TermKind, names: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const { terms } = termTables(kind, 'book');
  const found = new Map<string, string>();
  // In one order everywhere: two that make the same terms never wait for each other.
  let missing = [...names.keys()].toSorted();
  while (missing.length > 0) {
    for (const keys of chunked(missing)) {
      const query = tx.write.selectFrom(terms).select(['id', 'nameKey']).where('nameKey', 'in', keys);
      for (const { id, nameKey: key } of await referred(tx.kind, query).execute()) found.set(key, id);
    }
    missing = missing.filter((key) => !found.has(key));
    for (const keys of chunked(missing)) {
      const createdAt = Date.now();
      const rows = keys.map((key) => ({ id: randomUUIDv7(), name: names.get(key) ?? key, nameKey: key, createdAt }));
      await tx.write
        .insertInto(terms)
        .values(rows)
        .onConflict((conflict) => conflict.column('nameKey').doNothing())
        .execute();
    }
  }
  return found;
}

async function listLinks(tx: Tx, kind: TermKind, { kind: owner, id }: TermOwner): Promise<readonly string[]> {
  const { links, termId, ownerId } = termTables(kind, owner);
  const rows = await runPrecompiled<{ readonly id: string }>(tx.read, `${owner} ${kind} links`, { id }, () =>
    tx.read
      .selectFrom(links)
      .select(`${termId} as id`)
      .where(ownerId, '=', slot<string>('id'))
      .orderBy('position')
      .orderBy(termId),
  );
  return rows.map((row) => row.id);
}

async function upsertLinks(tx: Tx, kind: TermKind, owner: TermOwner, termIds: readonly string[]): Promise<void> {
  const { links, termId, ownerId } = termTables(kind, owner.kind);
  const rows = termIds.map((id, position) => ({ [ownerId]: owner.id, [termId]: id, position }));
  for (const values of chunked(rows)) {
    await tx.write
      .insertInto(links)
      // The two computed names are those of the columns.
      .values(values as unknown as { bookId: string; genreId: string; position: number }[])
      .onConflict((conflict) =>
        conflict.columns([ownerId, termId]).doUpdateSet((eb) => ({ position: eb.ref('excluded.position') })),
      )
      .execute();
  }
}

async function deleteLinks(tx: Tx, kind: TermKind, owner: TermOwner, termIds: readonly string[]): Promise<void> {
  const { links, termId, ownerId } = termTables(kind, owner.kind);
  for (const ids of chunked(termIds)) {
    await tx.write.deleteFrom(links).where(ownerId, '=', owner.id).where(termId, 'in', ids).execute();
  }
}

/**
 * Gives a book or series these terms, in this order, in place of those that it has. Those of a series that nobody locked
 * follow from its books by themselves.
 * @returns whether it had others
 */
export async function writeTerms(tx: Tx, kind: TermKind, owner: TermOwner, names: readonly string[]): Promise<boolean> {
  const wanted = distinctNames(names);
  const known = await listLinks(tx, kind, owner);
  if (wanted.size === 0 && known.length === 0) return false;
  const ids = await idsOf(tx, kind, wanted);
  const chosen = [...wanted.keys()].flatMap((key) => ids.get(key) ?? []);
  if (chosen.length === known.length && chosen.every((id, index) => id === known[index])) return false;
  const kept = new Set(chosen);
  const gone = known.filter((id) => !kept.has(id));
  await deleteLinks(tx, kind, owner, gone);
  await upsertLinks(tx, kind, owner, chosen);
  return true;
}
