import type { FreeForm } from '@lectern/contract';
import type { z } from 'zod';
import type { ListKind, SharedListRow } from '#db/repos/lists/shared-lists.repo.ts';

/** Identifies a list. */
export interface ListAt<Kind extends ListKind = ListKind> {
  readonly kind: Kind;
  readonly id: string;
}

/** Words for messages, and the kind of members. */
export const LIST_WORDS: Readonly<
  Record<ListKind, { readonly list: string; readonly member: string; readonly of: 'series' | 'books' }>
> = {
  collection: { list: 'Collection', member: 'Series', of: 'series' },
  readList: { list: 'Read list', member: 'Book', of: 'books' },
};

/** The name of a list in messages. */
export function describeList({ kind, id }: ListAt): string {
  return `${LIST_WORDS[kind].list} ${id}`;
}

/** The rule of a list; undefined for hand-picked members. */
export function parseRule({ condition }: Pick<SharedListRow, 'condition'>): z.infer<typeof FreeForm> | undefined {
  const rule: unknown = condition === null ? undefined : JSON.parse(condition);
  // The rule was checked when it was stored.
  return rule as z.infer<typeof FreeForm> | undefined;
}
