import { addressOf, type CollectionCover, type ReadListCover } from '@lectern/contract';
import type { ListCoverRow } from '#db/repos/lists/list-covers.repo.ts';

function toPicture(row: ListCoverRow, path: string) {
  return {
    id: row.id,
    source: 'upload' as const,
    path,
    isSelected: row.isSelected === 1,
    width: row.width,
    height: row.height,
    coverVersion: row.coverKey,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}

/** A row as the resource of a collection. */
export function toCollectionCover(collectionId: string, row: ListCoverRow): CollectionCover {
  const path = addressOf('', 'getCollectionCoverImage', { id: collectionId, coverId: row.id });
  return { ...toPicture(row, path), collectionId };
}

/** A row as the resource of a read list. */
export function toReadListCover(readListId: string, row: ListCoverRow): ReadListCover {
  const path = addressOf('', 'getReadListCoverImage', { id: readListId, coverId: row.id });
  return { ...toPicture(row, path), readListId };
}
