import { t } from '@lingui/core/macro';
import type { ReactNode, Ref } from 'react';
import type { SeriesList } from '#entities/condition/list-query.ts';
import { seriesListQuery, SERIES_PAGE } from '#entities/series/queries.ts';
import { SeriesTile } from '#entities/series/series-tile.tsx';
import { useEndlessList } from '#lib/use-endless-list.ts';
import type { GridHandle } from '#ui/grids/virtual-grid.tsx';
import { ListGrid } from './list-grid.tsx';

interface SeriesGridProps {
  readonly ref?: Ref<GridHandle> | undefined;
  readonly query: SeriesList;
  readonly whenEmpty: ReactNode;
}

export function SeriesGrid({ ref, query, whenEmpty }: SeriesGridProps) {
  const list = useEndlessList({ queryFor: (page) => seriesListQuery(query, page), pageSize: SERIES_PAGE });
  return (
    <ListGrid
      ref={ref}
      label={t`Series`}
      list={list}
      query={query}
      whenEmpty={whenEmpty}
      renderTile={(series, focusable) => <SeriesTile series={series} focusable={focusable} />}
    />
  );
}
