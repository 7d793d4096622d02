import { useQuery } from '@tanstack/react-query';
import type { Book, BookMetadata } from '@lectern/contract';
import type { Values } from '#entities/metadata/draft.ts';
import { MetadataList } from '#entities/metadata/metadata-list.tsx';
import { knownQuery } from '#entities/metadata/queries.ts';

/** What is known of a book: at once what came with it, then also tags, links and numbers elsewhere. */
export function BookMetadataList({ book, metadata }: { readonly book: Book; readonly metadata: BookMetadata }) {
  const { data: known } = useQuery(knownQuery('book', book.id));
  return <MetadataList kind="book" values={known?.values ?? valuesOf(book, metadata)} />;
}

function valuesOf({ titleSort }: Book, { genre, ...metadata }: BookMetadata): Values {
  const genres = (genre ?? '').split(', ').filter((name) => name !== '');
  return { ...metadata, titleSort, genres };
}
