import { plural, t } from '@lingui/core/macro';
import type { Book, BookMetadata } from '@lectern/contract';
import { BOOK_FORMATS } from '@lectern/contract/book-formats';

const MONTHS = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

export function listFacts(book: Book, metadata: BookMetadata | undefined): readonly string[] {
  const length = book.layout === 'reflowable' ? t`Text` : plural(book.pageCount, { one: '# page', other: '# pages' });
  const facts = [
    book.pageCount > 0 ? length : undefined,
    metadata === undefined ? undefined : appeared(metadata),
    metadata?.publisher,
    book.volume === null ? undefined : t`Volume ${book.volume}`,
    BOOK_FORMATS[book.fileFormat].label,
  ];
  return facts.filter((fact): fact is string => typeof fact === 'string' && fact !== '');
}

/** "12 March 2019", "March 2019" or "2019". */
export function appeared({ year, month, day }: Pick<BookMetadata, 'year' | 'month' | 'day'>): string | undefined {
  if (year === null) return undefined;
  if (month === null || month < 1 || month > 12) return String(year);
  const inMonth = `${MONTHS.format(Date.UTC(2000, month - 1, 1))} ${year}`;
  return day === null ? inMonth : `${day} ${inMonth}`;
}
