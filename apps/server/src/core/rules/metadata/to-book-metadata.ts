import {
  Author,
  Award,
  BOOK_LOCKS,
  BookLocks,
  type BookMetadata,
  type BookMetadataResponse,
  bookMetadataFields,
  type FullMetadata,
  ROLE_FIELDS,
  type RoleField,
} from '@lectern/contract';
import { z } from 'zod';
import type { Json, MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';

const Authors = z.array(Author).catch([]);
const Awards = z.array(Award).catch([]);
const Names = z.array(z.string()).catch([]);
const Fields = z.object(bookMetadataFields);

type Role = z.infer<typeof Author>['role'];
type PluralRole = NonNullable<(typeof ROLE_FIELDS)[RoleField]['plural']>;

function whole(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

function words(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** Midnight UTC of the date, whose month and day default to 1; null without a year or for an invalid date. */
function deriveReleaseDate(values: MetadataState['values']): string | null {
  const year = whole(values['year']);
  if (year === null || year < 1 || year > 9999) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, (whole(values['month']) ?? 1) - 1, whole(values['day']) ?? 1);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Facts of a book outside of its editable metadata. */
interface BookFacts {
  /** 0 while unknown. */
  readonly pageCount: number;
  readonly series: string | null;
}

function listNames(authors: z.infer<typeof Authors>, role: Role): string[] {
  return [...new Set(authors.filter((author) => author.role === role).map(({ name }) => name))];
}

function joined(names: readonly string[]): string | null {
  return names.length === 0 ? null : names.join(', ');
}

function sharedFields({ values }: Pick<MetadataState, 'values'>, { pageCount, series }: BookFacts) {
  const authors = Authors.parse(values['authors']);
  return {
    ...Fields.parse({
      ...values,
      series,
      pageCount: pageCount === 0 ? null : pageCount,
      releaseDate: deriveReleaseDate(values),
      genre: joined(Names.parse(values['genres'])),
      translator: joined(listNames(authors, 'translator')),
    }),
    authors,
    awards: Awards.parse(values['awards']),
    customMetadata: values['customMetadata'] ?? null,
  };
}

function pluralRoles(authors: z.infer<typeof Authors>): Pick<BookMetadata, PluralRole> {
  const lists = Object.values(ROLE_FIELDS).flatMap(({ plural, role }) =>
    plural === null ? [] : [[plural, listNames(authors, role)]],
  );
  return Object.fromEntries(lists) as Pick<BookMetadata, PluralRole>;
}

function singularRoles(authors: z.infer<typeof Authors>): Readonly<Record<RoleField, string | null>> {
  const texts = Object.entries(ROLE_FIELDS).map(([name, { role }]) => [name, joined(listNames(authors, role))]);
  return Object.fromEntries(texts) as Record<RoleField, string | null>;
}

/** Every lock of a book, set or not. */
export function toBookLocks(locks: ReadonlySet<string>): BookLocks {
  return BookLocks.parse(Object.fromEntries(BOOK_LOCKS.map((name) => [name, locks.has(name)])));
}

/**
 * The metadata of a book.
 * @param id of the metadata row
 */
export function toBookMetadata(
  { id, bookId, values }: { readonly id: string; readonly bookId: string } & Pick<MetadataState, 'values'>,
  facts: BookFacts,
): BookMetadata {
  const shared = sharedFields({ values }, facts);
  return { id, bookId, ...shared, ...pluralRoles(shared.authors) };
}

/** The metadata of a full book. */
export function toFullMetadata(state: MetadataState, facts: BookFacts): FullMetadata {
  const shared = sharedFields(state, facts);
  return {
    ...shared,
    titleSort: words(state.values['titleSort']),
    ...pluralRoles(shared.authors),
    ...singularRoles(shared.authors),
    createdAt: new Date(state.createdAt).toISOString(),
    updatedAt: new Date(state.updatedAt).toISOString(),
    locks: toBookLocks(state.locks),
  };
}

/** The answer of the metadata endpoints. */
export function toBookMetadataResponse(state: MetadataState, facts: BookFacts): BookMetadataResponse {
  const shared = sharedFields(state, facts);
  return {
    bookId: state.id,
    updatedAt: new Date(state.updatedAt).toISOString(),
    ...shared,
    titleSort: words(state.values['titleSort']),
    ...singularRoles(shared.authors),
    genres: Names.parse(state.values['genres']),
    tags: Names.parse(state.values['tags']),
    locks: toBookLocks(state.locks),
  };
}
