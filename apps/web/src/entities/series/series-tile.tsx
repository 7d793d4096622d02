import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Series } from '@lectern/contract';
import { addressOf } from '#lib/api.ts';
import { formatCount } from '#lib/format.ts';
import type { CoverPicture } from '#ui/pictures/cover.tsx';
import { Tile, tileLinkClass } from '#ui/pictures/tile.tsx';

/** The cover of a series under an address that changes with the picture. */
export function seriesCover({ id, title, coverVersion: v, coverPlaceholder }: Series): CoverPicture {
  return {
    title,
    placeholder: coverPlaceholder,
    addressFor: v === null ? undefined : (width) => addressOf('', 'getSeriesThumbnail', { id }, { width, v }),
  };
}

/** "12 books, 5 unread", and "All read" only when there was something to read. */
export function seriesWords({ bookCount, unreadCount }: Pick<Series, 'bookCount' | 'unreadCount'>): string {
  const books = formatCount(bookCount, 'book');
  if (bookCount === 0 || unreadCount === bookCount) return books;
  return unreadCount === 0 ? `${books} · All read` : `${books} · ${unreadCount} unread`;
}

interface SeriesTileProps {
  readonly series: Series;
  readonly eager?: boolean;
  /** False takes the tile out of the Tab order, for grids with arrow keys. */
  readonly focusable?: boolean;
}

/** Drawn anew only when its series changes: grids hold many while they scroll. */
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
      badge={badgeOf(bookCount, unreadCount)}
    />
  );
});

function badgeOf(bookCount: number, unreadCount: number) {
  if (bookCount === 0) return undefined;
  return unreadCount === 0 ? ({ icon: 'check' } as const) : { text: unreadCount > 999 ? '999+' : String(unreadCount) };
}
