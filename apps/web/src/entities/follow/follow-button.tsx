import { t } from '@lingui/core/macro';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Undoable } from '#entities/undo/use-undoable.ts';
import { useUndoableChanges } from '#entities/undo/use-undoable-changes.ts';
import { currentUserQuery, isChild } from '#entities/user/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { Button } from '#ui/controls/button.tsx';
import { usePageActions } from '#ui/overlays/page-actions.ts';

const followQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['getSeriesFollow', { seriesId }],
    queryFn: async ({ signal }) => request('getSeriesFollow', { params: { id: seriesId }, signal }),
  });

interface FollowButtonProps {
  readonly seriesId: string;
  readonly title: string;
}

/** Follows a series: its new books become notifications, which child profiles do not get. */
export function FollowButton({ seriesId, title }: FollowButtonProps) {
  const { data: user } = useQuery(currentUserQuery());
  const writes = useMay('ProgressWrite');
  const may = writes && user !== undefined && !isChild(user);
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...followQuery(seriesId), enabled: may });
  const save = async (follows: boolean): Promise<void> => {
    const answer = await request(follows ? 'followSeries' : 'unfollowSeries', { params: { id: seriesId } });
    queryClient.setQueryData(followQuery(seriesId).queryKey, answer);
  };
  const { waiting, enqueue } = useUndoableChanges({
    owner: `following ${seriesId}`,
    store: async (follows: boolean): Promise<Undoable> => {
      await save(follows);
      return {
        text: follows ? t`You will be notified of new books of “${title}”` : t`You no longer follow “${title}”`,
        undo: async () => save(!follows),
      };
    },
    replaces: () => true,
  });
  const follows = waiting.at(-1) ?? data?.followed ?? false;
  const words = follows ? t`Following` : t`Follow`;
  const toggle = () => enqueue(!follows);
  const isShown = may && data !== undefined;
  usePageActions(title, isShown ? [{ label: words, icon: 'bell', run: toggle }] : []);
  if (!isShown) return null;
  return (
    <Button icon="bell" size="large" aria-pressed={follows} onClick={toggle}>
      {words}
    </Button>
  );
}
