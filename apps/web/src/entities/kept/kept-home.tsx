import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { Book } from '@lectern/contract';
import { BookTile } from '#entities/book/book-tile.tsx';
import { TileRow } from '#ui/pictures/tile-row.tsx';
import { chooseListed, listKeptSeries, splitByReading } from './choose-kept.ts';
import { KeptNote, KeptSeriesTile } from './kept-tiles.tsx';
import { useKeptCatalog } from './use-kept-catalog.ts';

interface KeptHomeProps {
  /** Shown while there is nothing kept. */
  readonly children: ReactNode;
}

/** Home without the server: begun books first, then everything else that this device keeps. */
export function KeptHome({ children }: KeptHomeProps) {
  const entries = useKeptCatalog() ?? [];
  if (entries.length === 0) return children;
  const books = chooseListed(entries, {});
  const { begun, others } = splitByReading(books);
  return (
    <>
      <KeptNote />
      <BookRow title={t`Continue reading`} books={begun} />
      <BookRow title={t`Kept on this device`} books={others} />
      <TileRow
        title={t`Series`}
        items={listKeptSeries(books)}
        renderItem={(series, focusable) => <KeptSeriesTile series={series} focusable={focusable} />}
      />
    </>
  );
}

function BookRow({ title, books }: { readonly title: string; readonly books: readonly Book[] }) {
  if (books.length === 0) return null;
  return (
    <TileRow
      title={title}
      items={books}
      renderItem={(book, focusable) => <BookTile book={book} focusable={focusable} />}
    />
  );
}
