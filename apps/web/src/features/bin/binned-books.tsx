import { useQuery } from '@tanstack/react-query';
import type { BinnedBook } from '@lectern/contract';
import { useState } from 'react';
import list from '#entities/user/account-list.module.css';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { formatAgo, formatBytes } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { BinList } from './bin-list.tsx';
import css from './bin-page.module.css';
import { PurgeDialog } from './purge-dialog.tsx';
import { binnedBooksQuery, type BinListProps } from './queries.ts';
import { useRestore } from './restore.ts';

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

function BookRow({ book, onPurge }: { readonly book: BinnedBook; readonly onPurge: () => void }) {
  const purges = useMay('SystemAdmin');
  const { isPending, run } = useRestore();
  const { id, title, seriesName, libraryName, deletedAt, deletedBy, fileSize, path } = book;
  const by = deletedBy === null ? '' : ` by ${deletedBy.username}`;
  return (
    <li className={list['row']}>
      <span className={list['mark']}>
        <Icon name="book" />
      </span>
      <div className={list['words']}>
        <p className={list['name']}>{title}</p>
        <p className={list['detail']}>
          {seriesName} · {libraryName} · deleted {formatAgo(deletedAt, Date.now())}
          {by}
        </p>
        <p className={list['detail']}>
          {path} · {formatBytes(fileSize)}
        </p>
      </div>
      <div className={css['actions']}>
        <Button
          icon="undo"
          busy={isPending}
          aria-label={`Restore ${title}`}
          onClick={() => run(async () => request('restoreBook', { params: { id } }))}
        >
          Restore
        </Button>
        {purges && (
          <Button look="quiet" aria-label={`Delete for good: ${title}`} onClick={onPurge}>
            Delete for good
          </Button>
        )}
      </div>
    </li>
  );
}
