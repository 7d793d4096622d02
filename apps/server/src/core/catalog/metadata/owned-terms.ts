import type { Genre } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import { spellTerms } from '#db/repos/rows/find-terms.repo.ts';
import type { TermKind, TermOwner } from '#db/repos/rows/term-tables.ts';
import { editOne } from './edit-one.ts';
import type { MetadataContext } from './edit-owners.ts';
import { getState, termsByOwner } from './find-state.ts';
import { planField, planTerms } from './plan-edits.ts';
import { checkName, noSuchTerm } from './terms.ts';

const FIELDS = { genre: 'genres', tag: 'tags' } as const;

/** Genres or tags of one book or series. */
export interface OwnedTerms extends TermOwner {
  readonly of: TermKind;
}

/**
 * Genres or tags of a book or series, in their order.
 * @throws {AppError} `NotFound`
 */
export async function listOwnedTerms({ db }: MetadataContext, viewer: Viewer, owned: OwnedTerms): Promise<Genre[]> {
  await getState(db.read, viewer, owned.kind, owned.id);
  return (await termsByOwner(db.read, owned.of, owned.kind, [owned.id])).get(owned.id) ?? [];
}

/**
 * Gives a book or series these genres or tags in place of others, and locks them.
 * @throws {AppError} `NotFound`
 */
export async function replaceTerms(
  ctx: MetadataContext,
  viewer: Viewer,
  owned: OwnedTerms,
  names: readonly string[],
): Promise<Genre[]> {
  await editOne(ctx, viewer, { ...owned, plan: planField(FIELDS[owned.of], () => [...names]) });
  return listOwnedTerms(ctx, viewer, owned);
}

/**
 * Adds one genre or tag.
 * @throws {AppError} `NotFound`, `BadRequest` for a name without any visible character
 */
export async function addTerm(ctx: MetadataContext, viewer: Viewer, owned: OwnedTerms, name: string): Promise<Genre> {
  checkName(name);
  await editOne(ctx, viewer, { ...owned, plan: planTerms(FIELDS[owned.of], [name], []) });
  const [[spelt] = []] = await spellTerms(ctx.db.read, owned.of, [[name]]);
  const added = (await listOwnedTerms(ctx, viewer, owned)).find(
    (term) => nameKey(term.name) === nameKey(spelt ?? name),
  );
  if (added === undefined) throw noSuchTerm(owned.of, name);
  return added;
}

/**
 * Takes one genre or tag.
 * @throws {AppError} `NotFound`, also when it does not have it
 */
export async function removeOwnedTerm(
  ctx: MetadataContext,
  viewer: Viewer,
  owned: OwnedTerms,
  termId: string,
): Promise<void> {
  const known = (await listOwnedTerms(ctx, viewer, owned)).find(({ id }) => id === termId);
  if (known === undefined) throw noSuchTerm(owned.of, termId);
  await editOne(ctx, viewer, { ...owned, plan: planTerms(FIELDS[owned.of], [], [known.name]) });
}
