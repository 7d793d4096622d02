import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { currentUserQuery, setupStatusQuery } from '#entities/user/queries.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import css from './other-ways.module.css';

/** Lets a visitor read without an account, where admins allow it. */
export function GuestDoor({ onEntered }: { readonly onEntered: () => void }) {
  const queryClient = useQueryClient();
  const { data: status } = useQuery(setupStatusQuery());
  const enter = useMutation({
    mutationFn: async () => {
      await request('enterAsGuest', {});
      queryClient.clear();
      await queryClient.query(currentUserQuery());
    },
    onSuccess: onEntered,
  });
  if (status?.guestsAllowed !== true) return null;
  return (
    <div className={css['ways']}>
      {enter.error !== null && (
        <div role="alert">
          <Note tone="danger">{problemSentence(enter.error)}</Note>
        </div>
      )}
      <Button size="large" busy={enter.isPending} onClick={() => enter.mutate()}>{t`Continue as guest`}</Button>
    </div>
  );
}
