import { useQuery } from '@tanstack/react-query';
import { useCast, useCreators } from '#entities/credit/use-cast.ts';
import { MetadataList } from '#entities/metadata/metadata-list.tsx';
import { knownQuery } from '#entities/metadata/queries.ts';
import css from './series-page.module.css';

/** Metadata that the page header does not show. */
export function SeriesMetadata({ seriesId }: { readonly seriesId: string }) {
  const { data } = useQuery(knownQuery('series', seriesId));
  const cast = useCast({ seriesId });
  const creators = useCreators(seriesId);
  if (data === undefined) return null;
  const { authors } = data.values;
  const isCredited = Array.isArray(authors) && authors.length > 0;
  return (
    <div className={css['terms']}>
      <MetadataList kind="series" values={data.values} more={isCredited ? cast : [...creators, ...cast]} />
    </div>
  );
}
