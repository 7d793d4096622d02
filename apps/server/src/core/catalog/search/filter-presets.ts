import {
  BOOK_SORT_FIELDS,
  FilterPreset,
  type FilterPresetNew,
  type FilterPresetUpdate,
  SERIES_SORT_FIELDS,
} from '@lectern/contract';
import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { parseBookCondition, parseSeriesCondition } from '#core/rules/filters/parse-condition.ts';
import { parseSort } from '#core/rules/filters/parse-sort.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import { findLibrary } from '#db/repos/catalog/libraries.repo.ts';
import {
  countPresets,
  deletePreset,
  type FilterPresetRow,
  findPreset,
  listPresets,
  type PresetFilter,
  putPreset,
} from '#db/repos/lists/filter-presets.repo.ts';
import { lockFor } from '#db/sql/dialect.ts';
import { isUniqueViolation } from '#db/sql/database-errors.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import { say } from '#words/say.ts';

interface PresetContext {
  readonly db: Database;
}

/** Of one user. */
const MAX_PRESETS = 500;

function toPreset({ nameKey: _key, userId: _user, ...row }: FilterPresetRow): FilterPreset {
  return FilterPreset.parse({
    ...row,
    condition: JSON.parse(row.condition) as unknown,
    libraryId: row.libraryId === '' ? null : row.libraryId,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  });
}

function notFound(id: string): AppError {
  return new AppError('NotFound', `Filter preset ${id} not found`);
}

/** Refuses what a list would refuse. */
async function check({ db }: PresetContext, viewer: Viewer, row: FilterPresetRow): Promise<void> {
  const condition: unknown = JSON.parse(row.condition);
  const sort = { sort: row.sort ?? undefined };
  if (row.target === 'books') {
    parseBookCondition(condition);
    parseSort(sort, BOOK_SORT_FIELDS, { field: 'title', direction: 'asc' });
  } else {
    parseSeriesCondition(condition);
    parseSort(sort, SERIES_SORT_FIELDS, { field: 'title', direction: 'asc' });
  }
  if (row.libraryId !== '' && (await findLibrary(db.read, viewer, row.libraryId)) === undefined) {
    throw new AppError('NotFound', `Library ${row.libraryId} not found`);
  }
}

/** Checks and writes a preset. @param checkAllowed runs in the transaction of the write */
async function save(
  ctx: PresetContext,
  viewer: Viewer,
  row: FilterPresetRow,
  checkAllowed: (tx: Tx) => Promise<void>,
): Promise<FilterPreset> {
  await check(ctx, viewer, row);
  try {
    await ctx.db.transaction(async (tx) => {
      await checkAllowed(tx);
      await putPreset(tx, row);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('Conflict', say('There is already a saved filter “{name}”', { name: row.name }), {
      cause: error,
    });
  }
  return toPreset(row);
}

/** Presets of the viewer, by name. */
export async function listFilterPresets(
  { db }: PresetContext,
  viewer: Viewer,
  filter: PresetFilter,
): Promise<{ readonly presets: FilterPreset[] }> {
  return { presets: (await listPresets(db.read, viewer.userId, filter)).map(toPreset) };
}

async function getRow({ db }: PresetContext, viewer: Viewer, id: string): Promise<FilterPresetRow> {
  const row = await findPreset(db.read, viewer.userId, id);
  if (row === undefined) throw notFound(id);
  return row;
}

/** One preset of the viewer. @throws {AppError} `NotFound` */
export async function getFilterPreset(ctx: PresetContext, viewer: Viewer, id: string): Promise<FilterPreset> {
  return toPreset(await getRow(ctx, viewer, id));
}

/**
 * Stores a new preset.
 * @throws {AppError} `BadRequest` for an invalid condition or sort, or too many presets; `NotFound` for an unknown library;
 * `Conflict` for a name in use
 */
export async function createFilterPreset(
  ctx: PresetContext,
  viewer: Viewer,
  { name, scope, target, condition, query = null, sort = null, libraryId }: z.output<typeof FilterPresetNew>,
): Promise<FilterPreset> {
  const { userId } = viewer;
  const at = Date.now();
  const row: FilterPresetRow = {
    id: newId(),
    userId,
    name,
    nameKey: nameKey(name),
    scope,
    target,
    condition: JSON.stringify(condition),
    query,
    sort,
    libraryId: libraryId ?? '',
    createdAt: at,
    updatedAt: at,
  };
  return await save(ctx, viewer, row, async (tx) => {
    await lockFor(tx.kind, tx.write, `presets of ${userId}`);
    if ((await countPresets(tx.read, userId)) < MAX_PRESETS) return;
    throw new AppError(
      'BadRequest',
      say('You can have at most {max, plural, one {# saved filter} other {# saved filters}}', { max: MAX_PRESETS }),
    );
  });
}

/** Changes the given fields of a preset. @throws {AppError} as `createFilterPreset`, also `NotFound` for the preset */
export async function updateFilterPreset(
  ctx: PresetContext,
  viewer: Viewer,
  { id, ...update }: z.output<typeof FilterPresetUpdate> & { readonly id: string },
): Promise<FilterPreset> {
  const known = await getRow(ctx, viewer, id);
  const { name = known.name, condition, query = known.query, sort = known.sort, libraryId = known.libraryId } = update;
  const row: FilterPresetRow = {
    ...known,
    name,
    nameKey: nameKey(name),
    query,
    sort,
    condition: condition === undefined ? known.condition : JSON.stringify(condition),
    libraryId: libraryId ?? '',
    updatedAt: Date.now(),
  };
  return await save(ctx, viewer, row, async (tx) => {
    if ((await findPreset(tx.read, viewer.userId, id)) === undefined) throw notFound(id);
  });
}

/** Deletes a preset of the viewer. @throws {AppError} `NotFound` */
export async function deleteFilterPreset({ db }: PresetContext, viewer: Viewer, id: string): Promise<void> {
  const isDeleted = await db.transaction(async (tx) => deletePreset(tx, viewer.userId, id));
  if (!isDeleted) throw notFound(id);
}
