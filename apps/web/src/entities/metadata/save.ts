import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, hasStatus, request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { type Draft, type Known, rebase, toValues } from './draft.ts';
import type { Kind } from './fields.ts';
import { knownQuery } from './queries.ts';

/** The edited item and its title on screen. */
export interface Owner {
  readonly kind: Kind;
  readonly id: string;
  readonly title: string;
}

/** Another user changed the same fields to other values. */
export class Conflicted extends Error {
  override readonly name = 'Conflicted';
}

async function send({ kind, id }: Owner, known: Known, draft: Draft) {
  const edits = {
    values: toValues(known, draft.values),
    locks: draft.locks,
    reset: [...draft.reset],
    unchangedSince: known.updatedAt,
  };
  const answer =
    kind === 'book'
      ? await request('editManyBooks', { body: { ...edits, bookIds: [id] } })
      : await request('editManySeries', { body: { ...edits, seriesIds: [id] } });
  if (answer.matchedCount === 0) throw new ApiError(404, 'NotFound', t`This no longer exists`);
  return answer;
}

interface Saving {
  readonly known: Known;
  readonly draft: Draft;
  readonly count: number;
}

async function undo(actionId: string) {
  return await request('undoMetadataAction', { params: { id: actionId } });
}

type UndoResult = Awaited<ReturnType<typeof undo>>;

function undoneWords(results: readonly UndoResult[]): string {
  const kept = results.reduce((sum, { keptCount }) => sum + keptCount, 0);
  if (results.some(({ taskId }) => taskId !== null)) return t`The changes are undone in the background`;
  if (kept === 0) return t`Changes undone`;
  return plural(kept, {
    one: 'Changes undone, except # field that was changed since',
    other: 'Changes undone, except # fields that were changed since',
  });
}

/** Undoes an action; reports fields that changed since and were kept. */
export function useUndoAction() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (actionIds: readonly string[]) => {
      const results: UndoResult[] = [];
      for (const id of actionIds) results.push(await undo(id));
      return results;
    },
    onSuccess: (results) => showToast(undoneWords(results)),
    onError: (error) => showToast(problemSentence(error)),
    onSettled: async () => queryClient.invalidateQueries(),
  });
}

interface SaveOutcomes {
  /** `known` is the state after saving. */
  readonly onSaved: (draft: Draft, known: Known) => void;
  readonly onFailed: () => void;
}

/**
 * Saves a draft as one action. Changes of other users are kept. On a conflict nothing is saved and the form shows both
 * values.
 */
export function useSave(owner: Owner, { onSaved, onFailed }: SaveOutcomes) {
  const queryClient = useQueryClient();
  const undo = useUndoAction();
  const query = knownQuery(owner.kind, owner.id);
  return useMutation({
    mutationFn: async ({ known, draft }: Saving) => {
      try {
        return await send(owner, known, draft);
      } catch (error) {
        if (!hasStatus(error, 409)) throw error;
        await queryClient.invalidateQueries({ queryKey: query.queryKey });
        const latest = await queryClient.query(query);
        const { draft: kept, conflicts } = rebase(draft, known, latest);
        if (conflicts.length > 0) throw new Conflicted(t`Another user changed the same fields meanwhile`);
        return await send(owner, latest, kept);
      }
    },
    onSuccess: async ({ actionId }, { known, draft, count }) => {
      await queryClient.invalidateQueries({ queryKey: query.queryKey });
      onSaved(draft, queryClient.getQueryData(query.queryKey) ?? known);
      void queryClient.invalidateQueries();
      const { title } = owner;
      const words = plural(count, { one: `Saved # change to “${title}”`, other: `Saved # changes to “${title}”` });
      showToast(words, actionId === null ? undefined : { label: t`Undo`, run: () => undo.mutate([actionId]) });
    },
    onError: onFailed,
  });
}
