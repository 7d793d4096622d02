import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { BinnedBook } from '@lectern/contract';
import { useState } from 'react';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { formatAgo, formatBytes, formatDay } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { BinList } from './bin-list.tsx';
import { BinRow } from './bin-row.tsx';
import { PurgeDialog } from './purge-dialog.tsx';
import { binnedBooksQuery, type BinListProps } from './queries.ts';

export function BinnedBooks(props: BinListProps) {
  const books = useQuery(binnedBooksQuery(props.filter));
  const [purged, setPurged] = useState<BinnedBook>();
  return (
    <>
      <BinList
        {...props}
        query={books}
        words={['book', 'books']}
        row={(book) => <BookRow key={book.id} book={book} onPurge={() => setPurged(book)} />}
      />
      {purged !== undefined && <PurgeDialog book={purged} onClose={() => setPurged(undefined)} />}
    </>
  );
}

function trashWords({ isFileInTrash, fileKeptUntil }: BinnedBook): string {
  if (!isFileInTrash) return '';
  return t` · file in the trash${fileKeptUntil === null ? '' : t` until ${formatDay(fileKeptUntil)}`}`;
}

function BookRow({ book, onPurge }: { readonly book: BinnedBook; readonly onPurge: () => void }) {
  const purges = useMay('SystemAdmin');
  const { id, title, seriesName, libraryName, deletedAt, deletedBy, fileSize, path } = book;
  const file = `${path} · ${formatBytes(fileSize)}`;
  const by = deletedBy === null ? '' : t` by ${deletedBy.username}`;
  const when = t`deleted ${formatAgo(deletedAt, Date.now())}${by}`;
  return (
    <BinRow
      icon="book"
      title={title}
      details={[`${seriesName} · ${libraryName} · ${when}`, `${file}${trashWords(book)}`]}
      restore={async () => request('restoreBook', { params: { id } })}
    >
      {purges && (
        <Button look="quiet" aria-label={t`Delete for good: ${title}`} onClick={onPurge}>{t`Delete for good`}</Button>
      )}
    </BinRow>
  );
}
