import type { CollectionEvent, FreeForm, ReadListEvent } from '@lectern/contract';
import type { z } from 'zod';
import { listMatchingSeries } from '../search/match-series.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, ReadDb } from '#db/open.ts';
import { listLibraryPaths } from '#db/repos/catalog/libraries.repo.ts';
import { listTagIdsOf } from '#db/repos/people/sharing-tags.repo.ts';
import { distinctShelved, listShelved, type ShelvedTags } from '#db/repos/catalog/credited.repo.ts';
import type { ListAt } from './get-list.ts';

/** Members of a list, by libraries and sharing tags. A user who may see one of them sees the list. Null: every user does. */
export type ListAudience = readonly ShelvedTags[] | null;

/** Of what a rule finds in a library so many decide who may know of it. */
const MOST_ASKED = 2_000;

/** The audience of a hand-picked list: every user while it is empty. */
export async function audienceOf(db: ReadDb, { kind, id }: ListAt): Promise<ListAudience> {
  const shelved = await listShelved(db, kind, id);
  return shelved.length === 0 ? null : shelved;
}

/** Who may know of a list by a rule: those who may see something that it finds, asked as the viewer. */
export async function audienceOfRule(
  { db }: { readonly db: Database },
  viewer: Viewer,
  condition: z.infer<typeof FreeForm>,
): Promise<ListAudience> {
  const found: ShelvedTags[] = [];
  for (const { id: libraryId } of await listLibraryPaths(db.read)) {
    const within = { ...viewer, libraryIds: [libraryId], sharing: undefined };
    const ids = await listMatchingSeries({ db }, within, { condition }, { after: '', limit: MOST_ASKED });
    const tags = await listTagIdsOf(db.read, ids);
    found.push(...distinctShelved(ids.map((id) => ({ libraryId, tagIds: tags.get(id) ?? [] }))));
  }
  return found;
}

/** Who may have known of a list before a change, or may know of it after. */
export function allOf(one: ListAudience, other: ListAudience): ListAudience {
  return one === null || other === null ? null : distinctShelved([...one, ...other]);
}

/** What happened to a list. */
export type ListDeed = 'created' | 'updated' | 'deleted';

/** Tells what happened to a list. @param isCover whether its picture is another by that */
export function listEvent({ kind, id }: ListAt, deed: ListDeed, isCover = false): CollectionEvent | ReadListEvent {
  const more = { ...(isCover ? { cover_changed: true as const } : {}), timestamp: new Date().toISOString() };
  return kind === 'collection'
    ? { type: `collection_${deed}`, collection_id: id, ...more }
    : { type: `read_list_${deed}`, read_list_id: id, ...more };
}
