import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { SeriesGap } from '@lectern/contract';
import { GRID_PAGE, seriesBooksQuery } from '#entities/book/queries.ts';
import { setPreferences, usePreferences } from '#entities/preferences/store.ts';
import { missingWords } from './gap-words.ts';
import { seriesOutlineQuery } from '#entities/series/queries.ts';
import { useEndlessList } from '#lib/use-endless-list.ts';
import { Button } from '#ui/controls/button.tsx';
import { TileSkeletons } from '#ui/feedback/tile-skeleton.tsx';
import { BookGrid } from './book-grid.tsx';
import css from './series-books.module.css';
import { SeriesSections } from './series-sections.tsx';

/** Whether gaps are hidden, in every series. */
const HIDE_KEY = 'custom.hide_gaps';

/** The books of a series: its volumes with their chapters, or one grid; with what is missing. */
export function SeriesBooks({ seriesId }: { readonly seriesId: string }) {
  const { data: outline, isPending } = useQuery(seriesOutlineQuery(seriesId));
  const isHidden = usePreferences()[HIDE_KEY] === true;
  const label = t`Books`;
  if (isPending) return <TileSkeletons label={t`Loading: ${label}`} />;
  const gaps = outline?.gaps ?? [];
  const shown = isHidden ? [] : gaps;
  const sections = outline?.sections ?? [];
  return (
    <>
      <Missing gaps={gaps} isHidden={isHidden} />
      {sections.length === 0 ? (
        <AllBooks seriesId={seriesId} gaps={shown} />
      ) : (
        <SeriesSections seriesId={seriesId} sections={sections} gaps={shown} />
      )}
    </>
  );
}

function Missing({ gaps, isHidden }: { readonly gaps: readonly SeriesGap[]; readonly isHidden: boolean }) {
  if (gaps.length === 0) return null;
  return (
    <div className={css['missing']}>
      {!isHidden && <p>{missingWords(gaps).join(' · ')}</p>}
      <Button look="quiet" onClick={() => setPreferences({ [HIDE_KEY]: isHidden ? null : true })}>
        {isHidden ? t`Show what is missing` : t`Hide what is missing`}
      </Button>
    </div>
  );
}

function AllBooks({ seriesId, gaps }: { readonly seriesId: string; readonly gaps: readonly SeriesGap[] }) {
  const list = useEndlessList({ queryFor: (page) => seriesBooksQuery(seriesId, page), pageSize: GRID_PAGE });
  return (
    <BookGrid
      label={t`Books`}
      list={list}
      gaps={gaps}
      seriesId={seriesId}
      query={{ target: 'books', condition: { seriesId: { operator: 'is', value: seriesId } } }}
    />
  );
}
