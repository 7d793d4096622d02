import { plural, t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Series } from '@lectern/contract';
import { KeptMark } from '#entities/offline/kept-mark.tsx';
import { buildAddress } from '#lib/api.ts';
import { formatNumber } from '#lib/format.ts';
import type { CoverPicture } from '#ui/pictures/cover.tsx';
import { Tile, tileLinkClass } from '#ui/pictures/tile.tsx';

/** The version in the address changes with the picture, so the browser may cache it. */
export function seriesCover({ id, title, coverVersion: v, coverPlaceholder }: Series): CoverPicture {
  return {
    title,
    placeholder: coverPlaceholder,
    addressFor: v === null ? undefined : (width) => buildAddress('getSeriesThumbnail', { id }, { width, v }),
  };
}

/** "12 books · 5 unread"; "All read" needs at least one book. */
export function seriesWords({ bookCount, unreadCount }: Pick<Series, 'bookCount' | 'unreadCount'>): string {
  const books = plural(bookCount, { one: '# book', other: '# books' });
  if (bookCount === 0 || unreadCount === bookCount) return books;
  const unread = unreadCount === 0 ? t`All read` : plural(unreadCount, { one: '# unread', other: '# unread' });
  return `${books} · ${unread}`;
}

interface SeriesTileProps {
  readonly series: Series;
  readonly eager?: boolean;
  /** False removes the tile from the tab order, for grids with arrow keys. */
  readonly focusable?: boolean;
}

/** Memoised: grids hold hundreds of tiles while they scroll. */
export const SeriesTile = memo(function SeriesTile({ series, eager = false, focusable = true }: SeriesTileProps) {
  const { bookCount, unreadCount } = series;
  return (
    <Tile
      cover={seriesCover(series)}
      eager={eager}
      heading={
        <Link
          className={tileLinkClass}
          to="/series/$seriesId"
          params={{ seriesId: series.id }}
          tabIndex={focusable ? undefined : -1}
        >
          {series.title}
        </Link>
      }
      detail={seriesWords(series)}
      badge={renderBadge(bookCount, unreadCount)}
      mark={<KeptMark seriesId={series.id} />}
    />
  );
});

function renderBadge(bookCount: number, unreadCount: number) {
  if (bookCount === 0) return undefined;
  return unreadCount === 0
    ? ({ icon: 'check' } as const)
    : { text: unreadCount > 999 ? `${formatNumber(999)}+` : formatNumber(unreadCount) };
}
