import { plural, t } from '@lingui/core/macro';
import type { ScanStatus } from '@lectern/contract';
import { formatNumber } from '#lib/format.ts';
import { factWords, listChanges } from './scan-changes.ts';

type Scan = Pick<
  ScanStatus,
  'libraryName' | 'status' | 'filesTotal' | 'filesProcessed' | 'booksToAnalyze' | 'booksFound'
>;

/** Current phase: "Scanning Manga, 412 of 1,930", then "Analyzing Manga, 88 books left". */
export function scanSentence(scan: Scan): string {
  const name = scan.libraryName;
  if (scan.status === 'pending') return t`Waiting to scan ${name}`;
  if (scan.filesTotal === 0) return t`Looking through ${name}`;
  if (scan.filesProcessed < scan.filesTotal) {
    const done = formatNumber(scan.filesProcessed);
    const all = formatNumber(scan.filesTotal);
    return t`Scanning ${name}, ${done} of ${all}`;
  }
  const left = scan.booksToAnalyze;
  if (left > 0)
    return plural(left, { one: `Analyzing ${name}, # book left`, other: `Analyzing ${name}, # books left` });
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
  const count = scans.length;
  const files = scans.reduce((total, scan) => total + scan.filesTotal, 0);
  if (files === 0) return plural(count, { one: 'Looking through # library', other: 'Looking through # libraries' });
  const done = formatNumber(scans.reduce((total, scan) => total + scan.filesProcessed, 0));
  const all = formatNumber(files);
  return plural(count, {
    one: `Scanning # library, ${done} of ${all}`,
    other: `Scanning # libraries, ${done} of ${all}`,
  });
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
  const { libraryName: name, pendingRemovals: missing } = scan;
  if (scan.status === 'failed') {
    const [reason] = scan.errors;
    return reason === undefined ? t`${name} could not be scanned.` : t`${name} could not be scanned. ${reason}`;
  }
  if (scan.status === 'cancelled') return t`The scan of ${name} was stopped`;
  const changes = listChanges({ ...scan, booksChanged: Math.max(0, scan.booksUpdated - scan.booksMoved) });
  const heldBack = plural(missing, { one: '# missing book not removed', other: '# missing books not removed' });
  const outcome = factWords(missing === 0 ? changes : [...changes, heldBack]);
  return t`${name}: ${outcome}`;
}
