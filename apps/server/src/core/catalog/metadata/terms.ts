import type { Genre } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { invalidField } from '#core/invalid-field.ts';
import { toSlice } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Tx } from '#db/open.ts';
import {
  countTermSeries,
  findTerm,
  findTermNamed,
  listTerms,
  listUnusedTerms,
  type TermFilter,
} from '#db/repos/metadata/term-lists.repo.ts';
import { scopeToLibrary } from '#db/repos/rows/viewer-scope.ts';
import { distinctNames } from '#db/repos/rows/find-terms.repo.ts';
import type { Term, TermKind } from '#db/repos/rows/term-tables.ts';
import { say } from '#words/say.ts';
import { mergeJournaled, newTermAction, removeJournaled, renameJournaled, emitTermEvents } from './term-audit.ts';
import type { ChangeContext } from '../contexts.ts';

const NAMES = { genre: 'Genre', tag: 'Tag' } as const;

/** The error for an unknown genre or tag. */
export function noSuchTerm(kind: TermKind, id: string): AppError {
  return new AppError('NotFound', `${NAMES[kind]} ${id} not found`);
}

function toGenre({ id, name, createdAt }: Term, seriesCount: number | null): Genre {
  return { id, name, createdAt: new Date(createdAt).toISOString(), seriesCount };
}

/** Visible genres or tags by name, with counts of visible series; those of one library, where it is given. */
export async function listAllTerms(
  { db }: ChangeContext,
  viewer: Viewer,
  kind: TermKind,
  {
    page,
    pageSize,
    search,
    libraryId,
  }: TermFilter & {
    readonly page: number;
    readonly pageSize: number;
    readonly libraryId?: string | undefined;
  },
): Promise<{ readonly rows: Genre[]; readonly total: number }> {
  const range = { ...toSlice({ page, pageSize }), search };
  const scope = scopeToLibrary(viewer, libraryId);
  const { rows, total } = await listTerms(db.read, scope, kind, range);
  const ids = rows.map(({ id }) => id);
  const counts = await countTermSeries(db.read, scope, kind, ids);
  return { rows: rows.map((term) => toGenre(term, counts.get(term.id) ?? 0)), total };
}

async function getTerm(tx: Tx, kind: TermKind, id: string): Promise<Term> {
  const term = await findTerm(tx.read, kind, id);
  if (term === undefined) throw noSuchTerm(kind, id);
  return term;
}

async function answer({ db }: ChangeContext, viewer: Viewer, kind: TermKind, id: string): Promise<Genre> {
  const term = await findTerm(db.read, kind, id);
  if (term === undefined) throw noSuchTerm(kind, id);
  const counts = await countTermSeries(db.read, viewer, kind, [id]);
  return toGenre(term, counts.get(id) ?? 0);
}

function describeNamesake(kind: TermKind, name: string): string {
  return kind === 'genre'
    ? say('The genre "{name}" already exists. Merge the two instead', { name })
    : say('The tag "{name}" already exists. Merge the two instead', { name });
}

/** Renames a genre or tag. Throws `NotFound`, or `Conflict` when another one has the name. */
export async function renameTermTo(
  ctx: ChangeContext,
  viewer: Viewer,
  kind: TermKind,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<Genre> {
  checkName(name);
  await ctx.db.transaction(async (tx) => {
    const term = await getTerm(tx, kind, id);
    const other = await findTermNamed(tx.read, kind, name);
    if (other !== undefined && other.id !== id) {
      throw new AppError('Conflict', describeNamesake(kind, other.name));
    }
    await renameJournaled(tx, newTermAction(viewer), { kind, term }, name);
    await emitTermEvents(tx, ctx, kind, [id]);
  });
  return answer(ctx, viewer, kind, id);
}

/** Throws `BadRequest` for a name without a visible character. */
export function checkName(name: string): void {
  if (distinctNames([name]).size === 0) throw invalidField('name', say('must have a visible character'));
}

/** Merges genres or tags into one. Throws `NotFound` for the first unknown one. */
export async function mergeTermsInto(
  ctx: ChangeContext,
  viewer: Viewer,
  kind: TermKind,
  { id, ids }: { readonly id: string; readonly ids: readonly string[] },
): Promise<Genre> {
  await ctx.db.transaction(async (tx) => {
    const into = await getTerm(tx, kind, id);
    const merged: Term[] = [];
    for (const other of new Set(ids)) if (other !== id) merged.push(await getTerm(tx, kind, other));
    if (merged.length === 0) return;
    const targets = merged.map((term) => ({ term }));
    await mergeJournaled(tx, newTermAction(viewer), { kind, term: into }, targets);
    await emitTermEvents(tx, ctx, kind, [id]);
  });
  return answer(ctx, viewer, kind, id);
}

/** Removes a genre or tag from all owners. A file that names it adds it again when analysed. Throws `NotFound`. */
export async function removeTerm(ctx: ChangeContext, viewer: Viewer, kind: TermKind, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const term = await getTerm(tx, kind, id);
    await emitTermEvents(tx, ctx, kind, [id]);
    await removeJournaled(tx, newTermAction(viewer), { kind, term });
  });
}

/** Removes unused genres or tags. */
export async function cleanupTerms(
  { db }: ChangeContext,
  viewer: Viewer,
  kind: TermKind,
): Promise<{ readonly deletedCount: number; readonly deletedNames: string[] }> {
  const deletedNames = await db.transaction(async (tx) => {
    const unused = await listUnusedTerms(tx, kind);
    const action = newTermAction(viewer);
    for (const term of unused) await removeJournaled(tx, action, { kind, term });
    return unused.map(({ name }) => name).toSorted();
  });
  return { deletedCount: deletedNames.length, deletedNames };
}
