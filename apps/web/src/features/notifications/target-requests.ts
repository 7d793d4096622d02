import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { NoticeTarget, NoticeTargetNew, NoticeTargetUpdate } from '@lectern/contract';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import type { TargetScope } from './target-words.ts';

const ROUTES = {
  user: {
    list: 'listOwnNoticeTargets',
    create: 'createOwnNoticeTarget',
    update: 'updateOwnNoticeTarget',
    remove: 'deleteOwnNoticeTarget',
    test: 'testOwnNoticeTarget',
  },
  server: {
    list: 'listNoticeTargets',
    create: 'createNoticeTarget',
    update: 'updateNoticeTarget',
    remove: 'deleteNoticeTarget',
    test: 'testNoticeTarget',
  },
} as const;

/** Deliveries change the state of targets while the page is open. */
const LOOK_MS = 20_000;

export const targetsQuery = (scope: TargetScope) =>
  queryOptions({
    queryKey: [ROUTES[scope].list],
    queryFn: async ({ signal }) => request(ROUTES[scope].list, { signal }),
    refetchInterval: LOOK_MS,
  });

interface ChangeOptions<Input, Output> {
  readonly scope: TargetScope;
  readonly change: (input: Input) => Promise<Output>;
  readonly onDone?: (output: Output) => void;
  /** The form shows the error itself. */
  readonly showsProblem?: boolean;
}

function useTargetChange<Input, Output>({ scope, change, onDone, showsProblem = false }: ChangeOptions<Input, Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (output) => onDone?.(output),
    onError: (error) => {
      if (!showsProblem) showToast(problemSentence(error));
    },
    onSettled: async () => queryClient.invalidateQueries({ queryKey: targetsQuery(scope).queryKey }),
  });
}

export function useCreateTarget(scope: TargetScope, onDone: () => void) {
  const change = async (body: NoticeTargetNew) => request(ROUTES[scope].create, { body });
  return useTargetChange({ scope, change, onDone, showsProblem: true });
}

interface Update {
  readonly id: string;
  readonly body: NoticeTargetUpdate;
}

export function useUpdateTarget(scope: TargetScope, onDone?: () => void) {
  const change = async ({ id, body }: Update) => request(ROUTES[scope].update, { params: { id }, body });
  return useTargetChange({
    scope,
    change,
    showsProblem: onDone !== undefined,
    ...(onDone === undefined ? {} : { onDone }),
  });
}

export function useRemoveTarget(scope: TargetScope, onDone: () => void) {
  const change = async ({ id }: NoticeTarget) => request(ROUTES[scope].remove, { params: { id } });
  return useTargetChange({ scope, change, onDone });
}

export function useTestTarget(scope: TargetScope) {
  const change = async ({ id }: NoticeTarget) => request(ROUTES[scope].test, { params: { id } });
  return useTargetChange({ scope, change });
}
