import type { GivenCover } from './cover-owner.ts';
import type { CoverList } from './queries.ts';

/** A queued change of covers. All but `remove` choose a cover and set or clear the lock. */
export type CoverChange =
  | { readonly how: 'automatic' }
  | { readonly how: 'cover' | 'remove'; readonly coverId: string }
  /** From 1; books only. */
  | { readonly how: 'page'; readonly page: number }
  /** Series only: follows the cover of this book. */
  | { readonly how: 'book'; readonly bookId: string }
  | { readonly how: 'file'; readonly file: File };

/** The list after pending changes; pictures still uploading are missing. */
export function listAfter(list: CoverList, changes: readonly CoverChange[]): CoverList {
  return changes.reduce(afterOne, list);
}

function afterOne(list: CoverList, change: CoverChange): CoverList {
  const { covers } = list;
  switch (change.how) {
    case 'automatic':
      return { covers: withChosen(covers, undefined), coverLock: false };
    case 'cover':
      return chosen(list, ({ id }) => id === change.coverId);
    case 'page':
      return chosen(list, ({ page }) => page === change.page);
    case 'book':
      return chosen(list, ({ fromBookId }) => fromBookId === change.bookId);
    case 'remove':
      return { ...list, covers: covers.filter(({ id }) => id !== change.coverId) };
    case 'file':
      return list;
  }
}

function chosen(list: CoverList, isIt: (cover: GivenCover) => boolean): CoverList {
  const cover = list.covers.find(isIt);
  return cover === undefined ? list : { covers: withChosen(list.covers, cover), coverLock: true };
}

function withChosen(covers: readonly GivenCover[], one: GivenCover | undefined): readonly GivenCover[] {
  return covers.map((cover) => ({ ...cover, isSelected: cover === one }));
}
