import { newId } from '#db/new-id.ts';
import { chunked } from '../../sql/dialect.ts';
import { referred } from '../../sql/row-locks.ts';
import { nameKey } from '../../sql/row-trigger.ts';
import type { ReadDb, Tx } from '../../open.ts';
import { runPrecompiled, slot, slotsFor, writePrecompiled } from '../../precompiled.ts';

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

const GENRES = {
  terms: 'genre',
  aliases: 'genreAlias',
  links: 'bookGenre',
  termId: 'genreId',
  ownerId: 'bookId',
} as const;

type Tables = typeof GENRES;

const TAGS = { terms: 'tag', aliases: 'tagAlias', termId: 'tagId' } as const;

/** Tables with the same columns under other names pass for those of the genres of books, so that one query serves all. */
function alike(tables: Readonly<Record<keyof Tables, string>>): Tables {
  return tables as unknown as Tables;
}

const TABLES: Readonly<Record<TermKind, Readonly<Record<TermOwner['kind'], Tables>>>> = {
  genre: {
    book: GENRES,
    series: alike({ ...GENRES, links: 'seriesGenre', ownerId: 'seriesId' }),
  },
  tag: {
    book: alike({ ...TAGS, links: 'bookTag', ownerId: 'bookId' }),
    series: alike({ ...TAGS, links: 'seriesTag', ownerId: 'seriesId' }),
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

/** Up to this many names or terms, each count has its own cached statement; more are rare for a book. */
const FEW = 8;

function shapeOf(name: string, count: number): string | undefined {
  return count > FEW ? undefined : `${name} ${String(count)}`;
}

/** Values for slots that are named by their place, and those slots. */
function numbered(values: readonly string[]) {
  const named = values.map((value, index) => [`value${String(index)}`, value] as const);
  return { values: Object.fromEntries(named), slots: named.map(([name]) => slot<string>(name)) };
}

/** Terms that names mean, also by what they were called before or were merged from; by the key of the name. */
async function findTerms(db: ReadDb, kind: TermKind, keys: readonly string[]): Promise<Map<string, NamedTerm>> {
  const { terms, aliases } = termTables(kind, 'book');
  const found = new Map<string, NamedTerm>();
  for (const some of chunked(keys)) {
    const { values, slots } = numbered(some);
    const rows = await runPrecompiled<NamedTerm & { readonly key: string }>(
      db,
      shapeOf(`${kind} by names`, some.length),
      values,
      () =>
        db
          .selectFrom(aliases)
          .innerJoin(`${terms} as term`, 'term.id', `${aliases}.termId`)
          .select([`${aliases}.nameKey as key`, 'term.id', 'term.name'])
          .where(`${aliases}.nameKey`, 'in', slots)
          .unionAll(db.selectFrom(terms).select(['nameKey as key', 'id', 'name']).where('nameKey', 'in', slots)),
    );
    for (const { key, ...term } of rows) found.set(key, term);
  }
  return found;
}

type NamedTerm = Pick<Term, 'id' | 'name'>;

/** Names as the terms are called that they mean, each once, in their order; new ones stay as they are. */
export async function spellTerms(
  db: ReadDb,
  kind: TermKind,
  lists: readonly (readonly string[])[],
): Promise<string[][]> {
  const keys = [...new Set(lists.flatMap((names) => [...distinctNames(names).keys()]))];
  const known = keys.length === 0 ? new Map<string, NamedTerm>() : await findTerms(db, kind, keys);
  return lists.map((names) => [
    ...new Set([...distinctNames(names)].map(([key, name]) => known.get(key)?.name ?? name)),
  ]);
}

/** Those of some terms that are there, and will be until the transaction ends. */
async function keepTerms(tx: Tx, kind: TermKind, termIds: readonly string[]): Promise<ReadonlySet<string>> {
  // SQLite has one writer anyway.
  if (tx.kind === 'sqlite') return new Set(termIds);
  const kept = new Set<string>();
  for (const ids of chunked(termIds)) {
    const query = tx.write.selectFrom(termTables(kind, 'book').terms).select('id').where('id', 'in', ids).orderBy('id');
    for (const { id } of await referred(tx.kind, query).execute()) kept.add(id);
  }
  return kept;
}

/**
 * Ids of terms by the keys of their names, kept from being removed until the transaction ends; those that nobody named before
 * are made.
 * @param names by key, as `distinctNames` gives them
 */
async function idsOf(tx: Tx, kind: TermKind, names: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const { terms } = termTables(kind, 'book');
  // In one order everywhere: two that make the same terms never wait for each other.
  const keys = [...names.keys()].toSorted();
  for (;;) {
    const found = await findTerms(tx.read, kind, keys);
    const kept = await keepTerms(
      tx,
      kind,
      [...found.values()].map(({ id }) => id),
    );
    const missing = keys.filter((key) => !kept.has(found.get(key)?.id ?? ''));
    if (missing.length === 0) return new Map(keys.map((key) => [key, found.get(key)?.id ?? '']));
    const createdAt = Date.now();
    const rows = missing.map((key) => ({ id: newId(), name: names.get(key) ?? key, nameKey: key, createdAt }));
    for (const values of chunked(rows)) {
      await tx.write
        .insertInto(terms)
        .values(values)
        .onConflict((conflict) => conflict.column('nameKey').doNothing())
        .execute();
    }
  }
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
  for (const some of chunked(rows)) {
    const values = Object.assign({}, ...some.map((row, index) => suffixed(row, index))) as Record<string, unknown>;
    const shape = shapeOf(`${owner.kind} ${kind} links of`, some.length);
    await writePrecompiled(tx, shape, values, () =>
      tx.write
        .insertInto(links)
        .values(some.map((row, index) => slotsFor(row, String(index))))
        .onConflict((conflict) =>
          conflict.columns([ownerId, termId]).doUpdateSet((eb) => ({ position: eb.ref('excluded.position') })),
        ),
    );
  }
}

/** A row with its place in the statement behind the names of its columns, as `slotsFor` names them. */
function suffixed(row: Readonly<Record<string, unknown>>, index: number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column + String(index), value]));
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
  const chosen = [...new Set([...wanted.keys()].flatMap((key) => ids.get(key) ?? []))];
  if (chosen.length === known.length && chosen.every((id, index) => id === known[index])) return false;
  const kept = new Set(chosen);
  const gone = known.filter((id) => !kept.has(id));
  await deleteLinks(tx, kind, owner, gone);
  await upsertLinks(tx, kind, owner, chosen);
  return true;
}

/** The same for a book or series that has none. */
export async function addTerms(tx: Tx, kind: TermKind, owner: TermOwner, names: readonly string[]): Promise<void> {
  const wanted = distinctNames(names);
  if (wanted.size === 0) return;
  const ids = await idsOf(tx, kind, wanted);
  await upsertLinks(tx, kind, owner, [...new Set([...wanted.keys()].flatMap((key) => ids.get(key) ?? []))]);
}

/** Names of what the live books of a series have: what it has itself unless a person chose something else. */
export async function listNamesOfBooks(db: ReadDb, kind: TermKind, seriesId: string): Promise<string[]> {
  const { terms, links, termId } = termTables(kind, 'book');
  const rows = await db
    .selectFrom(`${terms} as term`)
    .select('term.name')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom(`${links} as link`)
          .innerJoin('book', 'book.id', 'link.bookId')
          .select('book.id')
          .whereRef(`link.${termId}`, '=', 'term.id')
          .where('book.seriesId', '=', seriesId)
          .where('book.deletedAt', 'is', null),
      ),
    )
    .orderBy('term.nameKey')
    .execute();
  return rows.map(({ name }) => name);
}
