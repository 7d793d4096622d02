import { plural, t } from '@lingui/core/macro';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ScanStatus } from '@lectern/contract';
import { librariesQuery } from '#entities/library/queries.ts';
import { watchedScanQuery } from '#entities/scan/queries.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import css from './away-banner.module.css';

/** Poll interval for each library; longer when there are many. */
const POLL_MS = 10_000;
const ASK_MS_PER_LIBRARY = 1000;

/** Polls all libraries in turn and alerts about the first whose scan failed or holds books back. */
export function LibraryAlerts() {
  const { data: libraries = [] } = useQuery(librariesQuery());
  const everyMs = Math.max(POLL_MS, libraries.length * ASK_MS_PER_LIBRARY);
  const scans = useQueries({ queries: libraries.map(({ id }) => watchedScanQuery(id, everyMs)) });
  const alarming = scans.flatMap(({ data }) =>
    data === undefined || data === null || !isAlarming(data) ? [] : [data],
  );
  const [first] = alarming;
  const others = alarming.length - 1;
  return (
    <div role="status" className={css['banner']}>
      {first !== undefined && (
        <Note tone="warning" action={<Link to="/admin/health" className={buttonClass()}>{t`Look into it`}</Link>}>
          {alertWords(first)}{' '}
          {others > 0 &&
            plural(others, {
              one: '# other library needs attention too.',
              other: '# other libraries need attention too.',
            })}
        </Note>
      )}
    </div>
  );
}

function isAlarming({ status, pendingRemovals }: ScanStatus): boolean {
  return status === 'failed' || pendingRemovals > 0;
}

function alertWords({ libraryName, pendingRemovals, errors }: ScanStatus): string {
  if (pendingRemovals > 0) {
    return plural(pendingRemovals, {
      one: `# book of ${libraryName} is missing. Nothing was removed.`,
      other: `# books of ${libraryName} are missing. Nothing was removed.`,
    });
  }
  const reason = errors[0] ?? '';
  return t`${libraryName} could not be scanned. ${reason}`;
}
