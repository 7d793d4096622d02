import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { ReadDb } from '#db/open.ts';
import { findBookOwner, findSeriesOwner } from '#db/repos/covers/custom-covers.repo.ts';
import { type CoverOwner, findCover, type StoredCoverRow } from '#db/repos/covers/stored-covers.repo.ts';
import type { ActionKind } from '#db/repos/metadata/metadata-journal.repo.ts';
import type { ReadContext } from '../contexts.ts';

/** An owner whose covers change. `by` is the user; undefined when the server derives the covers. */
export interface ChangedOwner extends CoverOwner {
  readonly by?: Pick<Viewer, 'userId' | 'username'> & {
    /** Journal action to join; a new one by default. */
    readonly actionId?: string;
    readonly kind?: ActionKind;
  };
}

/** The name of an owner in messages. */
export function describeOwner({ kind, id }: Pick<CoverOwner, 'kind' | 'id'>): string {
  return `${kind === 'book' ? 'Book' : 'Series'} ${id}`;
}

/** The book or series whose covers are asked for. Throws `NotFound`. */
export async function getCoverOwner(
  { db }: ReadContext,
  viewer: Viewer,
  kind: CoverOwner['kind'],
  id: string,
): Promise<ChangedOwner> {
  const owner = kind === 'book' ? await findBookOwner(db.read, viewer, id) : await findSeriesOwner(db.read, viewer, id);
  if (owner === undefined) throw new AppError('NotFound', `${describeOwner({ kind, id })} not found`);
  return { ...owner, by: { userId: viewer.userId, username: viewer.username } };
}

/** One stored cover of an owner. Throws `NotFound`. */
export async function getCover(db: ReadDb, owner: CoverOwner, coverId: string): Promise<StoredCoverRow> {
  const row = await findCover(db, owner, coverId);
  if (row === undefined) throw new AppError('NotFound', `Cover ${coverId} of ${owner.kind} ${owner.id} not found`);
  return row;
}
