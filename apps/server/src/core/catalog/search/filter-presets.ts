import {
  BOOK_SORT_FIELDS,
  FilterPreset,
  type FilterPresetNew,
  type FilterPresetUpdate,
  SERIES_SORT_FIELDS,
} from '@lectern/contract';
import type { z } from 'zod';
import { isUniqueViolation } from '#db/sql/database-errors.ts';
import { lockFor } from '#db/sql/dialect.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import {
  countPresets,
  deletePreset,
  type FilterPresetRow,
  findPreset,
  listPresets,
  type PresetFilter,
  putPreset,
} from '#db/repos/lists/filter-presets.repo.ts';
import { findLibrary } from '#db/repos/catalog/libraries.repo.ts';
import { parseSort } from '#core/rules/filters/parse-sort.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { parseBookCondition, parseSeriesCondition } from '#core/rules/filters/parse-condition.ts';

interface PresetContext {
  readonly db: Database;
}

type NewPreset = z.output<typeof FilterPresetNew>;
type PresetUpdate = z.output<typeof FilterPresetUpdate>;

/** A user keeps at most so many. */
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

/** Refuses what no list would take. */
async function check(ctx: PresetContext, viewer: Viewer, row: FilterPresetRow): Promise<void> {
  const condition: unknown = JSON.parse(row.condition);
  const isOfBooks = row.target === 'books';
  if (isOfBooks) parseBookCondition(condition);
  else parseSeriesCondition(condition);
  const sort = { sort: row.sort ?? undefined };
  if (isOfBooks) parseSort(sort, BOOK_SORT_FIELDS, { field: 'title', direction: 'asc' });
  else parseSort(sort, SERIES_SORT_FIELDS, { field: 'title', direction: 'asc' });
  if (row.libraryId !== '' && (await findLibrary(ctx.db.read, viewer, row.libraryId)) === undefined) {
    throw new AppError('NotFound', `Library ${row.libraryId} not found`);
  }
}

async function write({ db }: PresetContext, row: FilterPresetRow, isAllowed: (tx: Tx) => Promise<void>): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await isAllowed(tx);
      await putPreset(tx, row);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('Conflict', `There is a filter preset "${row.name}" already`, { cause: error });
  }
}

/** Filters that the viewer has kept, by name. */
export async function listFilterPresets(
  { db }: PresetContext,
  viewer: Viewer,
  filter: PresetFilter,
): Promise<{ readonly presets: FilterPreset[] }> {
  return { presets: (await listPresets(db.read, viewer.userId, filter)).map(toPreset) };
}

/**
 * One of them.
 * @throws {AppError} `NotFound`
 */
export async function getFilterPreset({ db }: PresetContext, viewer: Viewer, id: string): Promise<FilterPreset> {
  const row = await findPreset(db.read, viewer.userId, id);
  if (row === undefined) throw notFound(id);
  return toPreset(row);
}

/**
 * Keeps a filter.
 * @throws {AppError} `BadRequest` for a condition or sort that its target does not take, or when there are too many,
 * `NotFound` for a library that is not there, `Conflict` for a name that is used
 */
export async function createFilterPreset(
  ctx: PresetContext,
  viewer: Viewer,
  { name, scope, target, condition, query, sort, libraryId }: NewPreset,
): Promise<FilterPreset> {
  const at = Date.now();
  const row: FilterPresetRow = {
    id: newId(),
    userId: viewer.userId,
    ...{ name, nameKey: nameKey(name), scope, target },
    condition: JSON.stringify(condition),
    query: query ?? null,
    sort: sort ?? null,
    libraryId: libraryId ?? '',
    ...{ createdAt: at, updatedAt: at },
  };
  await check(ctx, viewer, row);
  await write(ctx, row, async (tx) => {
    await lockFor(tx.kind, tx.write, `presets of ${viewer.userId}`);
    if ((await countPresets(tx.read, viewer.userId)) < MAX_PRESETS) return;
    throw new AppError('BadRequest', `You have ${MAX_PRESETS} filter presets, which is the most`);
  });
  return toPreset(row);
}

/**
 * Changes a kept filter; what is left out stays.
 * @throws {AppError} as `createFilterPreset`, `NotFound` also for the preset
 */
export async function updateFilterPreset(
  ctx: PresetContext,
  viewer: Viewer,
  { id, ...update }: PresetUpdate & { readonly id: string },
): Promise<FilterPreset> {
  const known = await findPreset(ctx.db.read, viewer.userId, id);
  if (known === undefined) throw notFound(id);
  const { name = known.name, condition, query = known.query, sort = known.sort, libraryId = known.libraryId } = update;
  const row: FilterPresetRow = {
    ...known,
    ...{ name, nameKey: nameKey(name), query, sort },
    condition: condition === undefined ? known.condition : JSON.stringify(condition),
    libraryId: libraryId ?? '',
    updatedAt: Date.now(),
  };
  await check(ctx, viewer, row);
  await write(ctx, row, async (tx) => {
    if ((await findPreset(tx.read, viewer.userId, id)) === undefined) throw notFound(id);
  });
  return toPreset(row);
}

/**
 * Forgets a kept filter.
 * @throws {AppError} `NotFound`
 */
export async function deleteFilterPreset({ db }: PresetContext, viewer: Viewer, id: string): Promise<void> {
  const isThere = await db.transaction(async (tx) => deletePreset(tx, viewer.userId, id));
  if (!isThere) throw notFound(id);
}
