import { useQueryClient } from '@tanstack/react-query';
import { connectionStore } from '#lib/connection.ts';
import { formatTime } from '#lib/format.ts';
import { useStore } from '#lib/store.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/notice.tsx';
import css from './away-banner.module.css';

/** What is on the screen stays usable while the server is away; this says that it may be out of date. */
export function AwayBanner() {
  const { away, lastContactAt } = useStore(connectionStore);
  const queryClient = useQueryClient();
  return (
    <div role="status" className={css['banner']}>
      {away && (
        <Note
          tone="warning"
          action={
            <Button icon="refresh" onClick={() => void queryClient.refetchQueries({ type: 'active' })}>
              Try now
            </Button>
          }
        >
          <strong>The server does not answer.</strong> Last contact at {formatTime(lastContactAt)}. Trying again by
          itself.
        </Note>
      )}
    </div>
  );
}
