import type { LastRestore as Outcome } from '@lectern/contract';
import { formatAgo } from '#lib/format.ts';
import { Note } from '#ui/feedback/notice.tsx';
import css from './backups-page.module.css';

/** How the last restore ended, and where the other state is kept. */
export function LastRestore({ outcome }: { readonly outcome: Outcome }) {
  const { state, backup, endedAt, reason, keptFolder, keptSchema } = outcome;
  const ago = formatAgo(endedAt, Date.now());
  const kept = (
    <>
      <code>{keptFolder}</code>
      {keptSchema !== null && (
        <>
          {' '}
          and in the schema <code>{keptSchema}</code>
        </>
      )}
    </>
  );
  return (
    <section className={css['outcome']} aria-label="Last restore">
      {state === 'restored' ? (
        <Note tone="info">
          <p>
            <strong>Restored {ago}</strong> from {backup}.
          </p>
          <p>The state before is kept in {kept}. Delete it when you no longer need it.</p>
        </Note>
      ) : (
        <Note tone="danger">
          <p>
            <strong>A restore was undone {ago}.</strong> The server did not start with {backup}: {reason}
          </p>
          <p>The state before the restore is back. The restored one is kept in {kept}.</p>
        </Note>
      )}
    </section>
  );
}
