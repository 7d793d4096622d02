import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';

/** Every query that tells about tasks. */
const TASK_QUERIES = new Set(['listTasks', 'getTaskStats', 'getTask', 'listActiveScans']);

/**
 * Changes tasks and asks anew for all that tells about them, also when the server refused.
 * @param say what to tell when it went well; nothing where the page shows it anyway
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
