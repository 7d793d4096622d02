import { plural, t } from '@lingui/core/macro';
import type { Task } from '@lectern/contract';

/** Counters of a scan; no book counts twice. */
export interface ScanChanges {
  readonly booksAdded: number;
  /** Changed contents; moved books are not included. */
  readonly booksChanged: number;
  readonly booksMoved: number;
  readonly booksRestored: number;
  readonly booksDeleted: number;
  /** Deleted earlier, now removed for good. */
  readonly booksPurged: number;
}

const WORDS = [
  ['booksAdded', 'added'],
  ['booksChanged', 'changed'],
  ['booksMoved', 'moved'],
  ['booksRestored', t`back again`],
  ['booksDeleted', 'gone'],
  ['booksPurged', t`forgotten for good`],
] as const;

/** "2 books added, 1 book moved", or "nothing changed". */
export function changeWords(changes: ScanChanges): string {
  const words = WORDS.flatMap(([field, word]) =>
    changes[field] > 0 ? [t`${plural(changes[field], { one: '# book', other: '# books' })} ${word}`] : [],
  );
  return words.length === 0 ? t`nothing changed` : words.join(', ');
}

/** Stored result of a scan: counters and messages. */
export interface ScanRecord extends ScanChanges {
  readonly booksFound: number;
  readonly warnings: readonly string[];
}

/** Undefined when the task has no result. */
export function scanRecord({ result }: Pick<Task, 'result'>): ScanRecord | undefined {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return undefined;
  const count = (field: string): number => {
    const value = result[field];
    return typeof value === 'number' ? value : 0;
  };
  const { warnings } = result;
  return {
    booksFound: count('booksFound'),
    booksAdded: count('booksAdded'),
    booksChanged: count('booksUpdated'),
    booksMoved: count('booksMoved'),
    booksRestored: count('booksRestored'),
    booksDeleted: count('booksDeleted'),
    booksPurged: count('booksPurged'),
    warnings: Array.isArray(warnings) ? warnings.filter((warning) => typeof warning === 'string') : [],
  };
}
