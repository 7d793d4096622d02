import { isDeepStrictEqual } from 'node:util';
import type { EntityEvent } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import {
  type Chosen,
  findBookOwner,
  findChosen,
  findSeriesOwner,
  holdOwner,
  writeChosen,
} from '#db/repos/covers/custom-covers.repo.ts';
import {
  type CoverOwner,
  findCover,
  insertCover,
  listCovers,
  markSelected,
  type NewCover,
  type StoredCoverRow,
} from '#db/repos/covers/stored-covers.repo.ts';
import { isCoverLocked, writeCoverLock } from '#db/repos/covers/cover-locks.repo.ts';
import { findAutomaticCover, followBookCover, isLibraryFront } from '#db/repos/covers/shown-covers.repo.ts';
import { type ActionKind, insertChanges, type NewAction } from '#db/repos/metadata/metadata-journal.repo.ts';
import type { Json } from '#db/repos/metadata/metadata-states.repo.ts';
import { findFirstBookId } from '#db/repos/scanning/analysis.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { bookCoverEvent, type BookPlace, coverEvent } from '#events/entity-events.ts';

/** What is told of series that show another picture now, and of the library that shows one of theirs. */
async function seriesCoverEvents(
  tx: Tx,
  libraryId: string,
  seriesIds: readonly string[],
): Promise<readonly EntityEvent[]> {
  const events: EntityEvent[] = [];
  for (const seriesId of seriesIds) {
    events.push(coverEvent('series', seriesId, libraryId));
    if (await isLibraryFront(tx.read, libraryId, seriesId)) events.push(coverEvent('library', libraryId, libraryId));
  }
  return events;
}

/** Whether the series shows the cover of its first book, and this is the one. */
async function lendsItsCover(tx: Tx, { id, seriesId }: BookPlace): Promise<boolean> {
  if ((await findFirstBookId(tx.read, seriesId)) !== id) return false;
  return (await findChosen(tx.read, { kind: 'series', id: seriesId }))?.key === null;
}

/** Watches a book while its cover may change: asked for before, its `events` are for afterwards. */
interface CoverWatch {
  /** Brings along what shows the book's cover too, and tells of all of it; asked only when the book's cover has changed. */
  readonly events: () => Promise<readonly EntityEvent[]>;
}

/** To be called before the cover of a book is written, in the same transaction. */
export async function watchBookCover(tx: Tx, book: BookPlace, at: number): Promise<CoverWatch> {
  const lentBefore = await lendsItsCover(tx, book);
  return {
    events: async () => {
      const changed = new Set(await followBookCover(tx, book.id, at));
      if (lentBefore || (await lendsItsCover(tx, book))) changed.add(book.seriesId);
      const ofSeries = await seriesCoverEvents(tx, book.libraryId, [...changed]);
      return [bookCoverEvent(book), ...ofSeries];
    },
  };
}

/** How the choice of a cover is called among the fields of the journal. */
const FIELD = 'cover';

/** Which cover was chosen, as the journal tells it: none of them is the automatic one. */
type CoverChoice = Readonly<Record<'coverId' | 'source' | 'page' | 'locked', Json>>;

/** What is chosen now. */
export async function readChoice(db: ReadDb, owner: Pick<CoverOwner, 'kind' | 'id'>): Promise<CoverChoice> {
  const selected = (await listCovers(db, owner)).find(({ isSelected }) => isSelected === 1);
  const locked = await isCoverLocked(db, owner);
  if (selected === undefined) return { coverId: null, source: 'automatic', page: null, locked };
  return { coverId: selected.id, source: selected.source, page: selected.page, locked };
}

/** Notes a choice in the journal, unless it is the one before. */
export async function journalChoice(
  tx: Tx,
  owner: Pick<CoverOwner, 'kind' | 'id'>,
  action: NewAction,
  change: { readonly before: CoverChoice; readonly after: CoverChoice; readonly undoes?: string },
): Promise<void> {
  const { before, after, undoes = null } = change;
  if (isDeepStrictEqual(before, after)) return;
  await insertChanges(tx, action, [
    { ownerKind: owner.kind, ownerId: owner.id, field: FIELD, before: { ...before }, after: { ...after }, undoes },
  ]);
}

/** An owner whose covers a user changes; without a user, the server derives them. */
export interface ChangedOwner extends CoverOwner {
  readonly by?: Pick<Viewer, 'userId' | 'username'> & {
    /** The action that it is part of; one of its own unless given. */
    readonly actionId?: string;
    readonly kind?: ActionKind;
  };
}

/** What changing covers takes. */
export interface CoverChangeContext {
  readonly db: Database;
  readonly events: EventBus;
}

/** Covers that one book or series can have: more would be a store of pictures. */
const MAX_COVERS = 100;

const NOTHING_CHOSEN: Chosen = { key: null, color: null, source: null };

/** What a not-found message calls an owner. */
export function nameOf({ kind, id }: Pick<CoverOwner, 'kind' | 'id'>): string {
  return `${kind === 'book' ? 'Book' : 'Series'} ${id}`;
}

/**
 * The book or series whose covers are asked for.
 * @throws {AppError} `NotFound`
 */
export async function getCoverOwner(
  { db }: Pick<CoverChangeContext, 'db'>,
  viewer: Viewer,
  kind: CoverOwner['kind'],
  id: string,
): Promise<ChangedOwner> {
  const owner = kind === 'book' ? await findBookOwner(db.read, viewer, id) : await findSeriesOwner(db.read, viewer, id);
  if (owner === undefined) throw new AppError('NotFound', `${nameOf({ kind, id })} not found`);
  return { ...owner, by: { userId: viewer.userId, username: viewer.username } };
}

/**
 * One cover of an owner.
 * @throws {AppError} `NotFound`
 */
