import type { ManyEdited } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import type { PlannedEdit } from './edit.ts';
import { lockCovers } from './edit-one.ts';
import { editOwnersIn } from './edit-owners.ts';
import { planOwners } from './plan-owners.ts';
import { COVER_LOCK } from './fields.ts';
import { deriveActionKind, isSummarised, type Operation, toPlanner } from './operations.ts';
import { newSummary } from './summarise.ts';
import type { ChangeContext } from '../contexts.ts';

/** One operation on many books or series. */
export interface ManyEdit {
  readonly kind: MetadataState['kind'];
  /** Deleted and hidden ones are skipped. */
  readonly ids: readonly string[];
  readonly operation: Operation;
  /** Only report what would change. */
  readonly dryRun: boolean;
}

/** Changes listed by a dry run. */
const MAX_LISTED = 100;
const NOUNS = { book: ['book', 'books'], series: ['series', 'series'] } as const;

/** Changes listed by a dry run. */
export function listedChanges(planned: readonly PlannedEdit[]): ManyEdited['changes'] {
  const changes: ManyEdited['changes'] = [];
  for (const { state, changes: ofOne } of planned) {
    for (const { field, before, after } of ofOne) {
      if (changes.length === MAX_LISTED) return changes;
      changes.push({ targetType: state.kind, targetId: state.id, title: state.title, field, before, after });
    }
  }
  return changes;
}

/** The message of the result. */
export function describeMany(kind: ManyEdit['kind'], count: number, dryRun: boolean): string {
  const noun = NOUNS[kind][count === 1 ? 0 : 1];
  return `${String(count)} ${noun} ${dryRun ? 'would change' : 'changed'}`;
}

/** Splits off the lock of covers, because it also changes the shown cover. */
function takeCoverLock(kind: ManyEdit['kind'], operation: Operation): { operation: Operation; cover?: boolean } {
  if (operation.name !== 'lock') return { operation };
  const { [COVER_LOCK[kind]]: cover, ...locks } = operation.locks;
  return { operation: { name: 'lock', locks }, ...(cover === undefined ? {} : { cover }) };
}

/** Applies one operation to many books or series as one action, all or none. A dry run only reports changes. */
export async function editMany(ctx: ChangeContext, viewer: Viewer, edit: ManyEdit): Promise<ManyEdited> {
  const { kind, dryRun } = edit;
  const ids = [...new Set(edit.ids)];
  const { operation, cover } = takeCoverLock(kind, edit.operation);
  const wanted = { kind, ids, plan: toPlanner(kind, operation) };
  const deed = { actionId: newId(), kind: deriveActionKind(operation, ids.length), viewer };
  const planned = dryRun
    ? await planOwners(ctx.db.read, viewer, wanted)
    : await ctx.db.transaction(async (tx) => editOwnersIn(tx, ctx, viewer, { wanted, deed }));
  const action = { actionId: deed.actionId, kind: deed.kind };
  const covers = dryRun || cover === undefined ? [] : await lockCovers(ctx, viewer, { kind, ids, action }, cover);
  const summary = newSummary();
  if (dryRun && isSummarised(operation)) summary.add(planned.map(({ state }) => state));
  const changed = planned.filter(({ changes }) => changes.length > 0).map(({ state }) => state.id);
  const updatedCount = new Set([...changed, ...covers]).size;
  return {
    updatedCount,
    matchedCount: planned.length,
    lockedCount: planned.filter(({ meetsLock }) => meetsLock).length,
    message: describeMany(kind, updatedCount, dryRun),
    dryRun,
    actionId: dryRun || updatedCount === 0 ? null : deed.actionId,
    taskId: null,
    ...(dryRun && isSummarised(operation) ? { fields: summary.fields() } : {}),
    changes: dryRun ? listedChanges(planned) : [],
  };
}
