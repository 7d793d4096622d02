import type { EntityEvent } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { type Chosen, findChosen, lockOwner, writeChosen } from '#db/repos/covers/custom-covers.repo.ts';
import { type CoverOwner, listCovers, type StoredCoverRow } from '#db/repos/covers/stored-covers.repo.ts';
import { isCoverLocked } from '#db/repos/covers/cover-locks.repo.ts';
import { findAutomaticCover } from '#db/repos/covers/shown-covers.repo.ts';
import type { EventBus } from '#events/bus.ts';
import type { ChangeContext } from '../contexts.ts';
import { seriesCoverEvents, watchBookCover } from './cover-events.ts';
import { journalChoice, readChoice } from './cover-journal.ts';
import { type ChangedOwner, describeOwner } from './cover-owner.ts';

const NOTHING_CHOSEN: Chosen = { key: null, color: null, source: null };

/** The selected cover; else, when locked, the one shown now; else none. */
async function chooseShown(
  tx: Tx,
  owner: CoverOwner,
  covers: readonly StoredCoverRow[],
  before: Chosen,
): Promise<Chosen> {
  const selected = covers.find(({ isSelected }) => isSelected === 1);
  if (selected !== undefined) return { key: selected.coverKey, color: selected.coverColor, source: selected.source };
  if (!(await isCoverLocked(tx.read, owner))) return NOTHING_CHOSEN;
  const { key, color } = before.key === null ? await findAutomaticCover(tx.read, owner) : before;
  return { key, color, source: null };
}

/** Updates what an owner shows after its covers or its lock changed. Returns the events to emit. */
async function recomputeCovers(tx: Tx, owner: CoverOwner, at: number): Promise<readonly EntityEvent[]> {
  const before = (await findChosen(tx.read, owner)) ?? NOTHING_CHOSEN;
  const covers = await listCovers(tx.read, owner);
  const chosen = await chooseShown(tx, owner, covers, before);
  const hasCustomCover = Number(covers.length > 0);
  const automatic = await findAutomaticCover(tx.read, owner);
  if ((chosen.key ?? automatic.key) === (before.key ?? automatic.key)) {
    await writeChosen(tx, owner, chosen, { hasCustomCover });
    return [];
  }
  const listEvents =
    owner.kind === 'book'
      ? await watchBookCover(tx, owner, at)
      : async () => seriesCoverEvents(tx, owner.libraryId, [owner.id]);
  await writeChosen(tx, owner, chosen, { hasCustomCover, updatedAt: at });
  return listEvents();
}

/** Changes the covers of an owner inside a transaction. `work` writes only cover rows and the lock. */
export async function changeCoversIn<Value>(
  tx: Tx,
  events: EventBus,
  owner: CoverOwner,
  work: (at: number) => Promise<Value>,
): Promise<Value> {
  const at = Date.now();
  if (!(await lockOwner(tx, owner))) throw new AppError('NotFound', `${describeOwner(owner)} not found`);
  const value = await work(at);
  const told = await recomputeCovers(tx, owner, at);
  tx.afterCommit(() => {
    for (const event of told) events.emit(event);
  });
  return value;
}

/**
 * Changes the covers of an owner, what it shows and the journal in one transaction. `work` writes only cover rows and
 * the lock. `first` is locked before the owner, because books are always locked before their series.
 * Throws `NotFound` when the owner was deleted meanwhile.
 */
export async function changeCovers<Value>(
  { db, events }: Pick<ChangeContext, 'db' | 'events'>,
  owner: ChangedOwner,
  work: (tx: Tx, at: number) => Promise<Value>,
  first?: CoverOwner,
): Promise<Value> {
  const { by } = owner;
  return db.transaction(async (tx) => {
    if (first !== undefined) await lockOwner(tx, first);
    return changeCoversIn(tx, events, owner, async (at) => {
      if (by === undefined) return work(tx, at);
      const before = await readChoice(tx.read, owner);
      const value = await work(tx, at);
      const { actionId = newId(), kind = 'edit' } = by;
      const after = await readChoice(tx.read, owner);
      await journalChoice(tx, owner, { actionId, kind, viewer: by, at }, { before, after });
      return value;
    });
  });
}
