import { plural, t } from '@lingui/core/macro';
import type { Book, BookMetadata } from '@lectern/contract';
import { BOOK_FORMATS } from '@lectern/contract/book-formats';
import { DATES } from '#lib/locale.ts';

const DAY = new Intl.DateTimeFormat(DATES, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat(DATES, { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function listFacts(book: Book, metadata: BookMetadata | undefined): readonly string[] {
  const { pageCount, volume } = book;
  const length = book.layout === 'reflowable' ? t`Text` : plural(pageCount, { one: '# page', other: '# pages' });
  const facts = [
    pageCount > 0 ? length : undefined,
    metadata === undefined ? undefined : appeared(metadata),
    metadata?.publisher,
    volume === null ? undefined : t`Volume ${volume}`,
    BOOK_FORMATS[book.fileFormat].label,
  ];
  return facts.filter((fact): fact is string => typeof fact === 'string' && fact !== '');
}

/** "12 March 2019", "March 2019" or "2019". */
export function appeared({ year, month, day }: Pick<BookMetadata, 'year' | 'month' | 'day'>): string | undefined {
  if (year === null) return undefined;
  if (month === null || month < 1 || month > 12) return String(year);
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day ?? 1);
  return (day === null ? MONTH : DAY).format(at);
}
