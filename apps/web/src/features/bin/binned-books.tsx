import { plural, t } from '@lingui/core/macro';
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
        sayCount={(count) => plural(count, { one: '# book in the bin', other: '# books in the bin' })}
        row={(book) => <BookRow key={book.id} book={book} onPurge={() => setPurged(book)} />}
      />
      {purged !== undefined && <PurgeDialog book={purged} onClose={() => setPurged(undefined)} />}
    </>
  );
}

function trashWords({ fileKeptUntil }: BinnedBook): string {
  if (fileKeptUntil === null) return t`File in the trash`;
  const day = formatDay(fileKeptUntil);
  return t`File in the trash until ${day}`;
}

function deletionWords({ deletedAt, deletedBy }: BinnedBook): string {
  const ago = formatAgo(deletedAt, Date.now());
  if (deletedBy === null) return t`Deleted ${ago}`;
  const { username } = deletedBy;
  return t`Deleted ${ago} by ${username}`;
}

function BookRow({ book, onPurge }: { readonly book: BinnedBook; readonly onPurge: () => void }) {
  const purges = useMay('SystemAdmin');
  const { id, title, seriesName, libraryName, fileSize, path, isFileInTrash } = book;
  const file = [path, formatBytes(fileSize), ...(isFileInTrash ? [trashWords(book)] : [])].join(' · ');
  return (
    <BinRow
      icon="book"
      title={title}
      details={[`${seriesName} · ${libraryName} · ${deletionWords(book)}`, file]}
      restore={async () => request('restoreBook', { params: { id } })}
    >
      {purges && (
        <Button look="quiet" aria-label={t`Delete for good: ${title}`} onClick={onPurge}>{t`Delete for good`}</Button>
      )}
    </BinRow>
  );
}
