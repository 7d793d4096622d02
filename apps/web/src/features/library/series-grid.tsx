import { librarySeriesQuery, SERIES_PAGE } from '#entities/series/queries.ts';
import { SeriesTile } from '#entities/series/series-tile.tsx';
import { useEndlessList } from '#lib/use-endless-list.ts';
import { LibraryGrid } from './library-grid.tsx';

interface SeriesGridProps {
  readonly libraryId: string;
  readonly sort: string;
}

export function SeriesGrid({ libraryId, sort }: SeriesGridProps) {
  const list = useEndlessList({
    queryFor: (page) => librarySeriesQuery(libraryId, sort, page),
    pageSize: SERIES_PAGE,
  });
  return (
    <LibraryGrid
      label="Series"
      list={list}
      libraryId={libraryId}
      renderTile={(series, focusable) => <SeriesTile series={series} focusable={focusable} />}
    />
  );
}
