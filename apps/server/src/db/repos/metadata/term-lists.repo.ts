import { nonEmptyIds } from '../../sql/dialect.ts';
import { lockForUpdate } from '#db/sql/row-locks.ts';
import { nameKey } from '../../sql/row-trigger.ts';
import type { ReadDb, Tx } from '../../open.ts';
import { type Term, type TermKind, termTables } from '../rows/term-tables.ts';
import { countRows, readChunked, type Slice } from '../rows/read-rows.ts';
import { seesAll, type ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleSeries } from '../rows/visibility.ts';

/** Which terms a list holds. */
export interface TermFilter {
  /** Part of the name, case and accents apart. */
  readonly search?: string | undefined;
}

/** Text that is contained, as `like` takes it: its own wildcards are letters like any other. */
function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Terms of visible books and series; a viewer without limits also sees unused ones. */
function visibleTerms(db: ReadDb, viewerScope: ViewerScope, kind: TermKind, { search = '' }: TermFilter) {
  const ofBooks = termTables(kind, 'book');
  const ofSeries = termTables(kind, 'series');
  const part = nameKey(search);
  return db
    .selectFrom(`${ofBooks.terms} as term`)
    .$if(part !== '', (query) => query.where((eb) => eb('term.nameKey', 'like', containing(part))))
    .$if(!seesAll(viewerScope), (query) =>
      query.where((eb) =>
        eb.or([
          eb.exists(
            visibleBooks(db, viewerScope)
              .innerJoin(`${ofBooks.links} as link`, `link.${ofBooks.ownerId}`, 'book.id')
              .select('book.id')
              .where(`link.${ofBooks.termId}`, '=', eb.ref('term.id')),
          ),
          eb.exists(
            visibleSeries(db, viewerScope)
              .innerJoin(`${ofSeries.links} as link`, `link.${ofSeries.ownerId}`, 'series.id')
              .select('series.id')
              .where(`link.${ofSeries.termId}`, '=', eb.ref('term.id')),
          ),
        ]),
      ),
    );
}

/** A page of terms by name, and how many there are. */
export async function listTerms(
  db: ReadDb,
  viewerScope: ViewerScope,
  kind: TermKind,
  { limit, offset, ...filter }: TermFilter & Slice,
): Promise<{ readonly rows: Term[]; readonly total: number }> {
  const rows = await visibleTerms(db, viewerScope, kind, filter)
    .select(['term.id', 'term.name', 'term.createdAt'])
    .orderBy('term.nameKey')
    .limit(limit)
    .offset(offset)
    .execute();
  const total = await countRows(visibleTerms(db, viewerScope, kind, filter));
  return { rows, total };
}

/** How many series that the viewer may see have each of these terms. */
export async function countTermSeries(
  db: ReadDb,
  viewerScope: ViewerScope,
  kind: TermKind,
  termIds: readonly string[],
) {
  const { links, termId, ownerId } = termTables(kind, 'series');
  const rows = await visibleSeries(db, viewerScope)
    .innerJoin(`${links} as link`, `link.${ownerId}`, 'series.id')
    .select([`link.${termId} as id`])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(`link.${termId}`, 'in', nonEmptyIds(termIds))
    .groupBy(`link.${termId}`)
    .execute();
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** One term by id. */
export async function findTerm(db: ReadDb, kind: TermKind, id: string): Promise<Term | undefined> {
  const { terms } = termTables(kind, 'book');
  return db.selectFrom(terms).select(['id', 'name', 'createdAt']).where('id', '=', id).executeTakeFirst();
}

/** The term that a name is the name of, aliases apart. */
export async function findTermNamed(db: ReadDb, kind: TermKind, name: string): Promise<Term | undefined> {
  const { terms } = termTables(kind, 'book');
  return db
    .selectFrom(terms)
    .select(['id', 'name', 'createdAt'])
    .where('nameKey', '=', nameKey(name))
    .executeTakeFirst();
}

async function putAlias(tx: Tx, kind: TermKind, key: string, termId: string): Promise<void> {
  await tx.write
    .insertInto(termTables(kind, 'book').aliases)
    .values({ nameKey: key, termId })
    .onConflict((conflict) => conflict.column('nameKey').doUpdateSet({ termId }))
    .execute();
}

/** Renames a term; its old name stays as an alias. */
export async function renameTerm(tx: Tx, kind: TermKind, term: Term, name: string): Promise<void> {
  const { terms, aliases } = termTables(kind, 'book');
  const [before, after] = [nameKey(term.name), nameKey(name)];
  await tx.write.deleteFrom(aliases).where('nameKey', '=', after).execute();
  await tx.write.updateTable(terms).set({ name: name.trim(), nameKey: after }).where('id', '=', term.id).execute();
  if (before !== after) await putAlias(tx, kind, before, term.id);
}

/** Replaces terms by another one; their names become its aliases. */
export async function mergeTerms(tx: Tx, kind: TermKind, into: Term, merged: readonly Term[]): Promise<void> {
  const ids = merged.map(({ id }) => id);
  const { terms, aliases } = termTables(kind, 'book');
  for (const owner of ['book', 'series'] as const) {
    const { links, termId, ownerId } = termTables(kind, owner);
    await tx.write
      .insertInto(links)
      .columns([ownerId, termId, 'position'])
      .expression((eb) =>
        eb
          .selectFrom(`${links} as link`)
          .select([`link.${ownerId}`, eb.val(into.id).as('intoId')])
          .select((inner) => inner.fn.min('link.position').as('position'))
          .where(`link.${termId}`, 'in', ids)
          .groupBy(`link.${ownerId}`),
      )
      .onConflict((conflict) => conflict.columns([ownerId, termId]).doNothing())
      .execute();
  }
  await tx.write.updateTable(aliases).set({ termId: into.id }).where('termId', 'in', ids).execute();
  await tx.write.deleteFrom(terms).where('id', 'in', ids).execute();
  for (const { name } of merged) await putAlias(tx, kind, nameKey(name), into.id);
}

/** Removes a term from everything. */
export async function deleteTerm(tx: Tx, kind: TermKind, id: string): Promise<void> {
  await tx.write.deleteFrom(termTables(kind, 'book').terms).where('id', '=', id).execute();
}

/** The terms that nothing has, kept from being given to anything until the transaction ends. */
export async function listUnusedTerms(tx: Tx, kind: TermKind): Promise<Term[]> {
  const ofBooks = termTables(kind, 'book');
  const ofSeries = termTables(kind, 'series');
  const query = tx.write
    .selectFrom(ofBooks.terms)
    .select(['id', 'name', 'createdAt'])
    .where('id', 'not in', (eb) => eb.selectFrom(ofBooks.links).select(`${ofBooks.links}.${ofBooks.termId}`))
    .where('id', 'not in', (eb) => eb.selectFrom(ofSeries.links).select(`${ofSeries.links}.${ofSeries.termId}`))
    .orderBy('id');
  return lockForUpdate(tx.kind, query).execute();
}

/** Series that have one of these terms, with their libraries, a thousand at most. */
export async function listSeriesWith(db: ReadDb, kind: TermKind, termIds: readonly string[]) {
  const { links, termId, ownerId } = termTables(kind, 'series');
  const rows = await readChunked(termIds, (ids) =>
    db
      .selectFrom('series')
      .innerJoin(`${links} as link`, `link.${ownerId}`, 'series.id')
      .select(['series.id', 'series.libraryId'])
      .where(`link.${termId}`, 'in', ids)
      .limit(1_000),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return [...found.values()];
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
