import type { Book } from '@lectern/contract';
import { useMarkBook } from '#entities/book/mark-book.ts';
import { bookState } from '#entities/book/book-state.ts';
import { useMay } from '#entities/user/use-may.ts';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import { useAnalyseBook } from './analyse-book.ts';

export function BookMenu({ book }: { readonly book: Book }) {
  const edits = useMay('BooksWrite');
  const mark = useMarkBook(book);
  const analyse = useAnalyseBook(book);
  const { kind } = bookState(book);
  const isRead = book.readProgress?.completed === true;
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
      {edits && (
        <Menu
          label={`Actions for ${book.title}`}
          items={[
            ...(kind === 'reading'
              ? ([{ label: 'Forget my place', icon: 'book', run: () => mark.mutate(false) }] as const)
              : []),
            { label: 'Analyse again', icon: 'refresh', run: () => analyse.mutate() },
          ]}
        />
      )}
    </>
  );
}
