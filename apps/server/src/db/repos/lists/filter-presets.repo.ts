import type { Selectable } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { FilterPresetTable } from '../../schema/index.ts';
import { countRows, isFound } from '../rows/read-rows.ts';

export type FilterPresetRow = Selectable<FilterPresetTable>;

/** Which presets of a user are wanted. */
export interface PresetFilter {
  readonly scope?: string | undefined;
  readonly target?: string | undefined;
  readonly libraryId?: string | undefined;
}

/** Presets of a user, by name. */
export async function listPresets(db: ReadDb, userId: string, { scope, target, libraryId }: PresetFilter) {
  return db
    .selectFrom('filterPreset')
    .selectAll()
    .where('userId', '=', userId)
    .$if(scope !== undefined, (query) => query.where('scope', '=', scope ?? ''))
    .$if(target !== undefined, (query) => query.where('target', '=', target ?? ''))
    .$if(libraryId !== undefined, (query) => query.where('libraryId', '=', libraryId ?? ''))
    .orderBy('nameKey')
    .orderBy('id')
    .execute();
}

/** One preset of a user; undefined when it is another user's. */
export async function findPreset(db: ReadDb, userId: string, id: string): Promise<FilterPresetRow | undefined> {
  const query = db.selectFrom('filterPreset').selectAll().where('id', '=', id).where('userId', '=', userId);
  return query.executeTakeFirst();
}

/** How many presets a user has. */
export async function countPresets(db: ReadDb, userId: string): Promise<number> {
  const query = db.selectFrom('filterPreset').where('userId', '=', userId);
  return countRows(query);
}

/** Writes a preset, new or known by its id; for a name that is used the database refuses it (`isUniqueViolation`). */
export async function putPreset(tx: Tx, row: FilterPresetRow): Promise<void> {
  await tx.write
    .insertInto('filterPreset')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** Deletes a preset of a user; false when there is none. */
export async function deletePreset(tx: Tx, userId: string, id: string): Promise<boolean> {
  const query = tx.write.deleteFrom('filterPreset').where('id', '=', id).where('userId', '=', userId);
  return isFound(query.returning('id'));
}
