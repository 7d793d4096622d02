import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { User } from '@lectern/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usersQuery, type UsersWanted } from '#entities/user/account-queries.ts';
import { currentUserQuery } from '#entities/user/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { Pager } from '#ui/layout/pager.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { AddUserDialog } from './add-user-dialog.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RoleList } from './role-list.tsx';
import { ChildWords, Initial, UserBadges } from './user-marks.tsx';
import type { UsersFilter } from './users-filter.ts';
import { UsersFilterBar } from './users-filter-bar.tsx';
import css from './users-page.module.css';
import { libraryWords, roleWords, seenWords } from './user-words.ts';

interface UsersPageProps {
  readonly filter: UsersFilter;
  readonly onFilter: (filter: UsersFilter) => void;
  readonly onAdded: (userId: string) => void;
}

function toUsersWanted({ q, role, state }: UsersFilter, page: number): UsersWanted {
  return {
    page,
    ...(q === undefined ? {} : { search: q }),
    ...(role === undefined ? {} : { role }),
    ...(state === undefined ? {} : { isActive: state === 'active' ? 'true' : 'false' }),
  };
}

export function UsersPage({ filter, onFilter, onAdded }: UsersPageProps) {
  useDocumentTitle(t`Accounts`);
  const adds = useMay('UsersWrite');
  const administers = useMay('SystemAdmin');
  const [invites, setInvites] = useState(false);
  const { add, ...shown } = filter;
  const { page = 1 } = filter;
  const users = useQuery({ ...usersQuery(toUsersWanted(filter, page)), placeholderData: keepPreviousData });
  const total = users.data?.total;
  return (
    <>
      <div className={css['head']}>
        <p className={css['count']} role="status">
          {total !== undefined && plural(total, { one: '# account', other: '# accounts' })}
        </p>
        {adds && (
          <div className={css['ways']}>
            <Button icon="mail" onClick={() => setInvites(true)}>{t`Invite people`}</Button>
            <Button look="primary" icon="plus" onClick={() => onFilter({ ...shown, add: true })}>
              {t`Add account`}
            </Button>
          </div>
        )}
      </div>
      <UsersFilterBar filter={shown} onFilter={onFilter} />
      <QueryBoundary query={users} loading={<BoxSkeletons label={t`Loading accounts`} />}>
        {({ data, totalPages }) => (
          <>
            {data.length === 0 && <NoUsersFound onAll={() => onFilter({})} />}
            <ul className={css['list']}>
              {data.map((user) => (
                <UserRow key={user.id} user={user} />
              ))}
            </ul>
            <Pager
              label={t`Pages of accounts`}
              page={page}
              totalPages={totalPages}
              onPage={(wanted) => onFilter({ ...shown, page: wanted })}
            />
          </>
        )}
      </QueryBoundary>
      {adds && <InvitationList />}
      {administers && <RoleList />}
      {invites && <InviteDialog onClose={() => setInvites(false)} />}
      {add === true && adds && <AddUserDialog onClose={() => onFilter(shown)} onAdded={onAdded} />}
    </>
  );
}

function NoUsersFound({ onAll }: { readonly onAll: () => void }) {
  return (
    <EmptyState
      icon="users"
      title={t`No accounts found`}
      action={<Button onClick={onAll}>{t`Show all accounts`}</Button>}
    >{t`No account matches the filters above.`}</EmptyState>
  );
}

function UserRow({ user }: { readonly user: User }) {
  const { data: me } = useQuery(currentUserQuery());
  return (
    <li className={css['row']} data-off={!user.isActive}>
      <Initial name={user.username} />
      <div className={css['names']}>
        <p className={css['name']}>
          <Link to="/admin/users/$userId" params={{ userId: user.id }} className={css['link']}>
            {user.username}
          </Link>
          <UserBadges user={user} isSelf={me?.id === user.id} />
        </p>
        {user.email !== '' && <p className={css['detail']}>{user.email}</p>}
      </div>
      <div className={css['facts']}>
        <p>{user.parentId === null ? roleWords(user) : <ChildWords parentId={user.parentId} />}</p>
        <p className={css['detail']}>
          {libraryWords(user)} · {seenWords(user, Date.now())}
        </p>
      </div>
    </li>
  );
}
