import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import {
  type CoverOwner,
  insertCover,
  listCovers,
  markSelected,
  type NewCover,
  type StoredCoverRow,
  writeCoverPicture,
} from '#db/repos/covers/stored-covers.repo.ts';
import { writeCoverLock } from '#db/repos/covers/cover-locks.repo.ts';
import { requireRoom } from './store-upload.ts';

type CoverContent = Pick<NewCover, 'source' | 'coverKey' | 'coverColor'> &
  Partial<Pick<NewCover, 'page' | 'fromBookId' | 'mediaType' | 'fileSize' | 'width' | 'height'>>;

/** Selects a cover and locks the choice, inside `changeCovers`. */
export async function selectCover(tx: Tx, owner: CoverOwner, coverId: string, at: number): Promise<void> {
  await markSelected(tx, owner, coverId, at);
  await writeCoverLock(tx, owner, true, { at, newId: newId() });
}

/** Selects the automatic cover and unlocks the choice, inside `changeCovers`. */
export async function selectAutomatic(tx: Tx, owner: CoverOwner, at: number): Promise<void> {
  await markSelected(tx, owner, null, at);
  await writeCoverLock(tx, owner, false, { at, newId: newId() });
}

/** Adds a cover without selecting it, inside `changeCovers`; returns its id. Throws `Conflict` for too many. */
export async function keepCover(tx: Tx, owner: CoverOwner, content: CoverContent, at: number): Promise<string> {
  requireRoom(await listCovers(tx.read, owner));
  const id = newId();
  const ownership = owner.kind === 'book' ? { bookId: owner.id } : { seriesId: owner.id };
  await insertCover(tx, { ...content, ...ownership, id, createdAt: at, updatedAt: at });
  return id;
}

/** Adds and selects a cover, inside `changeCovers`; returns its id. Throws `Conflict` for too many. */
export async function addCover(tx: Tx, owner: CoverOwner, content: CoverContent, at: number): Promise<string> {
  const id = await keepCover(tx, owner, content, at);
  await selectCover(tx, owner, id, at);
  return id;
}

/** A picture, and what it was made from. */
interface DerivedCover {
  /** The cover made from it before. */
  readonly known: StoredCoverRow | undefined;
  readonly picture: Omit<CoverContent, 'source' | 'page' | 'fromBookId'>;
  readonly origin: Pick<CoverContent, 'source' | 'page' | 'fromBookId'>;
}

/** Adds a derived cover, or updates the known one, and selects it, inside `changeCovers`; returns its id. */
export async function putCover(
  tx: Tx,
  owner: CoverOwner,
  { known, picture, origin }: DerivedCover,
  at: number,
): Promise<string> {
  if (known === undefined) return addCover(tx, owner, { ...picture, ...origin }, at);
  await writeCoverPicture(tx, known.id, picture, at);
  await selectCover(tx, owner, known.id, at);
  return known.id;
}
