import { nameKey } from '#db/name-key.ts';
import type { Tx } from '#db/open.ts';
import { insertChanges, type NewChange } from '#db/repos/metadata/metadata-journal.repo.ts';
import { insertSharingTagChange } from '#db/repos/users/sharing-journal.repo.ts';
import { listBearers, type SharingTagRow, updateSharingTagRow } from '#db/repos/users/sharing-tags.repo.ts';
import { seriesEvent } from '#events/entity-events.ts';
import type { TagAction, TagDeedContext } from './tag-deeds.ts';

/** What a sharing tag is to say of itself; what is absent stays. */
export interface TagChange {
  readonly name?: string;
  readonly description?: string | null;
}

interface Change {
  readonly tag: SharingTagRow;
  readonly change: TagChange;
  /** The change that this one undoes. */
  readonly undoes?: string;
}

/** Tells of every series that bears a tag which is called something else now. */
async function tellOfName(tx: Tx, { events }: Pick<TagDeedContext, 'events'>, tagId: string): Promise<void> {
  const bearers = await listBearers(tx.read, tagId);
  tx.afterCommit(() => {
    for (const series of bearers) events.emit(seriesEvent('series_updated', series, ['sharingTags']));
  });
}

/** Renames or describes a sharing tag, journaled as far as it changes something; a name must be free. */
export async function changeJournaled(
  tx: Tx,
  ctx: Pick<TagDeedContext, 'events'>,
  action: TagAction,
  { tag, change, undoes }: Change,
): Promise<void> {
  const fields = (['name', 'description'] as const).filter(
    (field) => change[field] !== undefined && change[field] !== tag[field],
  );
  if (fields.length === 0) return;
  const { name, description } = { ...tag, ...change };
  await updateSharingTagRow(tx, tag.id, { name, nameKey: nameKey(name), description, updatedAt: Date.now() });
  const changes = fields.map((field): NewChange => {
    const after = change[field] ?? null;
    return { ownerKind: 'term', ownerId: tag.id, field, before: tag[field], after, undoes: undoes ?? null };
  });
  for (const changeId of await insertChanges(tx, { ...action, at: Date.now() }, changes)) {
    await insertSharingTagChange(tx, { changeId, deed: 'change', tag, grants: [] });
  }
  if (fields.includes('name')) await tellOfName(tx, ctx, tag.id);
}