export async function getCover(db: ReadDb, owner: CoverOwner, coverId: string): Promise<StoredCoverRow> {
  const row = await findCover(db, owner, coverId);
  if (row === undefined) throw new AppError('NotFound', `Cover ${coverId} of ${owner.kind} ${owner.id} not found`);
  return row;
}

/** The selected cover; else, under a lock, what is shown now; else nothing: the automatic cover is shown. */
async function chooseShown(
  tx: Tx,
  owner: CoverOwner,
  covers: readonly StoredCoverRow[],
  before: Chosen,
): Promise<Chosen> {
  const selected = covers.find(({ isSelected }) => isSelected === 1);
  if (selected !== undefined) return { key: selected.coverKey, color: selected.coverColor, source: selected.source };
  if (!(await isCoverLocked(tx.read, owner))) return NOTHING_CHOSEN;
  const kept = before.key === null ? await findAutomaticCover(tx.read, owner) : before;
  return { key: kept.key, color: kept.color, source: null };
}

/**
 * Brings what a book or series shows in line with its covers and its lock, after either has been changed in this
 * transaction by whoever holds the owner.
 * @returns what to tell after the commit; nothing when the picture is the same
 */
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
  if (owner.kind === 'series') {
    await writeChosen(tx, owner, chosen, { hasCustomCover, updatedAt: at });
    return seriesCoverEvents(tx, owner.libraryId, [owner.id]);
  }
  const watch = await watchBookCover(tx, owner, at);
  await writeChosen(tx, owner, chosen, { hasCustomCover, updatedAt: at });
  return watch.events();
}

/**
 * Changes the covers of one owner inside a transaction, with what is shown following.
 * @param work writes rows of covers and the lock, and nothing else
 * @returns what to tell after the commit
 * @throws {AppError} `NotFound` when the owner has gone meanwhile
 */
export async function changeCoversIn(
  tx: Tx,
  owner: CoverOwner,
  work: (at: number) => Promise<void>,
): Promise<readonly EntityEvent[]> {
  const at = Date.now();
  if (!(await holdOwner(tx, owner))) throw new AppError('NotFound', `${nameOf(owner)} not found`);
  await work(at);
  return recomputeCovers(tx, owner, at);
}

/**
 * Changes the covers of one owner: one after the other, with what is shown, what is told, and the journal following. `work`
 * writes rows of covers and the lock, and nothing else; `first` is held before the owner, as books are always held before their
 * series.
 * @throws {AppError} `NotFound` when the owner has gone meanwhile
 */
export async function changeCovers<Value>(
  { db, events }: CoverChangeContext,
  owner: ChangedOwner,
  work: (tx: Tx, at: number) => Promise<Value>,
  first?: CoverOwner,
): Promise<Value> {
  return db.transaction(async (tx) => {
    const at = Date.now();
    if (first !== undefined) await holdOwner(tx, first);
    if (!(await holdOwner(tx, owner))) throw new AppError('NotFound', `${nameOf(owner)} not found`);
    const before = await readChoice(tx.read, owner);
    const value = await work(tx, at);
    const told = await recomputeCovers(tx, owner, at);
    const { by } = owner;
    if (by !== undefined) {
      const { actionId = newId(), kind = 'edit' } = by;
      const after = await readChoice(tx.read, owner);
      await journalChoice(tx, owner, { actionId, kind, viewer: by, at }, { before, after });
    }
    tx.afterCommit(() => {
      for (const event of told) events.emit(event);
    });
    return value;
  });
}

/** Chooses a cover and locks the choice, inside `changeCovers`. */
export async function selectCover(tx: Tx, owner: CoverOwner, coverId: string, at: number): Promise<void> {
  await markSelected(tx, owner, coverId, at);
  await writeCoverLock(tx, owner, true, { at, newId: newId() });
}

/** Chooses none and lets go of the lock, inside `changeCovers`. */
export async function selectAutomatic(tx: Tx, owner: CoverOwner, at: number): Promise<void> {
  await markSelected(tx, owner, null, at);
  await writeCoverLock(tx, owner, false, { at, newId: newId() });
}

/**
 * Makes sure that a book or series may have one cover more.
 * @throws {AppError} `Conflict`
 */
export async function requireRoom(db: ReadDb, owner: CoverOwner): Promise<void> {
  const { length } = await listCovers(db, owner);
  if (length < MAX_COVERS) return;
  throw new AppError('Conflict', `${nameOf(owner)} has ${length} covers, the most it can have: delete one first`);
}

/** What is known of a cover that is to be added. */
type CoverContent = Pick<NewCover, 'source' | 'coverKey' | 'coverColor'> &
  Partial<Pick<NewCover, 'page' | 'fromBookId' | 'mediaType' | 'fileSize' | 'width' | 'height'>>;

/**
 * Adds a cover that is not shown, inside `changeCovers`.
 * @returns its id
 * @throws {AppError} `Conflict` when there are too many
 */
export async function keepCover(tx: Tx, owner: CoverOwner, content: CoverContent, at: number): Promise<string> {
  await requireRoom(tx.read, owner);
  const id = newId();
  const ownership = owner.kind === 'book' ? { bookId: owner.id } : { seriesId: owner.id };
  await insertCover(tx, { ...content, ...ownership, id, createdAt: at, updatedAt: at });
  return id;
}

/**
 * Adds a cover and chooses it, inside `changeCovers`.
 * @returns its id
 * @throws {AppError} `Conflict` when there are too many
 */
export async function addCover(tx: Tx, owner: CoverOwner, content: CoverContent, at: number): Promise<string> {
  const id = await keepCover(tx, owner, content, at);
  await selectCover(tx, owner, id, at);
  return id;
}
