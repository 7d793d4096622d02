import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { signInWaysQuery } from '#entities/user/sign-in-elsewhere.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { type ProviderDraft, toNew, toUpdate } from './provider-draft.ts';

export const providersQuery = () =>
  queryOptions({
    queryKey: ['listSignInProviders'],
    queryFn: async ({ signal }) => request('listSignInProviders', { signal }),
  });

/** Loads the providers again after a change. */
function useReload() {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: providersQuery().queryKey }),
      queryClient.invalidateQueries({ queryKey: signInWaysQuery().queryKey }),
    ]);
  };
}

/** Adds a provider, or changes the one with this id. The form shows the error. */
export function useSaveProvider(id: string | undefined, onDone: () => void) {
  const reload = useReload();
  return useMutation({
    mutationFn: async (draft: ProviderDraft) =>
      id === undefined
        ? request('createSignInProvider', { body: toNew(draft) })
        : request('updateSignInProvider', { params: { id }, body: toUpdate(draft) }),
    onSuccess: onDone,
    onSettled: reload,
  });
}

export function useSwitchProvider(id: string) {
  const reload = useReload();
  return useMutation({
    mutationFn: async (isActive: boolean) => request('updateSignInProvider', { params: { id }, body: { isActive } }),
    onError: (error) => showToast(problemSentence(error)),
    onSettled: reload,
  });
}

export function useRemoveProvider(id: string, onDone: () => void) {
  const reload = useReload();
  return useMutation({
    mutationFn: async () => request('deleteSignInProvider', { params: { id } }),
    onSuccess: onDone,
    onError: (error) => showToast(problemSentence(error)),
    onSettled: reload,
  });
}

export function useTestProvider(id: string) {
  return useMutation({ mutationFn: async () => request('testSignInProvider', { params: { id } }) });
}
