import type { Book } from '@lectern/contract';
import { formatBytes, formatDay } from '#lib/format.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Facts } from '#ui/layout/facts.tsx';

/** The file behind the book, out of the way until asked for. */
export function FileFacts({ book }: { readonly book: Book }) {
  return (
    <Disclosure title="File">
      <Facts
        rows={[
          ['Place', book.path],
          ['Size', formatBytes(book.fileSize)],
          ['Format', book.fileFormat.toUpperCase()],
          ['Added', formatDay(book.createdAt)],
          ['Changed', formatDay(book.updatedAt)],
          ...(book.fileHash === '' ? [] : [['SHA-256', <code key="hash">{book.fileHash}</code>] as const]),
        ]}
      />
    </Disclosure>
  );
}
