import type { Genre } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import { spellTerms } from '#db/repos/rows/find-terms.repo.ts';
import type { TermKind, TermOwner } from '#db/repos/rows/term-tables.ts';
import { editOne } from './edit-one.ts';
import { getState, termsByOwner } from './find-state.ts';
import { planField, planTerms } from './plan-edits.ts';
import { checkName, noSuchTerm } from './terms.ts';
import type { ChangeContext } from '../contexts.ts';

const FIELDS = { genre: 'genres', tag: 'tags' } as const;

/** Genres or tags of one book or series. */
export interface OwnedTerms extends TermOwner {
  readonly of: TermKind;
}

/** Genres or tags of an owner, in their order. Throws `NotFound`. */
export async function listOwnedTerms({ db }: ChangeContext, viewer: Viewer, owned: OwnedTerms): Promise<Genre[]> {
  await getState(db.read, viewer, owned.kind, owned.id);
  return (await termsByOwner(db.read, owned.of, owned.kind, [owned.id])).get(owned.id) ?? [];
}

/** Replaces and locks genres or tags. Throws `NotFound`. */
export async function replaceTerms(
  ctx: ChangeContext,
  viewer: Viewer,
  owned: OwnedTerms,
  names: readonly string[],
): Promise<Genre[]> {
  await editOne(ctx, viewer, { ...owned, plan: planField(FIELDS[owned.of], () => [...names]) });
  return listOwnedTerms(ctx, viewer, owned);
}

/** Adds one genre or tag. Throws `NotFound`, or `BadRequest` for a name without a visible character. */
export async function addTerm(ctx: ChangeContext, viewer: Viewer, owned: OwnedTerms, name: string): Promise<Genre> {
  checkName(name);
  await editOne(ctx, viewer, { ...owned, plan: planTerms(FIELDS[owned.of], [name], []) });
  const [[spelt] = []] = await spellTerms(ctx.db.read, owned.of, [[name]]);
  const added = (await listOwnedTerms(ctx, viewer, owned)).find(
    (term) => nameKey(term.name) === nameKey(spelt ?? name),
  );
  if (added === undefined) throw noSuchTerm(owned.of, name);
  return added;
}

/** Removes one genre or tag. Throws `NotFound`, also when the owner does not have it. */
export async function removeOwnedTerm(
  ctx: ChangeContext,
  viewer: Viewer,
  owned: OwnedTerms,
  termId: string,
): Promise<void> {
  const known = (await listOwnedTerms(ctx, viewer, owned)).find(({ id }) => id === termId);
  if (known === undefined) throw noSuchTerm(owned.of, termId);
  await editOne(ctx, viewer, { ...owned, plan: planTerms(FIELDS[owned.of], [], [known.name]) });
}
