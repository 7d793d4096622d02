import { BookAuthorRole, BookEdits } from '@lectern/contract';
import { z } from 'zod';
import { ownRole } from '#core/rules/metadata/credits.ts';
import { say } from '#words/say.ts';
import { validate } from '../requests/validate.ts';
import { kept, links, lock, names, setLocks, title, toLinks, words } from './patch-shapes.ts';

/** A change of a book: absent keeps, null clears. */
export const BookPatch = z.object({
  title,
  summary: words,
  number: kept(z.string().trim().min(1)),
  numberSort: kept(z.number().min(0)),
  releaseDate: z.iso.date({ error: () => say('must be a date such as 2026-01-31') }).nullish(),
  authors: z.array(z.object({ name: z.string(), role: z.string() })).nullish(),
  tags: names,
  isbn: words,
  links,
  titleLock: lock,
  summaryLock: lock,
  numberLock: lock,
  numberSortLock: lock,
  releaseDateLock: lock,
  authorsLock: lock,
  tagsLock: lock,
  isbnLock: lock,
  linksLock: lock,
});
type BookPatchValues = z.output<typeof BookPatch>;

/** The role here; roles that are unknown here become contributors. */
function toRole(role: string): z.output<typeof BookAuthorRole> {
  const name = ownRole(role);
  return BookAuthorRole.catch('contributor').parse(name === 'artist' ? 'illustrator' : name);
}

function splitDate(date: string | null | undefined) {
  if (date === undefined) return {};
  if (date === null) return { year: null, month: null, day: null };
  const [year, month, day] = date.split('-').map(Number);
  return { year, month, day };
}

function bookValues({ number, numberSort, releaseDate, authors, isbn, links: given, ...patch }: BookPatchValues) {
  const { title: name, summary, tags } = patch;
  return {
    title: name,
    summary,
    tags,
    isbns: isbn,
    ...splitDate(releaseDate),
    // One number both names a book and sorts it.
    number: number ?? numberSort,
    authors: authors?.map((author) => ({ name: author.name, role: toRole(author.role) })) ?? authors,
    externalLinks: toLinks(given),
  };
}

/**
 * A change of the dialect as an edit of this server.
 * @throws {AppError} `BadRequest`
 */
export function toBookEdits(patch: BookPatchValues): BookEdits {
  const { releaseDateLock: date } = patch;
  const locks = setLocks({
    titleLock: patch.titleLock,
    summaryLock: patch.summaryLock,
    numberLock: patch.numberLock ?? patch.numberSortLock,
    yearLock: date,
    monthLock: date,
    dayLock: date,
    authorsJsonLock: patch.authorsLock,
    tagsLock: patch.tagsLock,
    isbnsLock: patch.isbnLock,
    externalLinksLock: patch.linksLock,
  });
  return BookEdits.parse(validate('body', BookEdits, { values: bookValues(patch), locks }));
}
