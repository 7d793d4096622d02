import { plural, t } from '@lingui/core/macro';
import type { Task } from '@lectern/contract';
import { joinList } from '#lib/format.ts';

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

const WORDS: readonly (readonly [keyof ScanChanges, (count: number) => string])[] = [
  ['booksAdded', (count) => plural(count, { one: '# book added', other: '# books added' })],
  ['booksChanged', (count) => plural(count, { one: '# book changed', other: '# books changed' })],
  ['booksMoved', (count) => plural(count, { one: '# book moved', other: '# books moved' })],
  ['booksRestored', (count) => plural(count, { one: '# book found again', other: '# books found again' })],
  ['booksDeleted', (count) => plural(count, { one: '# book removed', other: '# books removed' })],
  ['booksPurged', (count) => plural(count, { one: '# book deleted for good', other: '# books deleted for good' })],
];

/** "2 books added, 1 book moved"; "nothing changed" for none. */
export function factWords(facts: readonly string[]): string {
  return facts.length === 0 ? t`nothing changed` : joinList(facts);
}

/** One fact for each kind of change; empty when nothing changed. */
export function listChanges(changes: ScanChanges): readonly string[] {
  return WORDS.flatMap(([field, words]) => (changes[field] > 0 ? [words(changes[field])] : []));
}

/** "2 books added, 1 book moved", or "nothing changed". */
export function changeWords(changes: ScanChanges): string {
  return factWords(listChanges(changes));
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
