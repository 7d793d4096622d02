import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { scanStatusQuery } from '#entities/scan/queries.ts';
import { request } from '#lib/api.ts';
import { formatCount } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/notice.tsx';
import { showToast } from '#ui/toast.tsx';

/** What the last scan of a library left to say: removals it did not dare to make, or why it failed. */
export function RemovalGuard({ libraryId }: { readonly libraryId: string }) {
  const queryClient = useQueryClient();
  const { data: scan } = useQuery(scanStatusQuery(libraryId));
  const settle = useMutation({
    mutationFn: async (remove: boolean) =>
      request(remove ? 'confirmRemovals' : 'dismissRemovals', { params: { id: libraryId } }),
    onSuccess: () => void queryClient.invalidateQueries(),
    onError: (error) => showToast(problemSentence(error)),
  });
  if (scan === undefined || scan === null) return null;
  if (scan.pendingRemovals > 0) {
    return (
      <Note
        tone="warning"
        action={
          <>
            <Button busy={settle.isPending} onClick={() => settle.mutate(false)}>
              Keep them
            </Button>
            <Button look="danger" busy={settle.isPending} onClick={() => settle.mutate(true)}>
              Remove {formatCount(scan.pendingRemovals, 'book')}
            </Button>
          </>
        }
      >
        <strong>{formatCount(scan.pendingRemovals, 'book')} can no longer be found.</strong> Is a drive missing? Nothing
        was removed. Your progress stays either way.
      </Note>
    );
  }
  if (scan.status === 'failed') {
    return (
      <Note tone="danger">
        <strong>The last scan failed.</strong> {scan.errors[0] ?? scan.message}
      </Note>
    );
  }
  return scan.warnings.length === 0 ? null : <Note tone="warning">{scan.warnings.join(' ')}</Note>;
}
