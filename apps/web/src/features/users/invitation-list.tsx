import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Invitation } from '@lectern/contract';
import { ROLE_WORDS } from '#entities/user/permission-words.ts';
import { request } from '#lib/api.ts';
import { formatDay, formatNumber } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { invitationsQuery } from './invitation-queries.ts';
import css from './users-page.module.css';

/** Invitations that can still be used; nothing without one. */
export function InvitationList() {
  const { data: invitations = [] } = useQuery(invitationsQuery());
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby="invitations">
      <div className={css['head']}>
        <h2 id="invitations">{t`Open invitations`}</h2>
      </div>
      <ul className={css['list']}>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </section>
  );
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }) {
  const queryClient = useQueryClient();
  const { id, note, role, customRole, maxUses, useCount, expiresAt, createdBy } = invitation;
  const end = useMutation({
    mutationFn: async () => request('deleteInvitation', { params: { id } }),
    onError: (error) => showToast(problemSentence(error)),
    onSettled: async () => queryClient.invalidateQueries({ queryKey: invitationsQuery().queryKey }),
  });
  const roleName = customRole?.name ?? ROLE_WORDS[role].name;
  const day = formatDay(expiresAt);
  const used = formatNumber(useCount);
  const uses = formatNumber(maxUses);
  const maker = createdBy.name;
  return (
    <li className={css['row']}>
      <div className={css['names']}>
        <p className={css['name']}>{note ?? roleName}</p>
        <p className={css['detail']}>{t`Used ${used} of ${uses} · until ${day} · by ${maker}`}</p>
      </div>
      <div className={css['facts']}>
        <p>{roleName}</p>
        <Button busy={end.isPending} onClick={() => end.mutate()}>{t`End invitation`}</Button>
      </div>
    </li>
  );
}
