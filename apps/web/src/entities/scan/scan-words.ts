import { plural, t } from '@lingui/core/macro';
import type { ScanStatus } from '@lectern/contract';
import { formatNumber } from '#lib/format.ts';
import { changeWords } from './scan-changes.ts';

type Scan = Pick<
  ScanStatus,
  'libraryName' | 'status' | 'filesTotal' | 'filesProcessed' | 'booksToAnalyze' | 'booksFound'
>;

/** Current phase: "Scanning Manga, 412 of 1,930", then "Preparing Manga, 88 books left". */
export function scanSentence(scan: Scan): string {
  const name = scan.libraryName;
  if (scan.status === 'pending') return t`Waiting to scan ${name}`;
  if (scan.filesTotal === 0) return t`Looking into ${name}`;
  if (scan.filesProcessed < scan.filesTotal) {
    return t`Scanning ${name}, ${formatNumber(scan.filesProcessed)} of ${formatNumber(scan.filesTotal)}`;
  }
  if (scan.booksToAnalyze > 0)
    return t`Preparing ${name}, ${plural(scan.booksToAnalyze, { one: '# book', other: '# books' })} left`;
  return t`Finishing ${name}`;
}

/** 0 to 1; undefined while the total is unknown. */
export function scanShare(scan: Scan): number | undefined {
  if (scan.status === 'pending' || scan.filesTotal === 0) return undefined;
  return Math.min(1, scan.filesProcessed / scan.filesTotal);
}

/** Several scans in one line. */
export function scansSentence(scans: readonly Scan[]): string {
  const [first] = scans;
  if (first === undefined) return '';
  if (scans.length === 1) return scanSentence(first);
  const done = scans.reduce((total, scan) => total + scan.filesProcessed, 0);
  const all = scans.reduce((total, scan) => total + scan.filesTotal, 0);
  const libraries = plural(scans.length, { one: '# library', other: '# libraries' });
  return all === 0
    ? t`Looking into ${libraries}`
    : t`Scanning ${libraries}, ${formatNumber(done)} of ${formatNumber(all)}`;
}

type Ended = Pick<
  ScanStatus,
  | 'libraryName'
  | 'status'
  | 'booksAdded'
  | 'booksUpdated'
  | 'booksMoved'
  | 'booksDeleted'
  | 'booksRestored'
  | 'booksPurged'
  | 'pendingRemovals'
  | 'errors'
>;

export function scanResult(scan: Ended): string {
  if (scan.status === 'failed') return t`${scan.libraryName} could not be scanned. ${scan.errors[0] ?? ''}`.trim();
  if (scan.status === 'cancelled') return t`The scan of ${scan.libraryName} was stopped`;
  const changes = changeWords({ ...scan, booksChanged: Math.max(0, scan.booksUpdated - scan.booksMoved) });
  const missing =
    scan.pendingRemovals === 0
      ? ''
      : t`; ${plural(scan.pendingRemovals, { one: '# book', other: '# books' })} missing, not removed`;
  return `${scan.libraryName}: ${changes}${missing}`;
}
