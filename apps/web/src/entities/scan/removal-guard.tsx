import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { formatCount } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/notice.tsx';
import { showToast } from '#ui/toast.tsx';
import { scanStatusQuery } from './queries.ts';

interface RemovalGuardProps {
  readonly libraryId: string;
  /** Where the page does not say whose scan it was. */
  readonly libraryName?: string;
}

/** What the last scan of a library left to say: removals it did not dare to make, or why it failed. */
export function RemovalGuard({ libraryId, libraryName }: RemovalGuardProps) {
  const { data: scan } = useQuery(scanStatusQuery(libraryId));
  if (scan === undefined || scan === null) return null;
  const of = libraryName === undefined ? '' : ` of ${libraryName}`;
  return (
    <>
      {scan.status === 'failed' && (
        <Note tone="danger">
          <strong>The last scan{of} failed.</strong> {scan.errors[0] ?? scan.message}
        </Note>
      )}
      {scan.pendingRemovals > 0 && <HeldBack libraryId={libraryId} count={scan.pendingRemovals} of={of} />}
      {scan.pendingRemovals === 0 && scan.warnings.length > 0 && (
        <Note tone="warning">
          {libraryName !== undefined && <strong>{libraryName}: </strong>}
          {scan.warnings.join(' ')}
        </Note>
      )}
    </>
  );
}

interface HeldBackProps {
  readonly libraryId: string;
  readonly count: number;
  /** Whose books, with a blank before it. */
  readonly of: string;
}

function HeldBack({ libraryId, count, of }: HeldBackProps) {
  const queryClient = useQueryClient();
  const settles = useMay('LibrariesWrite');
  const settle = useMutation({
    mutationFn: async (remove: boolean) =>
      request(remove ? 'confirmRemovals' : 'dismissRemovals', { params: { id: libraryId } }),
    onSuccess: (_, remove) => {
      showToast(remove ? `${formatCount(count, 'book')}${of} removed` : `${formatCount(count, 'book')}${of} kept`);
    },
    onError: (error) => showToast(problemSentence(error)),
    onSettled: async () => queryClient.invalidateQueries(),
  });
  const action = settles && (
    <>
      <Button busy={settle.isPending} onClick={() => settle.mutate(false)}>
        Keep them
      </Button>
      <Button look="danger" busy={settle.isPending} onClick={() => settle.mutate(true)}>
        Remove {formatCount(count, 'book')}
      </Button>
    </>
  );
  return (
    <Note tone="warning" action={action}>
      <strong>
        {formatCount(count, 'book')}
        {of} can no longer be found.
      </strong>{' '}
      Is a drive missing? Nothing was removed. Your progress stays either way.
    </Note>
  );
}
