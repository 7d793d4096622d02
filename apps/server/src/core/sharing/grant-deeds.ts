import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { GRANT_FIELD, insertChanges } from '#db/repos/metadata/metadata-journal.repo.ts';
import { type AccessMode, deleteGrant, findGrant, writeGrant } from '#db/repos/users/sharing-grants.repo.ts';
import { insertSharingTagChange, type KeptGrant } from '#db/repos/users/sharing-journal.repo.ts';
import type { SharingTagRow } from '#db/repos/users/sharing-tags.repo.ts';
import type { TagAction } from './tag-deeds.ts';

interface WantedGrant {
  readonly user: { readonly id: string; readonly username: string };
  readonly tag: SharingTagRow;
  /** Null for none. */
  readonly accessMode: AccessMode | null;
  /** The grant that comes back, where one does. */
  readonly kept?: KeptGrant | undefined;
  /** The change that this one undoes. */
  readonly undoes?: string;
}

/**
 * Has a tag mean something else to a user, journaled with what it meant; what they see by it is for the caller to settle.
 * @returns false when it means that already
 */
export async function grantJournaled(tx: Tx, action: TagAction, wanted: WantedGrant): Promise<boolean> {
  const { user, tag, accessMode, kept, undoes = null } = wanted;
  const before = await findGrant(tx.read, user.id, tag.id);
  if ((before?.accessMode ?? null) === accessMode) return false;
  if (accessMode === null) await deleteGrant(tx, user.id, tag.id);
  else {
    const { id, createdAt } = kept ?? { id: newId(), createdAt: Date.now() };
    await writeGrant(tx, { id, userId: user.id, tagId: tag.id, accessMode, createdAt });
  }
  const meaning = (mode: AccessMode | null) => ({ userId: user.id, username: user.username, accessMode: mode });
  const change = {
    ...({ ownerKind: 'term', ownerId: tag.id, field: GRANT_FIELD, undoes } as const),
    ...{ before: meaning(before?.accessMode ?? null), after: meaning(accessMode) },
  };
  const [changeId = ''] = await insertChanges(tx, { ...action, at: Date.now() }, [change]);
  await insertSharingTagChange(tx, { changeId, deed: 'grant', tag, grants: before === undefined ? [] : [before] });
  return true;
}
