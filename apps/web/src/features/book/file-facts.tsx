import { t } from '@lingui/core/macro';
import type { Book } from '@lectern/contract';
import { BOOK_FORMATS } from '@lectern/contract/book-formats';
import { formatBytes, formatDay } from '#lib/format.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Facts } from '#ui/layout/facts.tsx';

export function FileFacts({ book }: { readonly book: Book }) {
  return (
    <Disclosure title={t`File`}>
      <Facts
        rows={[
          [t`Path`, book.path],
          [t`Size`, formatBytes(book.fileSize)],
          [t`Format`, BOOK_FORMATS[book.fileFormat].label],
          [t`Added`, formatDay(book.createdAt)],
          [t`Changed`, formatDay(book.updatedAt)],
          ...(book.fileHash === '' ? [] : [['SHA-256', <code key="hash">{book.fileHash}</code>] as const]),
        ]}
      />
    </Disclosure>
  );
}
