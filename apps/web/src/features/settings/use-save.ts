import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Setting } from '@lectern/contract';
import { useState } from 'react';
import { settingsQuery } from '#entities/settings/queries.ts';
import { request } from '#lib/api.ts';
import { fieldProblems, problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { type Drafts, forgetSaved, toUndo, toUpdates } from './drafts.ts';

interface Update {
  readonly key: string;
  readonly value: string | null;
}

/** Saves all changes or none. */
export interface Save {
  readonly run: (reason: string) => void;
  readonly isBusy: boolean;
  /** Error that rejected the whole request. */
  readonly refusal: string | undefined;
  /** Errors by setting key. */
  readonly problems: Readonly<Record<string, string>>;
  /** Clears the error of an edited value. */
  readonly forget: (key: string) => void;
}

/**
 * Saves the drafts in one request, with undo in the toast.
 * @param owner id of the user who made the drafts
 */
export function useSave(settings: readonly Setting[], drafts: Drafts, owner: string): Save {
  const queryClient = useQueryClient();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const send = useMutation({
    mutationFn: async ({ updates, reason }: { readonly updates: readonly Update[]; readonly reason: string }) => {
      const changeReason = reason.trim() === '' ? null : reason.trim();
      return request('updateSettings', { body: { updates: [...updates], changeReason } });
    },
    onSuccess: async () => queryClient.invalidateQueries({ queryKey: settingsQuery().queryKey }),
    onError: (error) => setProblems(fieldProblems(error)),
  });
  const takeBack = (updates: readonly Update[]) => {
    send.mutate(
      { updates, reason: t`Undone` },
      {
        onSuccess: () => showToast(t`Settings restored`),
        onError: (error) => showToast(problemSentence(error)),
      },
    );
  };
  const run = (reason: string) => {
    const updates = toUpdates(drafts, settings);
    const count = updates.length;
    const undo = toUndo(drafts, settings);
    setProblems({});
    send.mutate(
      { updates, reason },
      {
        onSuccess: (saved) => {
          forgetSaved(owner, drafts, saved);
          const action = undo.length === 0 ? undefined : { label: t`Undo`, run: () => takeBack(undo) };
          showToast(plural(count, { one: '# setting saved', other: '# settings saved' }), action);
        },
      },
    );
  };
  return {
    run,
    isBusy: send.isPending,
    refusal: send.error === null ? undefined : formatRefusal(send.error),
    problems,
    forget: (key) => {
      setProblems(({ [key]: _, ...others }) => others);
      send.reset();
    },
  };
}

function formatRefusal(error: unknown): string {
  const count = Object.keys(fieldProblems(error)).length;
  if (count > 0) {
    return plural(count, {
      one: 'Nothing was saved: # value is not accepted.',
      other: 'Nothing was saved: # values are not accepted.',
    });
  }
  const problem = problemSentence(error);
  return t`Nothing was saved. ${problem}`;
}
