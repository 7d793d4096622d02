import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { LastRestore as Outcome } from '@lectern/contract';
import { formatAgo } from '#lib/format.ts';
import { Note } from '#ui/feedback/notice.tsx';
import css from './backups-page.module.css';

/** How the last restore ended, and where the other state is kept. */
export function LastRestore({ outcome }: { readonly outcome: Outcome }) {
  const { state, backup, endedAt, reason } = outcome;
  const ago = formatAgo(endedAt, Date.now());
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
            <PreviousState {...outcome} />
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
            <RestoredState {...outcome} />
          </p>
        </Note>
      )}
    </section>
  );
}

type Kept = Pick<Outcome, 'keptFolder' | 'keptSchema'>;

function PreviousState({ keptFolder, keptSchema }: Kept) {
  return keptSchema === null ? (
    <Trans>
      The previous state is kept in <code>{keptFolder}</code>. Delete it when you no longer need it.
    </Trans>
  ) : (
    <Trans>
      The previous state is kept in <code>{keptFolder}</code> and in the schema <code>{keptSchema}</code>. Delete it
      when you no longer need it.
    </Trans>
  );
}

function RestoredState({ keptFolder, keptSchema }: Kept) {
  return keptSchema === null ? (
    <Trans>
      The previous state is back. The restored one is kept in <code>{keptFolder}</code>.
    </Trans>
  ) : (
    <Trans>
      The previous state is back. The restored one is kept in <code>{keptFolder}</code> and in the schema{' '}
      <code>{keptSchema}</code>.
    </Trans>
  );
}
