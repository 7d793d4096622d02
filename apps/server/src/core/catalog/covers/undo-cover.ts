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
import { changeCoversIn } from './change-covers.ts';
import { journalChoice, readChoice } from './cover-journal.ts';

interface Undoing {
  readonly undoId: string;
  readonly actionId: string;
  readonly by: NewAction['viewer'];
  readonly viewerScope: ViewerScope;
}

function isChoice(value: Json): value is { readonly coverId: Json; readonly locked: Json } {
  return typeof value === 'object' && value !== null && 'coverId' in value && 'locked' in value;
}

/** Restores the previous cover. Returns false when the choice changed since, or the cover is gone or hidden. */
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
  return changeCoversIn(tx, events, owner, async (at) => {
    const now = await readChoice(tx.read, owner);
    const isThere = coverId === null || (await findCover(tx.read, owner, coverId)) !== undefined;
    if (!isThere || !isDeepStrictEqual(now, after)) return false;
    await markSelected(tx, owner, coverId, at);
    await writeCoverLock(tx, owner, before.locked === true, { at, newId: newId() });
    const action: NewAction = { actionId: undoId, kind: 'undo', viewer: by, undoesAction: actionId, at };
    await journalChoice(tx, owner, action, { before: now, after: await readChoice(tx.read, owner), undoes: id });
    return true;
  });
}
