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
          <strong>The file of this book is missing.</strong> If it comes back, the next scan restores the book and your
          progress.
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
      <Note tone="info">{t`This book is being analyzed. You can read it in a moment; this page updates by itself.`}</Note>
    );
  }
  return null;
}
