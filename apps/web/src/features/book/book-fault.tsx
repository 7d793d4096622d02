import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Book } from '@lectern/contract';
import { useMay } from '#entities/user/use-may.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { useAnalyseBook } from './analyse-book.ts';

/** Explains why a book cannot be opened and offers a remedy. */
export function BookFault({ book }: { readonly book: Book }) {
  const edits = useMay('BooksWrite');
  const analyse = useAnalyseBook(book);
  const retry = edits && (
    <Button icon="refresh" busy={analyse.isPending} onClick={() => analyse.mutate()}>{t`Try again`}</Button>
  );
  if (book.deleted) {
    return (
      <Note tone="warning">
        <Trans>
          <strong>The file is gone from the disk.</strong> When it comes back, the next scan brings this book back with
          your progress.
        </Trans>
      </Note>
    );
  }
  if (book.analysisError !== null) {
    return (
      <Note tone="danger" action={retry}>
        <strong>{t`This book cannot be opened.`}</strong> {book.analysisError}
      </Note>
    );
  }
  if (!book.analyzed) {
    return (
      <Note tone="info">{t`This book is being prepared. It can be read in a moment; this page changes by itself.`}</Note>
    );
  }
  return null;
}
