import { useMutation } from '@tanstack/react-query';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { clearSession } from '#lib/session.ts';
import { showToast } from '#ui/feedback/toast.tsx';

/** Ends the session of this browser. `onSignedOut` is called once it has ended. */
export function useSignOut(onSignedOut: () => void) {
  return useMutation({
    mutationFn: async () => request('logout', {}),
    onSuccess: () => {
      clearSession();
      onSignedOut();
    },
    onError: (error) => showToast(problemSentence(error)),
  });
}
