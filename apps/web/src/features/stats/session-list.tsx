import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReadingSession } from '@lectern/contract';
import { sessionsQuery } from '#entities/statistics/queries.ts';
import { nameDevice } from '#entities/user/device-words.ts';
import { formatAgo, formatMoment } from '#lib/format.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { Pager } from '#ui/layout/pager.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { formatReading } from './measures.ts';
import css from './stats-page.module.css';

interface SessionListProps {
  /** From 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
}

export function SessionList({ page, onPage }: SessionListProps) {
  const query = useQuery({ ...sessionsQuery(page), placeholderData: keepPreviousData });
  return (
    <Panel title={t({ message: 'Sessions', context: 'reading' })}>
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading your sessions`} />}>
        {({ data, totalPages }) => (
          <>
            {data.length === 0 && <p className={css['quiet']}>{t`No sessions yet.`}</p>}
            <ul className={css['sessions']}>
              {data.map((session) => (
                <li key={session.id}>
                  <Session session={session} />
                </li>
              ))}
            </ul>
            <Pager label={t`Pages of sessions`} page={page} totalPages={totalPages} onPage={onPage} />
          </>
        )}
      </QueryBoundary>
    </Panel>
  );
}

function Session({ session }: { readonly session: ReadingSession }) {
  const { bookId, bookTitle, endedAt } = session;
  const deviceName = session.deviceName === null ? null : nameDevice(session.deviceName);
  return (
    <>
      <Link to="/book/$bookId" params={{ bookId }} className={css['name']}>
        {bookTitle}
      </Link>
      <time dateTime={endedAt} title={formatMoment(endedAt)} className={css['value']}>
        {formatAgo(endedAt, Date.now())}
      </time>
      <span className={css['detail']}>{[...listSessionFacts(session), deviceName].filter(Boolean).join(' · ')}</span>
    </>
  );
}

function listSessionFacts({ kind, completed, durationMs, pagesRead, isMeasured }: ReadingSession): readonly string[] {
  if (kind === 'reset') return [t`Started over`];
  const time = formatReading(durationMs);
  return [
    ...(completed ? [t`Read to the end`] : []),
    ...(durationMs > 0 ? [isMeasured ? time : t`about ${time}`] : []),
    ...(pagesRead > 0 ? [plural(pagesRead, { one: '# page', other: '# pages' })] : []),
  ];
}
