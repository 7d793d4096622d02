import { t } from '@lingui/core/macro';
import { useUndoable } from '#entities/undo/use-undoable.ts';
import { request } from '#lib/api.ts';
import { formatCount } from '#lib/format.ts';

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

/** Renames, merges, deletes and tidies terms, with undo. */
export function useChangeTerms(kind: TermKind, onDone: () => void) {
  const change = useUndoable(onDone);
  const isGenre = kind === 'genre';
  return {
    isBusy: change.isPending,
    rename: ({ id, name }: Term, next: string) =>
      change.mutate(async () => {
        await request(isGenre ? 'renameGenre' : 'renameTag', { params: { id }, body: { name: next } });
        return { text: t`“${name}” is called “${next}” now`, undo: await findUndo(id) };
      }),
    merge: (term: Term, into: Term) =>
      change.mutate(async () => {
        const input = { params: { id: into.id }, body: { ids: [term.id] } };
        await request(isGenre ? 'mergeGenres' : 'mergeTags', input);
        return { text: t`“${term.name}” is part of “${into.name}” now`, undo: await findUndo(term.id) };
      }),
    remove: ({ id, name }: Term) =>
      change.mutate(async () => {
        await request(isGenre ? 'deleteGenre' : 'deleteTag', { params: { id } });
        return { text: t`Deleted “${name}”`, undo: await findUndo(id) };
      }),
    tidy: () =>
      change.mutate(async () => {
        const { deletedCount } = await request(isGenre ? 'cleanupGenres' : 'cleanupTags', {});
        const noun = formatCount(deletedCount, isGenre ? 'genre' : 'tag');
        return { text: deletedCount === 0 ? t`All of them are in use` : t`Deleted ${noun} that nothing had` };
      }),
  };
}
