import { plural, t } from '@lingui/core/macro';
import { useUndoable } from '#entities/undo/use-undoable.ts';
import { request } from '#lib/api.ts';

export type TermKind = 'genre' | 'tag';

/** A genre or tag and its number of series. */
export interface Term {
  readonly id: string;
  readonly name: string;
  readonly seriesCount: number | null;
}

/** Most recent actions searched for the one to undo. */
const LATEST = 5;

/** Undo of the latest change of a genre, tag or sharing tag; undefined when the change log lacks it. */
export async function findUndo(termId: string): Promise<(() => Promise<void>) | undefined> {
  const { data } = await request('listMetadataActions', { query: { pageSize: LATEST } });
  const action = data.find(
    ({ kind, changes }) => kind !== 'undo' && changes.some(({ targetId }) => targetId === termId),
  );
  if (action === undefined) return undefined;
  return async () => {
    await request('undoMetadataAction', { params: { id: action.id } });
  };
}

function tidiedGenresWords(count: number): string {
  if (count === 0) return t`All genres are in use`;
  return plural(count, { one: 'Deleted # unused genre', other: 'Deleted # unused genres' });
}

function tidiedTagsWords(count: number): string {
  if (count === 0) return t`All tags are in use`;
  return plural(count, { one: 'Deleted # unused tag', other: 'Deleted # unused tags' });
}

/** Renames, merges, deletes and tidies terms, with undo. */
export function useChangeTerms(kind: TermKind, onDone: () => void) {
  const change = useUndoable(onDone);
  const isGenre = kind === 'genre';
  return {
    isBusy: change.isPending,
    rename: ({ id, name }: Term, next: string) =>
      change.mutate(async () => {
        await request(isGenre ? 'renameGenre' : 'renameTag', { params: { id }, body: { name: next } });
        return { text: t`Renamed “${name}” to “${next}”`, undo: await findUndo(id) };
      }),
    merge: (term: Term, into: Term) =>
      change.mutate(async () => {
        const input = { params: { id: into.id }, body: { ids: [term.id] } };
        await request(isGenre ? 'mergeGenres' : 'mergeTags', input);
        const [{ name }, { name: kept }] = [term, into];
        return { text: t`Merged “${name}” into “${kept}”`, undo: await findUndo(term.id) };
      }),
    remove: ({ id, name }: Term) =>
      change.mutate(async () => {
        await request(isGenre ? 'deleteGenre' : 'deleteTag', { params: { id } });
        return { text: t`Deleted “${name}”`, undo: await findUndo(id) };
      }),
    tidy: () =>
      change.mutate(async () => {
        const { deletedCount } = await request(isGenre ? 'cleanupGenres' : 'cleanupTags', {});
        return { text: isGenre ? tidiedGenresWords(deletedCount) : tidiedTagsWords(deletedCount) };
      }),
  };
}
