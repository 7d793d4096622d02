import { useQuery } from '@tanstack/react-query';
import type { Book, BookMetadata } from '@lectern/contract';
import { useCast } from '#entities/credit/use-cast.ts';
import type { Values } from '#entities/metadata/draft.ts';
import { MetadataList } from '#entities/metadata/metadata-list.tsx';
import { knownQuery } from '#entities/metadata/queries.ts';

/** Metadata of a book; the part from the book itself shows before the detail request finishes. */
export function BookMetadataList({ book, metadata }: { readonly book: Book; readonly metadata: BookMetadata }) {
  const { data: known } = useQuery(knownQuery('book', book.id));
  const cast = useCast({ bookId: book.id });
  return <MetadataList kind="book" values={known?.values ?? toValues(book, metadata)} more={cast} />;
}

function toValues({ titleSort }: Book, { genre, ...metadata }: BookMetadata): Values {
  const genres = (genre ?? '').split(', ').filter((name) => name !== '');
  return { ...metadata, titleSort, genres };
}
