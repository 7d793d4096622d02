import type { ManyEdited } from '@lectern/contract';
import { invalidField } from '#core/invalid-field.ts';
import { listMatchingBooks } from '#core/catalog/search/match-books.ts';
import { listMatchingSeries } from '#core/catalog/search/match-series.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import { insertAction } from '#db/repos/metadata/metadata-journal.repo.ts';
import { insertWork } from '#db/repos/metadata/metadata-work.repo.ts';
import type { Queue } from '#jobs/queue.ts';
import { describeMany, editMany, listedChanges, type ManyEdit } from './edit-many.ts';
import { planOwners } from './plan-owners.ts';
import { COVER_LOCK } from './fields.ts';
import { deriveActionKind, isSummarised, type Operation, toPlanner, StoredEdit } from './operations.ts';
import { newSummary } from './summarise.ts';
import type { ChangeContext } from '../contexts.ts';
import { say } from '#words/say.ts';

/** What editing search results takes. */
export interface MatchingContext extends ChangeContext {
  readonly queue: Queue;
}

/** Books or series by ids, or by a condition, a text search or both. */
export interface Selection {
  readonly ids?: readonly string[] | undefined;
  /** JSON. */
  readonly condition?: unknown;
  readonly fullTextSearch?: string | null | undefined;
  readonly libraryId?: string | undefined;
}

/** An operation and its targets. */
export type MatchingEdit = Omit<ManyEdit, 'ids'> & Selection;

/** Larger edits are left to a task. */
const AT_ONCE = 500;
const PAGE = 5_000;

async function findAll(ctx: MatchingContext, viewer: Viewer, { kind, ...wanted }: MatchingEdit): Promise<string[]> {
  const find = kind === 'book' ? listMatchingBooks : listMatchingSeries;
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

/** Runs a dry run in batches. */
async function preview(ctx: MatchingContext, viewer: Viewer, edit: ManyEdit): Promise<ManyEdited> {
  const { kind, operation } = edit;
  const result: ManyEdited = {
    updatedCount: 0,
    matchedCount: 0,
    dryRun: true,
    actionId: null,
    taskId: null,
    changes: [],
    message: '',
  };
  let lockedCount = 0;
  const summary = newSummary();
  for (let index = 0; index < edit.ids.length; index += AT_ONCE) {
    const ids = edit.ids.slice(index, index + AT_ONCE);
    const planned = await planOwners(ctx.db.read, viewer, { kind, ids, plan: toPlanner(kind, operation) });
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
  throw invalidField(
    path,
    say('can be locked or unlocked for at most {max, plural, one {# entry} other {# entries}} at once', {
      max: AT_ONCE,
    }),
  );
}

/** Leaves an edit to a task. Its targets are fixed now. */
async function queueEdit(ctx: MatchingContext, viewer: Viewer, edit: ManyEdit): Promise<ManyEdited> {
  const { kind, ids, operation } = edit;
  refuseCoverLock(kind, operation);
  const actionId = newId();
  const { userId, username, libraryIds } = viewer;
  const request = JSON.stringify(StoredEdit.parse({ kind, operation, by: { userId, username, libraryIds } }));
  const taskId = await ctx.db.transaction(async (tx) => {
    await insertAction(tx, { actionId, kind: deriveActionKind(operation, ids.length), viewer, at: Date.now() });
    await insertWork(tx, { actionId, request }, ids);
    return ctx.queue.enqueue(tx, 'edit_metadata', { actionId });
  });
  return {
    updatedCount: 0,
    matchedCount: ids.length,
    message: say('A task will change {count, plural, one {# entry} other {# entries}}', { count: ids.length }),
    dryRun: false,
    actionId,
    taskId,
    changes: [],
  };
}

/** Applies one operation to named or found owners as one action, all or none. A task does large edits. */
export async function editMatching(ctx: MatchingContext, viewer: Viewer, edit: MatchingEdit): Promise<ManyEdited> {
  const { kind, operation, dryRun, ids: named } = edit;
  const isFound = edit.condition !== undefined || (edit.fullTextSearch ?? '').trim() !== '';
  if ((named === undefined) !== isFound) {
    const path = kind === 'book' ? 'bookIds' : 'seriesIds';
    throw invalidField(path, say('must be given unless condition or fullTextSearch is, and never with them'));
  }
  const ids = named ?? (await findAll(ctx, viewer, edit));
  const many = { kind, operation, dryRun, ids };
  if (ids.length <= AT_ONCE) return editMany(ctx, viewer, many);
  return dryRun ? preview(ctx, viewer, many) : queueEdit(ctx, viewer, many);
}
