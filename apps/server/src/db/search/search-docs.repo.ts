import { chunked } from '../sql/dialect.ts';
import type { Tx } from '../open.ts';
import { lineStart } from './found-docs.repo.ts';
import { putGrams, removeGrams } from './gram-index.ts';
import type { SearchKind } from './grams.ts';

/** A document for the index; texts are encoded. */
export interface SearchDoc {
  readonly kind: SearchKind;
  readonly entityId: string;
  readonly names: string;
  readonly rest: string;
  readonly sortKey: string;
}

const INSERT_ROWS = 2_000;

interface WrittenDoc {
  readonly id: number;
  readonly kind: SearchKind;
  readonly names: string;
  readonly rest: string;
}

async function putNames(tx: Tx, docs: readonly WrittenDoc[]): Promise<void> {
  await removeNames(
    tx,
    docs.map(({ id }) => id),
  );
  const rows = docs.flatMap(({ id, kind, names }) => {
    const lines = new Set(names.split('\n').map((line) => lineStart(line.trim())));
    lines.delete('');
    return [...lines].map((line) => ({ docId: id, kind, line }));
  });
  for (let from = 0; from < rows.length; from += INSERT_ROWS) {
    await tx.write
      .insertInto('searchName')
      .values(rows.slice(from, from + INSERT_ROWS))
      .execute();
  }
}

async function removeNames(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.write.deleteFrom('searchName').where('docId', 'in', ids).execute();
}

/** Writes documents, or replaces them. */
export async function putDocs(tx: Tx, docs: readonly SearchDoc[]): Promise<void> {
  for (const some of chunked(docs)) {
    const rows = await tx.write
      .insertInto('searchDoc')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['kind', 'entityId']).doUpdateSet((eb) => ({
          names: eb.ref('excluded.names'),
          rest: eb.ref('excluded.rest'),
          sortKey: eb.ref('excluded.sortKey'),
        })),
      )
      .returning(['id', 'kind', 'entityId', 'names', 'rest'])
      .execute();
    const kinds = new Map(some.map(({ kind, entityId }) => [`${kind} ${entityId}`, kind]));
    const written = rows.flatMap(({ id, kind: name, entityId, names, rest }): WrittenDoc[] => {
      const kind = kinds.get(`${name} ${entityId}`);
      return kind === undefined ? [] : [{ id, kind, names, rest }];
    });
    await putGrams(tx, written);
    await putNames(tx, written);
  }
}

/** Deletes the documents of deleted rows. */
export async function removeDocs(tx: Tx, kind: SearchKind, entityIds: readonly string[]): Promise<void> {
  for (const some of chunked(entityIds)) {
    const rows = await tx.write
      .deleteFrom('searchDoc')
      .where('kind', '=', kind)
      .where('entityId', 'in', some)
      .returning('id')
      .execute();
    const ids = rows.map(({ id }) => id);
    await removeGrams(tx, ids);
    await removeNames(tx, ids);
  }
}
