import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UserDetail, UserIdentity } from '@lectern/contract';
import { useState } from 'react';
import { useAccountChange } from '#entities/user/change-users.ts';
import { request } from '#lib/api.ts';
import { formatAgo, formatDay } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import list from '#entities/user/account-list.module.css';
import css from './user-page.module.css';

const userIdentitiesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['listUserIdentities', { userId }],
    queryFn: async ({ signal }) => request('listUserIdentities', { params: { id: userId }, signal }),
  });

interface IdentitySectionProps {
  readonly user: UserDetail;
  readonly canUnlink: boolean;
}

/** Providers that sign a user in. Absent without any. */
export function IdentitySection({ user, canUnlink }: IdentitySectionProps) {
  const { data: identities = [] } = useQuery(userIdentitiesQuery(user.id));
  if (identities.length === 0) return null;
  return (
    <section className={css['section']}>
      <h3>{t`Sign-in providers`}</h3>
      <ul className={list['list']}>
        {identities.map((identity) => (
          <IdentityRow key={identity.id} identity={identity} user={user} canUnlink={canUnlink} />
        ))}
      </ul>
    </section>
  );
}

/** Longer names of providers for their users are random. */
const SHOWN_LENGTH = 24;

function shorten(subject: string): string {
  return subject.length > SHOWN_LENGTH ? `${subject.slice(0, SHOWN_LENGTH)}…` : subject;
}

function IdentityRow({ identity, user, canUnlink }: IdentitySectionProps & { readonly identity: UserIdentity }) {
  const [isAsking, setAsking] = useState(false);
  const { providerDisplayName: provider, email, subject, createdAt, lastUsedAt } = identity;
  const day = formatDay(createdAt);
  const ago = lastUsedAt === null ? '' : formatAgo(lastUsedAt, Date.now());
  const facts = [email ?? shorten(subject), t`Linked ${day}`, ...(ago === '' ? [] : [t`Last used ${ago}`])];
  return (
    <li className={list['row']}>
      <span className={list['mark']}>
        <Icon name="key" />
      </span>
      <div className={list['words']}>
        <p className={list['name']}>{provider}</p>
        <p className={list['detail']}>{facts.join(' · ')}</p>
      </div>
      {canUnlink && (
        <Button look="quiet" aria-label={t`Unlink: ${provider}`} onClick={() => setAsking(true)}>{t`Unlink`}</Button>
      )}
      {isAsking && <UnlinkDialog identity={identity} user={user} onClose={() => setAsking(false)} />}
    </li>
  );
}

interface UnlinkDialogProps extends Pick<IdentitySectionProps, 'user'> {
  readonly identity: UserIdentity;
  readonly onClose: () => void;
}

function UnlinkDialog({ identity, user, onClose }: UnlinkDialogProps) {
  const { id: identityId, providerDisplayName: provider } = identity;
  const { id, username } = user;
  const unlink = useAccountChange({
    change: async () => request('deleteUserIdentity', { params: { id, identityId } }),
    say: () => t`${username} is unlinked from ${provider}`,
    onDone: onClose,
  });
  return (
    <Dialog
      title={t`Unlink ${username} from ${provider}?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button look="danger" busy={unlink.isPending} onClick={() => unlink.mutate(undefined)}>{t`Unlink`}</Button>
        </>
      }
    >
      <p>{t`The sessions that ${provider} opened end. Its access groups end as well.`}</p>
    </Dialog>
  );
}
