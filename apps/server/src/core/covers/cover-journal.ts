import { isDeepStrictEqual } from 'node:util';
import type { ReadDb, Tx } from '#db/open.ts';
import { type CoverOwner, isCoverLocked, listCovers } from '#db/repos/covers/custom-covers.repo.ts';
import { insertChanges, type NewAction } from '#db/repos/metadata/metadata-journal.repo.ts';
import type { Json } from '#db/repos/metadata/metadata-states.repo.ts';

/** How the choice of a cover is called among the fields of the journal. */
const FIELD = 'cover';

/** Which cover was chosen, as the journal tells it: none of them is the automatic one. */
export type CoverChoice = Readonly<Record<'coverId' | 'source' | 'page' | 'locked', Json>>;

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
