import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Session } from '@lectern/contract';
import { formatAgo, formatDay } from '#lib/format.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { request } from '#lib/api.ts';
import { nameDevice } from './device-words.ts';
import { sessionsQuery } from './account-queries.ts';
import { useAccountChange } from './change-users.ts';
import css from './account-list.module.css';

interface SessionListProps {
  /** Own sessions by default. */
  readonly userId?: string;
  readonly canEnd: boolean;
}

export function SessionList({ userId, canEnd }: SessionListProps) {
  const query = useQuery(sessionsQuery(userId));
  return (
    <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading sessions`} />}>
      {({ data }) =>
        data.length === 0 ? (
          <p className={css['quiet']}>{t`No sessions.`}</p>
        ) : (
          <ul className={css['list']}>
            {data.map((session) => (
              <SessionRow key={session.id} session={session} userId={userId} canEnd={canEnd} />
            ))}
          </ul>
        )
      }
    </QueryBoundary>
  );
}

interface SessionRowProps {
  readonly session: Session;
  readonly userId: string | undefined;
  readonly canEnd: boolean;
}

function SessionRow({ session, userId, canEnd }: SessionRowProps) {
  const { id, ipAddress, current, createdAt, lastSeenAt } = session;
  const device = nameDevice(session.device);
  const [ago, day] = [formatAgo(lastSeenAt, Date.now()), formatDay(createdAt)];
  const facts = [
    current ? t`In use now` : t`Last used ${ago}`,
    t`Signed in ${day}`,
    ...(ipAddress === null ? [] : [ipAddress]),
  ];
  const end = useAccountChange({
    change: async () =>
      userId === undefined
        ? request('deleteSession', { params: { id } })
        : request('deleteUserSession', { params: { id: userId, sessionId: id } }),
    say: () => t`Signed out on ${device}`,
  });
  return (
    <li className={css['row']}>
      <span className={css['mark']}>
        <Icon name="device" />
      </span>
      <div className={css['words']}>
        <p className={css['name']}>
          {device} {current && <span className={css['badge']}>{t`This device`}</span>}
        </p>
        <p className={css['detail']}>{facts.join(' · ')}</p>
      </div>
      {canEnd && !current && (
        <Button
          look="quiet"
          aria-label={t`Sign out: ${device}`}
          busy={end.isPending}
          onClick={() => end.mutate(undefined)}
        >
          {t({ message: 'Sign out', context: 'a device' })}
        </Button>
      )}
    </li>
  );
}
