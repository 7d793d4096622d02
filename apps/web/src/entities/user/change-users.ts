import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { currentUserQuery } from './queries.ts';

const ACCOUNT_QUERIES = new Set([
  'listUsers',
  'getUser',
  'listSessions',
  'getProfile',
  'getFactors',
  'listDevices',
  'listApiKeys',
  'getEffectiveGrants',
  'listIdentities',
  'listUserIdentities',
  'listAccessGroups',
  'getAccessGroup',
  'listRoles',
  'listChildProfiles',
]);

interface AccountChange<Input, Answer> {
  readonly change: (input: Input) => Promise<Answer>;
  /** Toast text on success; absent where the page shows the result. */
  readonly say?: (answer: Answer, input: Input) => string;
  readonly onDone?: (answer: Answer, input: Input) => void;
  /** The form shows errors, so no toast is needed. */
  readonly showsProblem?: boolean;
}

/** Changes an account and refetches account queries, even after an error. */
export function useAccountChange<Input, Answer>(wanted: AccountChange<Input, Answer>) {
  const { change, say, onDone, showsProblem = false } = wanted;
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (answer, input) => {
      if (say !== undefined) showToast(say(answer, input));
      onDone?.(answer, input);
    },
    onError: (error) => {
      if (!showsProblem) showToast(problemSentence(error));
    },
    onSettled: async () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) =>
          ACCOUNT_QUERIES.has(String(queryKey[0])) || queryKey[0] === currentUserQuery().queryKey[0],
      }),
  });
}
