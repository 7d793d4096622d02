import { t } from '@lingui/core/macro';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from '@tanstack/react-router';
import { request } from '#lib/api.ts';
import { connectionStore, markReachable } from '#lib/connection.ts';
import { formatTime } from '#lib/format.ts';
import { useStore } from '#lib/store.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import css from './away-banner.module.css';

const AGAIN_MS = 4000;

async function lookAgain(queryClient: QueryClient): Promise<void> {
  try {
    await request('getHealth', {});
  } catch {
    return;
  }
  markReachable();
  await queryClient.invalidateQueries();
}

/** Cached pages stay usable while the server is away; the banner warns that they may be stale. */
export function AwayBanner() {
  const { away, lastContactAt } = useStore(connectionStore);
  const time = formatTime(lastContactAt);
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!away) return;
    const timer = setInterval(() => void lookAgain(queryClient), AGAIN_MS);
    return () => clearInterval(timer);
  }, [away, queryClient]);
  return (
    <div role="status" className={css['banner']}>
      {away && (
        <Note
          tone="warning"
          action={<Button icon="refresh" onClick={() => void lookAgain(queryClient)}>{t`Try again`}</Button>}
        >
          <strong>{t`The server does not answer.`}</strong> {t`Last contact: ${time}. Lectern keeps trying.`}{' '}
          <Link to="/me/offline">{t`Books on this device`}</Link>
        </Note>
      )}
    </div>
  );
}
