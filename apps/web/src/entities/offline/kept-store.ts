import { createStore, useStore } from '#lib/store.ts';
import type { KeptBook, KeptRule, KeptSettings } from './kept.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** What this browser keeps for the signed-in user. */
export interface Kept {
  readonly userId: string;
  readonly books: ReadonlyMap<string, KeptBook>;
  readonly rules: readonly KeptRule[];
  readonly settings: KeptSettings;
  /** Unsent changes in the order of reading time. */
  readonly outbox: readonly OutboxEntry[];
}

/** The signed-in user whose books and changes this page handles. */
export const ownerStore = createStore<string | undefined>(undefined);

/** Undefined until the code of kept books has started, and where the browser keeps nothing. */
export const keptStore = createStore<Kept | undefined>(undefined);

/** The state of one book; undefined for a book that is not kept. */
export function useKeptBook(bookId: string): KeptBook | undefined {
  return useStore(keptStore)?.books.get(bookId);
}
