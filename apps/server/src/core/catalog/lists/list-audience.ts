import type { CollectionEvent, FreeForm, ReadListEvent } from '@lectern/contract';
import type { z } from 'zod';
import { listMatchingSeries } from '../search/match-series.ts';
import type { Viewer } from '#core/viewer.ts';
import type { ReadDb } from '#db/open.ts';
import { listLibraryPaths } from '#db/repos/catalog/libraries.repo.ts';
import { listSeriesMarks } from '#db/repos/people/sharing-tags.repo.ts';
import { distinctShelved, listShelved, type ShelvedMarks } from '#db/repos/lists/shared-lists.repo.ts';
import type { ReadContext } from '../contexts.ts';
import { type ListAt, parseRule } from './list-kinds.ts';

/** Libraries, sharing tags and ages of members. A user who sees one of them sees the list. Null: every user. */
export type ListAudience = readonly ShelvedMarks[] | null;

/** Matches per library that decide the audience. */
const MOST_ASKED = 2_000;

/** The audience of a hand-picked list: every user while it is empty. */
export async function readAudience(db: ReadDb, { kind, id }: ListAt): Promise<ListAudience> {
  const shelved = await listShelved(db, kind, id);
  return shelved.length === 0 ? null : shelved;
}

/** Combines the audiences before and after a change. */
export function mergeAudiences(one: ListAudience, other: ListAudience): ListAudience {
  return one === null || other === null ? null : distinctShelved([...one, ...other]);
}

/** Users who may see one of a rule's matches for this viewer. */
async function readRuleAudience(
  { db }: ReadContext,
  viewer: Viewer,
  condition: z.infer<typeof FreeForm>,
): Promise<ListAudience> {
  const found: ShelvedMarks[] = [];
  for (const { id: libraryId } of await listLibraryPaths(db.read)) {
    const within = { ...viewer, libraryIds: [libraryId], sharing: undefined };
    const rule = { condition, isReadOnly: true };
    const ids = await listMatchingSeries({ db }, within, rule, { after: '', limit: MOST_ASKED });
    const marks = [...(await listSeriesMarks(db.read, ids)).values()];
    found.push(...distinctShelved(marks.map((one) => ({ libraryId, ...one }))));
  }
  return found;
}

/** The audience of rules before and after a change; undefined for a hand-picked list. */
export async function mergeRuleAudiences(
  ctx: ReadContext,
  viewer: Viewer,
  rules: readonly (string | null | undefined)[],
): Promise<ListAudience | undefined> {
  let audience: ListAudience | undefined;
  for (const condition of rules) {
    const rule = parseRule({ condition: condition ?? null });
    if (rule !== undefined) audience = mergeAudiences(audience ?? [], await readRuleAudience(ctx, viewer, rule));
  }
  return audience;
}

export type ListDeed = 'created' | 'updated' | 'deleted';

/** The event of a changed list. `isCover`: its picture changed too. */
export function listEvent({ kind, id }: ListAt, deed: ListDeed, isCover = false): CollectionEvent | ReadListEvent {
  const more = { ...(isCover ? { cover_changed: true as const } : {}), timestamp: new Date().toISOString() };
  return kind === 'collection'
    ? { type: `collection_${deed}`, collection_id: id, ...more }
    : { type: `read_list_${deed}`, read_list_id: id, ...more };
}
