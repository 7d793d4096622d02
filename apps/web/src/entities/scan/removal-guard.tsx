import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '#entities/user/use-may.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { watchedScanQuery } from './queries.ts';
import { useAnswerRemovals } from './answer-removals.ts';

const MissingBooks = lazyComponent(async () => (await import('./missing-books.tsx')).MissingBooks);

interface RemovalGuardProps {
  readonly libraryId: string;
  /** Shown where the page does not name the library. */
  readonly libraryName?: string;
}

/** Result of the last scan that needs attention: removals held back, or a failure. */
export function RemovalGuard({ libraryId, libraryName }: RemovalGuardProps) {
  const { data: scan } = useQuery(watchedScanQuery(libraryId));
  if (scan === undefined || scan === null) return null;
  const of = libraryName === undefined ? '' : t` of ${libraryName}`;
  return (
    <>
      {scan.status === 'failed' && (
        <Note tone="danger">
          <strong>{t`The last scan${of} failed.`}</strong> {scan.errors[0] ?? scan.message}
        </Note>
      )}
      {scan.pendingRemovals > 0 && <HeldBack libraryId={libraryId} count={scan.pendingRemovals} of={of} />}
      {scan.pendingRemovals === 0 && scan.warnings.length > 0 && (
        <Note tone="warning">
          {libraryName !== undefined && <strong>{libraryName}: </strong>}
          {scan.warnings.join(' ')}
        </Note>
      )}
    </>
  );
}

interface HeldBackProps {
  readonly libraryId: string;
  readonly count: number;
  /** " of …" with a leading blank. */
  readonly of: string;
}

function HeldBack({ libraryId, count, of }: HeldBackProps) {
  const mayAnswer = useMay('LibrariesWrite');
  const [looking, setLooking] = useState(false);
  const answer = useAnswerRemovals(libraryId, { count, of });
  const action = mayAnswer && (
    <>
      <Button look="primary" onClick={() => setLooking(true)}>{t`See which ones`}</Button>
      <Button busy={answer.isPending} onClick={() => answer.mutate('keep')}>
        {t`Keep`} {count === 1 ? 'it' : 'them'}
      </Button>
    </>
  );
  return (
    <>
      <Note tone="warning" action={action}>
        <Trans>
          <strong>
            <Plural value={count} one="# book" other="# books" />
            {of} can no longer be found.
          </strong>{' '}
          Is a drive missing, or a folder? So much at once is not removed without asking.
        </Trans>
      </Note>
      {looking && <MissingBooks libraryId={libraryId} count={count} of={of} onClose={() => setLooking(false)} />}
    </>
  );
}
