import { newId } from '../../new-id.ts';
import { chunked } from '../../sql/dialect.ts';
import { lockForReference } from '#db/sql/row-locks.ts';
import type { Tx } from '../../open.ts';
import { runPrecompiled, slot } from '../../precompiled.ts';
import { termTables, type TermKind, type TermOwner } from './term-tables.ts';
import { distinctNames, findTerms } from './find-terms.repo.ts';
import { writeChunked } from './read-rows.ts';

/** Those of the terms that exist, protected from removal until the transaction ends. */
async function keepTerms(tx: Tx, kind: TermKind, termIds: readonly string[]): Promise<ReadonlySet<string>> {
  // SQLite has one writer anyway.
  if (tx.kind === 'sqlite') return new Set(termIds);
  const kept = new Set<string>();
  for (const ids of chunked(termIds)) {
    const query = tx.write.selectFrom(termTables(kind, 'book').terms).select('id').where('id', 'in', ids).orderBy('id');
    for (const { id } of await lockForReference(tx.kind, query).execute()) kept.add(id);
  }
  return kept;
}

/**
 * Ids of terms by the keys of their names; missing terms are made.
 * @param keeps true to keep all until the transaction ends; else another may remove one, and the foreign key refuses its link
 */
async function findOrInsertIds(
  tx: Tx,
  kind: TermKind,
  names: ReadonlyMap<string, string>,
  keeps: boolean,
): Promise<ReadonlyMap<string, string>> {
  const { terms } = termTables(kind, 'book');
  // In one order, so that two transactions cannot deadlock.
  const keys = [...names.keys()].toSorted();
  for (;;) {
    const found = await findTerms(tx.read, kind, keys);
    const ids = [...found.values()].map(({ id }) => id);
    const kept = keeps ? await keepTerms(tx, kind, ids) : new Set(ids);
    const missing = keys.filter((key) => !kept.has(found.get(key)?.id ?? ''));
    if (missing.length === 0) return new Map(keys.map((key) => [key, found.get(key)?.id ?? '']));
    const createdAt = Date.now();
    const rows = missing.map((key) => ({ id: newId(), name: names.get(key) ?? key, nameKey: key, createdAt }));
    await writeChunked(rows, (values) =>
      tx.write
        .insertInto(terms)
        .values(values)
        .onConflict((conflict) => conflict.column('nameKey').doNothing()),
    );
  }
}

async function listLinks(tx: Tx, kind: TermKind, { kind: owner, id }: TermOwner): Promise<readonly string[]> {
  const { links, termId, ownerId } = termTables(kind, owner);
  const rows = await runPrecompiled(tx.read, `${owner} ${kind} links`, { id }, () =>
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
  await writeChunked(rows, (values) =>
    tx.write
      .insertInto(links)
      .values(values)
      .onConflict((conflict) =>
        conflict.columns([ownerId, termId]).doUpdateSet((eb) => ({ position: eb.ref('excluded.position') })),
      ),
  );
}

/** Replaces the terms of a book or series, in this order. @returns whether it had others */
export async function writeTerms(tx: Tx, kind: TermKind, owner: TermOwner, names: readonly string[]): Promise<boolean> {
  const wanted = distinctNames(names);
  const known = await listLinks(tx, kind, owner);
  if (wanted.size === 0 && known.length === 0) return false;
  const ids = await findOrInsertIds(tx, kind, wanted, true);
  const chosen = [...new Set([...wanted.keys()].flatMap((key) => ids.get(key) ?? []))];
  if (chosen.length === known.length && chosen.every((id, index) => id === known[index])) return false;
  const gone = known.filter((id) => !chosen.includes(id));
  const { links, termId, ownerId } = termTables(kind, owner.kind);
  await writeChunked(gone, (some) =>
    tx.write.deleteFrom(links).where(ownerId, '=', owner.id).where(termId, 'in', some),
  );
  await upsertLinks(tx, kind, owner, chosen);
  return true;
}

/**
 * Adds terms to a book or series that has none.
 * @throws {Error} an admin removed one of them at the same moment: the caller runs again
 */
export async function addTerms(tx: Tx, kind: TermKind, owner: TermOwner, names: readonly string[]): Promise<void> {
  const wanted = distinctNames(names);
  if (wanted.size === 0) return;
  const ids = await findOrInsertIds(tx, kind, wanted, false);
  await upsertLinks(tx, kind, owner, [...new Set([...wanted.keys()].flatMap((key) => ids.get(key) ?? []))]);
}
