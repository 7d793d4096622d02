import type { Book } from '@lectern/contract';
import { useState } from 'react';
import { useMarkBook } from '#entities/book/mark-book.ts';
import { bookState } from '#entities/book/book-state.ts';
import { LazyCoverDialog } from '#entities/cover/lazy-cover-dialog.tsx';
import { useMay } from '#entities/user/use-may.ts';
import { addressOf } from '#lib/api.ts';
import { formatBytes } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Menu, type MenuDownload, type MenuItem } from '#ui/menu.tsx';
import { useAnalyseBook } from './analyse-book.ts';

export function BookMenu({ book }: { readonly book: Book }) {
  const edits = useMay('BooksWrite');
  const [choosesCover, setChoosesCover] = useState(false);
  const mark = useMarkBook(book);
  const analyse = useAnalyseBook(book);
  const { kind } = bookState(book);
  const isRead = book.readProgress?.completed === true;
  const forget: MenuItem = { label: 'Forget my place', icon: 'book', run: () => mark.mutate(false) };
  const forEditors: readonly MenuItem[] = [
    { label: 'Choose cover', icon: 'image', run: () => setChoosesCover(true) },
    { label: 'Read the file again', icon: 'refresh', run: () => analyse.mutate() },
  ];
  const items = [
    ...(kind === 'reading' ? [forget] : []),
    ...(book.deleted ? [] : [downloadOf(book)]),
    ...(edits ? forEditors : []),
  ];
  return (
    <>
      {kind !== 'waiting' && (
        <Button
          icon={isRead ? 'book' : 'check'}
          size="large"
          busy={mark.isPending}
          onClick={() => mark.mutate(!isRead)}
        >
          {isRead ? 'Mark unread' : 'Mark read'}
        </Button>
      )}
      {items.length > 0 && <Menu label={`Actions for ${book.title}`} items={items} />}
      {choosesCover && (
        <LazyCoverDialog owner={{ kind: 'book', id: book.id, book }} onClose={() => setChoosesCover(false)} />
      )}
    </>
  );
}

function downloadOf({ id, fileSize }: Book): MenuDownload {
  const download = addressOf('', 'getBookFile', { id });
  return { label: `Download, ${formatBytes(fileSize)}`, icon: 'download', download };
}
