import type { ManyEdited } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { listMatchingBooks } from '../search/match-books.ts';
import type { IdRange } from '../search/match-condition.ts';
import { listMatchingSeries } from '../search/match-series.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import { insertAction } from '#db/repos/metadata/metadata-journal.repo.ts';
import { insertWork } from '#db/repos/metadata/metadata-work.repo.ts';
import type { Queue } from '#jobs/queue.ts';
import { describeMany, editMany, listedChanges, type ManyEdit } from './edit-many.ts';
import { type MetadataContext, planOwners } from './edit-owners.ts';
import { COVER_LOCK } from './fields.ts';
import { actionKindOf, isSummarised, type Operation, plannerOf, StoredEdit } from './operations.ts';
import { newSummary } from './summarise.ts';

/** What editing whatever a condition finds takes. */
export interface MatchingContext extends MetadataContext {
  readonly queue: Queue;
}

/** Books or series by their ids; or by a condition, a text or both, of all libraries or one. */
export interface Selection {
  readonly ids?: readonly string[] | undefined;
  /** JSON. */
  readonly condition?: unknown;
  /** Words that have to be found, as in lists. */
  readonly fullTextSearch?: string | null | undefined;
  readonly libraryId?: string | undefined;
}

/** What is done to them. */
export type MatchingEdit = Omit<ManyEdit, 'ids'> & Selection;

/** As many are edited at once, while the request waits; more are the work of a task. */
const AT_ONCE = 500;
const PAGE = 5_000;

type Finder = (
  ctx: MatchingContext,
  viewer: Viewer,
  wanted: Omit<Selection, 'ids'>,
  range: IdRange,
) => Promise<string[]>;

/** Ids of all that a condition finds. */
async function findAll(ctx: MatchingContext, viewer: Viewer, { kind, ...wanted }: MatchingEdit): Promise<string[]> {
  const find: Finder = kind === 'book' ? listMatchingBooks : listMatchingSeries;
  const { condition, fullTextSearch, libraryId } = wanted;
  const ids: string[] = [];
  for (let after = ''; ; ) {
    const page = await find(ctx, viewer, { condition, fullTextSearch, libraryId }, { after, limit: PAGE });
    ids.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return ids;
    after = last;
  }
}

/** What would change, a few hundred at a time. */
async function preview(ctx: MatchingContext, viewer: Viewer, edit: ManyEdit): Promise<ManyEdited> {
  const { kind, operation } = edit;
  const result: ManyEdited = {
    ...{ updatedCount: 0, matchedCount: 0, dryRun: true, actionId: null, taskId: null, changes: [] },
    message: '',
  };
  let lockedCount = 0;
  const summary = newSummary();
  for (let index = 0; index < edit.ids.length; index += AT_ONCE) {
    const ids = edit.ids.slice(index, index + AT_ONCE);
    const planned = await planOwners(ctx.db.read, viewer, { kind, ids, plan: plannerOf(kind, operation) });
    result.matchedCount += planned.length;
    if (isSummarised(operation)) summary.add(planned.map(({ state }) => state));
    lockedCount += planned.filter(({ meetsLock }) => meetsLock).length;
    result.updatedCount += planned.filter(({ changes }) => changes.length > 0).length;
    if (index === 0) result.changes = listedChanges(planned);
  }
  const fields = isSummarised(operation) ? { fields: summary.fields() } : {};
  return { ...result, ...fields, lockedCount, message: describeMany(kind, result.updatedCount, true) };
}

function refuseCoverLock(kind: ManyEdit['kind'], operation: Operation): void {
  const path = COVER_LOCK[kind];
  if (operation.name !== 'lock' || operation.locks[path] === undefined) return;
  const message = `can be set and cleared for ${String(AT_ONCE)} at once at most`;
  throw new AppError('BadRequest', `Invalid body: ${path}: ${message}`, { details: [{ path, message }] });
}

/** Leaves an edit to a task: what it is about is settled now, and may be changed as it goes. */
async function queueEdit(ctx: MatchingContext, viewer: Viewer, edit: ManyEdit): Promise<ManyEdited> {
  const { kind, ids, operation } = edit;
  refuseCoverLock(kind, operation);
  const actionId = newId();
  const { userId, username, libraryIds } = viewer;
  const request = JSON.stringify(StoredEdit.parse({ kind, operation, by: { userId, username, libraryIds } }));
  const taskId = await ctx.db.transaction(async (tx) => {
    await insertAction(tx, { actionId, kind: actionKindOf(operation, ids.length), viewer, at: Date.now() });
    await insertWork(tx, { actionId, request }, ids);
    return ctx.queue.enqueue(tx, 'edit_metadata', { actionId });
  });
  const message = `${String(ids.length)} will be changed by a task`;
  return {
    ...{ updatedCount: 0, matchedCount: ids.length, message, dryRun: false },
    ...{ actionId, taskId, changes: [] },
  };
}

/**
 * Does the same to whatever is named or found, all or none, as one action; many are left to a task. A dry run tells what
 * would change.
 * @throws {AppError} `BadRequest` for a condition that is none, or when nothing says what is meant
 */
export async function editMatching(ctx: MatchingContext, viewer: Viewer, edit: MatchingEdit): Promise<ManyEdited> {
  const { kind, operation, dryRun, ids: named } = edit;
  const isFound = edit.condition !== undefined || (edit.fullTextSearch ?? '').trim() !== '';
  if ((named === undefined) !== isFound) {
    const path = kind === 'book' ? 'bookIds' : 'seriesIds';
    const message = 'either this, or condition or fullTextSearch, must be given';
    throw new AppError('BadRequest', `Invalid body: ${path}: ${message}`, { details: [{ path, message }] });
  }
  const ids = named ?? (await findAll(ctx, viewer, edit));
  const many = { kind, operation, dryRun, ids };
  if (ids.length <= AT_ONCE) return editMany(ctx, viewer, many);
  return dryRun ? preview(ctx, viewer, many) : queueEdit(ctx, viewer, many);
}
