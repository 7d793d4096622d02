import { isDeepStrictEqual } from 'node:util';
import type { MetadataChange } from '@lectern/contract';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { findBookOwner, findSeriesOwner } from '#db/repos/covers/custom-covers.repo.ts';
import { findCover, markSelected } from '#db/repos/covers/stored-covers.repo.ts';
import { writeCoverLock } from '#db/repos/covers/cover-locks.repo.ts';
import type { NewAction } from '#db/repos/metadata/metadata-journal.repo.ts';
import type { Json } from '#db/repos/metadata/metadata-states.repo.ts';
import type { ViewerScope } from '#db/repos/rows/viewer-scope.ts';
import type { EventBus } from '#events/bus.ts';
import { changeCoversIn, journalChoice, readChoice } from './change-covers.ts';

/** Who undoes what. */
interface Undoing {
  readonly undoId: string;
  readonly actionId: string;
  readonly by: NewAction['viewer'];
  readonly viewerScope: ViewerScope;
}

function isChoice(value: Json): value is { readonly coverId: Json; readonly locked: Json } {
  return typeof value === 'object' && value !== null && 'coverId' in value && 'locked' in value;
}

/**
 * Goes back to the cover that was chosen before.
 * @returns false when another one was chosen since, the one before is gone, or its owner cannot be seen
 */
export async function undoCoverChange(
  tx: Tx,
  { events }: { readonly events: EventBus },
  { undoId, actionId, by, viewerScope }: Undoing,
  { id, targetType, targetId, before, after }: MetadataChange,
): Promise<boolean> {
  const find = targetType === 'book' ? findBookOwner : findSeriesOwner;
  const owner = await find(tx.read, viewerScope, targetId);
  if (owner === undefined || !isChoice(before)) return false;
  const coverId = typeof before.coverId === 'string' ? before.coverId : null;
  let isBack = false;
  const work = async (at: number): Promise<void> => {
    const now = await readChoice(tx.read, owner);
    const isThere = coverId === null || (await findCover(tx.read, owner, coverId)) !== undefined;
    if (!isThere || !isDeepStrictEqual(now, after)) return;
    await markSelected(tx, owner, coverId, at);
    await writeCoverLock(tx, owner, before.locked === true, { at, newId: newId() });
    const action: NewAction = { actionId: undoId, kind: 'undo', viewer: by, undoesAction: actionId, at };
    await journalChoice(tx, owner, action, { before: now, after: await readChoice(tx.read, owner), undoes: id });
    isBack = true;
  };
  const told = await changeCoversIn(tx, owner, work);
  tx.afterCommit(() => {
    for (const event of told) events.emit(event);
  });
  return isBack;
}
