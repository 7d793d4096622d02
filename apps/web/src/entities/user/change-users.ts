import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { currentUserQuery } from './queries.ts';

/** Every query that tells about people and where they are signed in. */
const ACCOUNT_QUERIES = new Set(['listUsers', 'getUser', 'listSessions', 'getProfile', 'listDevices', 'listApiKeys']);

interface AccountChange<Input, Answer> {
  readonly change: (input: Input) => Promise<Answer>;
  /** What to tell when it went well; nothing where the page shows it anyway. */
  readonly say?: (answer: Answer, input: Input) => string;
  readonly onDone?: (answer: Answer, input: Input) => void;
  /** True where a form shows what was refused, so that nothing else tells it. */
  readonly showsProblem?: boolean;
}

/** Changes an account and asks anew for all that tells about accounts, also when the server refused. */
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
