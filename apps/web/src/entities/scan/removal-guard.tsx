import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '#entities/user/use-may.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { watchedScanQuery } from './queries.ts';
import { type HeldBackBooks, useAnswerRemovals } from './answer-removals.ts';

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
  const failed = libraryName === undefined ? t`The last scan failed.` : t`The last scan of ${libraryName} failed.`;
  return (
    <>
      {scan.status === 'failed' && (
        <Note tone="danger">
          <strong>{failed}</strong> {scan.errors[0] ?? scan.message}
        </Note>
      )}
      {scan.pendingRemovals > 0 && (
        <HeldBack libraryId={libraryId} count={scan.pendingRemovals} libraryName={libraryName} />
      )}
      {scan.pendingRemovals === 0 && scan.warnings.length > 0 && (
        <Note tone="warning">
          {libraryName !== undefined && <strong>{libraryName}: </strong>}
          {scan.warnings.join(' ')}
        </Note>
      )}
    </>
  );
}

interface HeldBackProps extends HeldBackBooks {
  readonly libraryId: string;
}

function lostWords({ count, libraryName }: HeldBackBooks): string {
  return libraryName === undefined
    ? plural(count, { one: '# book can no longer be found.', other: '# books can no longer be found.' })
    : plural(count, {
        one: `# book of ${libraryName} can no longer be found.`,
        other: `# books of ${libraryName} can no longer be found.`,
      });
}

function HeldBack({ libraryId, count, libraryName }: HeldBackProps) {
  const mayAnswer = useMay('LibrariesWrite');
  const [looking, setLooking] = useState(false);
  const answer = useAnswerRemovals(libraryId, { count, libraryName });
  const action = mayAnswer && (
    <>
      <Button look="primary" onClick={() => setLooking(true)}>{t`Show books`}</Button>
      <Button busy={answer.isPending} onClick={() => answer.mutate('keep')}>
        {t`Keep`}
      </Button>
    </>
  );
  return (
    <>
      <Note tone="warning" action={action}>
        <strong>{lostWords({ count, libraryName })}</strong>{' '}
        {t`Is a drive or folder missing? So many books are not removed without asking.`}
      </Note>
      {looking && (
        <MissingBooks libraryId={libraryId} count={count} libraryName={libraryName} onClose={() => setLooking(false)} />
      )}
    </>
  );
}
