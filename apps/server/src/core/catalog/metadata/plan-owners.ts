import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { ReadDb } from '#db/open.ts';
import { type Json, listMetadataStates, type MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { findSharingTagsNamed } from '#db/repos/people/sharing-tags.repo.ts';
import { spellTerms } from '#db/repos/rows/find-terms.repo.ts';
import type { ViewerScope } from '#db/repos/rows/viewer-scope.ts';
import { type Edit, planChanges, type PlannedEdit } from './edit.ts';

/** Decides the edit of one owner. It may query the database but changes nothing. */
export type Planner = (state: MetadataState, db: ReadDb) => Edit | Promise<Edit>;

/** Owners and the planner for each. */
export interface Wanted {
  readonly kind: MetadataState['kind'];
  readonly ids: readonly string[];
  readonly plan: Planner;
  /** True when `plan` may run twice: it counts nothing. */
  readonly isPure?: boolean;
}

const Names = z.array(z.string());

/** Sharing tags decide who sees a series. */
export const SHARING_FIELD = 'sharingTags';

/** Uses the known spelling of genres and tags, so that the plan equals the result. */
async function spellNames(db: ReadDb, edits: readonly Edit[]): Promise<Edit[]> {
  let known = [...edits];
  for (const [field, kind] of [
    ['genres', 'genre'],
    ['tags', 'tag'],
  ] as const) {
    const named = known.filter(({ values }) => values[field] !== undefined);
    const names = named.map(({ values }) => Names.parse(values[field] ?? []));
    const lists = await spellTerms(db, kind, names);
    const byEdit = new Map(named.map((edit, index): [Edit, Json] => [edit, lists[index] ?? []]));
    known = known.map((edit) => {
      const spelling = byEdit.get(edit);
      return spelling === undefined ? edit : { ...edit, values: { ...edit.values, [field]: spelling } };
    });
  }
  return known;
}

/** Keeps only existing sharing tags, by their current names. */
async function keepKnownTags(db: ReadDb, edit: Edit): Promise<Edit> {
  const { [SHARING_FIELD]: names } = edit.values;
  if (names === undefined) return edit;
  const tags = await findSharingTagsNamed(db, Names.parse(names ?? []));
  return { ...edit, values: { ...edit.values, [SHARING_FIELD]: tags.map(({ name }) => name) } };
}

/** Plans the edit of each visible owner, also when nothing changes. */
export async function planOwners(
  db: ReadDb,
  viewerScope: ViewerScope,
  { kind, ids, plan }: Wanted,
): Promise<PlannedEdit[]> {
  const states = await listMetadataStates(db, viewerScope, kind, ids);
  const edits: Edit[] = [];
  for (const [index, state] of states.entries()) {
    edits.push(await keepKnownTags(db, await plan(state, db)));
    if (index % 100 === 99) await nextTurn();
  }
  const wanted = await spellNames(db, edits);
  return states.flatMap((state, index) => {
    const edit = wanted[index];
    return edit === undefined ? [] : [planChanges(state, edit)];
  });
}
