import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AccessGroupDetail, AccessGroupMember } from '@lectern/contract';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { usersQuery } from '#entities/user/account-queries.ts';
import { useAccountChange } from '#entities/user/change-users.ts';
import { request } from '#lib/api.ts';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/field.tsx';
import { Panel } from '#ui/layout/page.tsx';
import css from './group-members.module.css';

/** Accounts in a group. */
export function GroupMembers({ group: { id, members } }: { readonly group: AccessGroupDetail }) {
  return (
    <Panel title={t`Members`}>
      {members.length === 0 ? (
        <p className={css['none']}>{t`This group has no members yet.`}</p>
      ) : (
        <ul className={css['members']} aria-label={t`Members`}>
          {members.map((member) => (
            <Member key={member.userId} groupId={id} member={member} />
          ))}
        </ul>
      )}
      <AddMember groupId={id} members={members} />
    </Panel>
  );
}

function Member({ groupId, member }: { readonly groupId: string; readonly member: AccessGroupMember }) {
  const { userId, username, source } = member;
  const remove = useAccountChange({
    change: async () => request('removeAccessGroupMember', { params: { id: groupId, userId } }),
  });
  return (
    <li>
      <Link to="/admin/users/$userId" params={{ userId }}>
        {username}
      </Link>
      {source === 'oidc' && <span className={css['none']}>{t`Added by sign-in`}</span>}
      <Button busy={remove.isPending} aria-label={t`Remove ${username}`} onClick={() => remove.mutate(undefined)}>
        {t`Remove`}
      </Button>
    </li>
  );
}

interface AddMemberProps {
  readonly groupId: string;
  readonly members: readonly AccessGroupMember[];
}

/** Accounts that a part of the name finds, to be added by a click. */
function AddMember({ groupId, members }: AddMemberProps) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { data: found } = useQuery({
    ...usersQuery(search === '' ? {} : { search }),
    placeholderData: keepPreviousData,
  });
  const add = useAccountChange({
    change: async (userId: string) =>
      request('addAccessGroupMembers', { params: { id: groupId }, body: { userIds: [userId] } }),
  });
  const taken = new Set(members.map(({ userId }) => userId));
  const others = (found?.data ?? []).filter(({ id }) => !taken.has(id));
  return (
    <>
      <TextField label={t`Find an account to add`} type="search" value={text} onText={setText} />
      {found !== undefined && others.length === 0 && (
        <p role="status" className={css['none']}>{t`No accounts found`}</p>
      )}
      <ul className={css['members']} aria-label={t`Accounts to add`}>
        {others.map(({ id, username }) => (
          <li key={id}>
            {username}
            <Button icon="plus" aria-label={t`Add ${username}`} onClick={() => add.mutate(id)}>
              {t`Add`}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
