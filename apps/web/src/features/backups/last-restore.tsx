import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
          <Trans>
            and in the schema <code>{keptSchema}</code>
          </Trans>
        </>
      )}
    </>
  );
  return (
    <section className={css['outcome']} aria-label={t`Last restore`}>
      {state === 'restored' ? (
        <Note tone="info">
          <p>
            <Trans>
              <strong>Restored {ago}</strong> from {backup}.
            </Trans>
          </p>
          <p>
            <Trans>The state before is kept in {kept}. Delete it when you no longer need it.</Trans>
          </p>
        </Note>
      ) : (
        <Note tone="danger">
          <p>
            <Trans>
              <strong>A restore was undone {ago}.</strong> The server did not start with {backup}: {reason}
            </Trans>
          </p>
          <p>
            <Trans>The state before the restore is back. The restored one is kept in {kept}.</Trans>
          </p>
        </Note>
      )}
    </section>
  );
}
