import { isDeepStrictEqual } from 'node:util';
import type { ReadDb, Tx } from '#db/open.ts';
import { type CoverOwner, listCovers } from '#db/repos/covers/stored-covers.repo.ts';
import { isCoverLocked } from '#db/repos/covers/cover-locks.repo.ts';
import { insertChanges, type NewAction } from '#db/repos/metadata/metadata-journal.repo.ts';
import type { Json } from '#db/repos/metadata/metadata-states.repo.ts';

/** Journal field of the cover choice. */
const FIELD = 'cover';

type Owner = Pick<CoverOwner, 'kind' | 'id'>;

/** The choice as the journal stores it. A null id means the automatic cover. */
type CoverChoice = Readonly<Record<'coverId' | 'source' | 'page' | 'locked', Json>>;

/** The current choice, for the journal. */
export async function readChoice(db: ReadDb, owner: Owner): Promise<CoverChoice> {
  const selected = (await listCovers(db, owner)).find(({ isSelected }) => isSelected === 1);
  const locked = await isCoverLocked(db, owner);
  if (selected === undefined) return { coverId: null, source: 'automatic', page: null, locked };
  return { coverId: selected.id, source: selected.source, page: selected.page, locked };
}

/** Adds a changed choice to the journal. */
export async function journalChoice(
  tx: Tx,
  { kind: ownerKind, id: ownerId }: Owner,
  action: NewAction,
  change: { readonly before: CoverChoice; readonly after: CoverChoice; readonly undoes?: string },
): Promise<void> {
  const { before, after, undoes = null } = change;
  if (isDeepStrictEqual(before, after)) return;
  await insertChanges(tx, action, [
    { ownerKind, ownerId, field: FIELD, before: { ...before }, after: { ...after }, undoes },
  ]);
}
