import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import type { Book } from '@lectern/contract';
import { useState } from 'react';
import { useMarkBook } from '#entities/book/mark-book.ts';
import { bookState, isReadable, readWords } from '#entities/book/book-state.ts';
import { LazyCoverDialog } from '#entities/cover/lazy-cover-dialog.tsx';
import { useFileDeletion } from '#entities/library/queries.ts';
import type { AddedThings } from '#entities/list/added-things.ts';
import { LazyAddToList } from '#entities/list/lazy-add-to-list.tsx';
import { KeepButton } from '#entities/offline/keep-button.tsx';
import type { SharedTarget } from '#entities/share/share-target.ts';
import { useShareItem } from '#entities/share/use-share-item.tsx';
import { deletePicked } from '#entities/selection/delete-picked.ts';
import { useUndoable } from '#entities/undo/use-undoable.ts';
import { useMay, useMayEditMetadata } from '#entities/user/use-may.ts';
import { WantButton } from '#entities/want/want-button.tsx';
import { buildAddress } from '#lib/api.ts';
import { formatBytes } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Menu, type MenuDownload, type MenuItem } from '#ui/overlays/menu.tsx';
import { usePageActions } from '#ui/overlays/page-actions.ts';
import { useAnalyseBook } from './analyse-book.ts';
import { markUpTo } from './mark-up-to.ts';

export function BookMenu({ book }: { readonly book: Book }) {
  const manages = useMay('BooksWrite');
  const edit = useEditItem(book);
  const marks = useMay('ProgressWrite');
  const [dialog, setDialog] = useState<'cover' | 'lists'>();
  const { isRead, mark } = useMarkBook(book);
  const analyse = useAnalyseBook(book);
  const { kind } = bookState(book);
  const { title } = book;
  const progress = useProgressItems(book, mark);
  const deletion = useDeletion(book);
  const share = useShareItem(toTarget(book));
  const forManagers: readonly MenuItem[] = [
    { label: t`Add to lists`, icon: 'stack', run: () => setDialog('lists') },
    { label: t`Choose cover`, icon: 'image', run: () => setDialog('cover') },
    { label: t`Analyze again`, icon: 'refresh', run: () => analyse.mutate() },
  ];
  const items = [
    ...(marks ? progress : []),
    ...(book.deleted ? [] : [toDownload(book)]),
    ...share.items,
    ...edit,
    ...(manages ? forManagers : []),
    ...deletion,
  ];
  const close = () => setDialog(undefined);
  const marking = toMarking(isRead, mark);
  const offersMarking = marks && kind !== 'waiting';
  useButtonActions(book, offersMarking ? [marking] : []);
  return (
    <>
      {offersMarking && (
        <Button icon={marking.icon} size="large" onClick={marking.run}>
          {marking.label}
        </Button>
      )}
      <WantButton thing={{ kind: 'book', id: book.id, title }} wanted={book.wantToRead === true} />
      {isReadable(book) && <KeepButton book={book} />}
      {items.length > 0 && <Menu label={t`Actions for ${title}`} items={items} />}
      {dialog === 'cover' && <LazyCoverDialog owner={{ kind: 'book', id: book.id, book }} onClose={close} />}
      {share.dialog}
      {dialog === 'lists' && <LazyAddToList things={oneBook(book)} onClose={close} />}
    </>
  );
}

/** What a link shares; a book in the bin has no pages to read. */
function toTarget({ id, title, deleted }: Book): SharedTarget | undefined {
  return deleted ? undefined : { kind: 'book', targetId: id, name: title };
}

/** The items about progress, for users who may keep it. */
function useProgressItems(book: Book, mark: (read: boolean) => void): readonly MenuItem[] {
  const change = useUndoable(undefined, `marks of ${book.id}`);
  const isReading = bookState(book).kind === 'reading';
  return [
    ...(isReading ? [{ label: t`Reset progress`, icon: 'book', run: () => mark(false) } as const] : []),
    { label: t`Mark read up to here`, icon: 'check', run: () => change.mutate(async () => markUpTo(book)) },
  ];
}

/** The item that opens the editor; none for users who may not edit. */
function useEditItem({ id: bookId }: Book): readonly MenuItem[] {
  const isAllowed = useMayEditMetadata('book');
  const navigate = useNavigate();
  const run = () => void navigate({ to: '/book/$bookId/edit', params: { bookId } });
  return isAllowed ? [{ label: t`Edit`, icon: 'edit', run }] : [];
}

function toMarking(isRead: boolean, mark: (read: boolean) => void) {
  const run = () => mark(!isRead);
  if (isRead) return { label: t`Mark unread`, icon: 'book', run } as const;
  return { label: t`Mark read`, icon: 'check', run } as const;
}

/** Offers in the palette what the page has as buttons. */
function useButtonActions(book: Book, marking: readonly MenuItem[]): void {
  const navigate = useNavigate();
  const run = () => void navigate({ to: '/read/$bookId', params: { bookId: book.id } });
  const reading: readonly MenuItem[] = isReadable(book) ? [{ label: readWords(book), icon: 'play', run }] : [];
  usePageActions(book.title, [...reading, ...marking]);
}

/** The items that delete the book, and its file where the library allows it; none for a deleted book and for users who may not. */
function useDeletion({ id, libraryId, seriesId, deleted }: Book): readonly MenuItem[] {
  const isAllowed = useMay('BooksDelete');
  const navigate = useNavigate();
  const deletion = useUndoable(() => void navigate({ to: '/series/$seriesId', params: { seriesId } }), 'bin');
  const hasFiles = useFileDeletion(libraryId);
  if (!isAllowed || deleted) return [];
  const run = (withFile: boolean) => () =>
    deletion.mutate(async () => deletePicked({ kind: 'book', count: 1, of: { ids: [id] } }, withFile));
  return [
    { label: t`Delete`, icon: 'trash', apart: true, run: run(false) },
    ...(hasFiles ? [{ label: t`Delete with file`, icon: 'trash', run: run(true) } as const] : []),
  ];
}

function oneBook({ id, title }: Book): AddedThings {
  return { kind: 'book', count: 1, title, ids: async () => Promise.resolve([id]) };
}

function toDownload({ id, fileSize }: Book): MenuDownload {
  const download = buildAddress('getBookFile', { id });
  const size = formatBytes(fileSize);
  return { label: t`Download (${size})`, icon: 'download', download };
}
