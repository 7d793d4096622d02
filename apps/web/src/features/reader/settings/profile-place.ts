import type { ProfilePlace } from '#entities/reading-profile/queries.ts';
import type { ReaderBook } from '../reader-props.ts';

/** What the profiles of a book are asked for; null behind a link, where none apply. */
export function findProfilePlace({ id, shareId }: Pick<ReaderBook, 'id' | 'shareId'>): ProfilePlace | null {
  return shareId === undefined ? { bookId: id } : null;
}
