import type { Task } from '@lectern/contract';
import { formatCount } from '#lib/format.ts';

/** What a scan did to the books of a library, each number for itself. */
export interface ScanChanges {
  readonly booksAdded: number;
  /** Read anew; those that only moved are not among them. */
  readonly booksChanged: number;
  readonly booksMoved: number;
  readonly booksRestored: number;
  readonly booksDeleted: number;
  /** Of those that were deleted before: removed for good. */
  readonly booksPurged: number;
}

const WORDS = [
  ['booksAdded', 'added'],
  ['booksChanged', 'changed'],
  ['booksMoved', 'moved'],
  ['booksRestored', 'back again'],
  ['booksDeleted', 'gone'],
  ['booksPurged', 'forgotten for good'],
] as const;

/** "2 books added, 1 book moved"; "nothing changed" when nothing did. */
export function changeWords(changes: ScanChanges): string {
  const words = WORDS.flatMap(([field, word]) =>
    changes[field] > 0 ? [`${formatCount(changes[field], 'book')} ${word}`] : [],
  );
  return words.length === 0 ? 'nothing changed' : words.join(', ');
}

/** What the stored result of a scan says: its numbers, and what it has to tell in words. */
export interface ScanRecord extends ScanChanges {
  readonly booksFound: number;
  readonly warnings: readonly string[];
}

/** Reads the result of a task that scanned; undefined when it left none. */
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
