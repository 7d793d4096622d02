import {
  countCredited,
  type CreditedName,
  listCreditedByKey,
  pickCreditedKeys,
} from '#db/repos/catalog/credited.repo.ts';
import type { BookTestField } from '#db/filters/book-condition.ts';
import type { ConditionTree } from '#db/filters/condition-tree.ts';
import { nameKey } from '#db/name-key.ts';
import { sightName } from '#db/repos/visibility.ts';
import type { Viewer } from '../viewer.ts';
import type { Listed, ListContext, PageWanted } from './list-books.ts';

/** People or publishers whom the viewer's books name, by name. */
export async function listCredited(
  { db, filtered }: Pick<ListContext, 'db' | 'filtered'>,
  viewer: Viewer,
  of: 'person' | 'publisher',
  { page, pageSize }: PageWanted,
): Promise<Listed<CreditedName>> {
  const { ids, total } = await filtered.page(
    {
      name: JSON.stringify(['credited', of, sightName(viewer)]),
      pick: async (slice) => ({ ids: await pickCreditedKeys(db.readHeavy, viewer, of, slice) }),
      count: async () => countCredited(db.readHeavy, viewer, of),
    },
    { limit: pageSize, offset: (page - 1) * pageSize },
  );
  return { rows: await listCreditedByKey(db.read, viewer, of, ids), total };
}

/** The books that name a person or publisher, however they spell the name: as many as `listCredited` says. */
export function booksNaming(of: 'person' | 'publisher', name: string): ConditionTree<BookTestField> {
  return { field: 'named', isDenied: false, test: { kind: 'among', values: [of, nameKey(name)] } };
}
