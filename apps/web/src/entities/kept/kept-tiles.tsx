import { plural, t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import type { Book } from '@lectern/contract';
import type { ReactNode } from 'react';
import { bookCover } from '#entities/book/book-cover.ts';
import { BookTile } from '#entities/book/book-tile.tsx';
import { KeptMark } from '#entities/offline/kept-mark.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Tile, tileLinkClass } from '#ui/pictures/tile.tsx';
import type { KeptSeries } from './choose-kept.ts';
import css from './kept-tiles.module.css';

/** Why the rest is missing. */
export function sayKeptOnly(): string {
  return t`You see only books on this device. All others appear again once the server answers.`;
}

export function KeptNote() {
  return (
    <div className={css['note']}>
      <Note tone="info">{sayKeptOnly()}</Note>
    </div>
  );
}

interface KeptSeriesTileProps {
  readonly series: KeptSeries;
  readonly focusable?: boolean;
}

/** A series with its first kept book as cover: that of the series is not on this device. */
export function KeptSeriesTile({ series: { id, title, books }, focusable = true }: KeptSeriesTileProps) {
  const [first] = books;
  if (first === undefined) return null;
  const bookCount = books.length;
  const link = (
    <Link
      className={tileLinkClass}
      to="/series/$seriesId"
      params={{ seriesId: id }}
      tabIndex={focusable ? undefined : -1}
    >
      {title}
    </Link>
  );
  return (
    <Tile
      cover={{ ...bookCover(first), title }}
      heading={link}
      detail={plural(bookCount, { one: '# book', other: '# books' })}
      mark={<KeptMark seriesId={id} />}
    />
  );
}

interface GridProps<Item> {
  /** Accessible name. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly renderTile: (item: Item) => ReactNode;
}

function Grid<Item extends { readonly id: string }>({ label, items, renderTile }: GridProps<Item>) {
  return (
    <section aria-label={label}>
      <h2 className="visually-hidden">{label}</h2>
      <ul className={css['grid']}>
        {items.map((item) => (
          <li key={item.id}>{renderTile(item)}</li>
        ))}
      </ul>
    </section>
  );
}

interface KeptBooksGridProps {
  readonly books: readonly Book[];
  /** Hides the series name on the page of the series. */
  readonly inSeries?: boolean;
}

export function KeptBooksGrid({ books, inSeries = false }: KeptBooksGridProps) {
  return <Grid label={t`Books`} items={books} renderTile={(book) => <BookTile book={book} inSeries={inSeries} />} />;
}

export function KeptSeriesGrid({ series }: { readonly series: readonly KeptSeries[] }) {
  return <Grid label={t`Series`} items={series} renderTile={(one) => <KeptSeriesTile series={one} />} />;
}
