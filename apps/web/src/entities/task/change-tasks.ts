import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';

const TASK_QUERIES = new Set(['listTasks', 'getTaskStats', 'getTask', 'listActiveScans']);

/**
 * Changes tasks and refetches task queries, even after an error.
 * @param say toast text on success; absent where the page shows the result
 */
export function useTaskChange<Answer>(change: () => Promise<Answer>, say?: (answer: Answer) => string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      if (say !== undefined) showToast(say(answer));
    },
    onError: (error) => showToast(problemSentence(error)),
    onSettled: async () =>
      queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => TASK_QUERIES.has(String(name)) }),
  });
}
