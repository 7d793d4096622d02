import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { BookAuthorRole } from '../models/book.ts';
import { AuthorShelf, CreditedName, Person, Publisher, PublisherRole } from '../models/credit.ts';
import { LetterGroup } from '../models/list.ts';
import { Id } from '../models/scalars.ts';
import { PageQuery, paginated } from '../paging.ts';

const Name = z.string().min(1).max(1_000);
const Scope = z.object({
  /** Only names in this library, with its books counted. */
  libraryId: Id.optional(),
});
const NamesQuery = PageQuery.extend(Scope.shape).extend({
  /** Only names in this series, or this book. */
  seriesId: Id.optional(),
  bookId: Id.optional(),
  /** Part of the name, ignoring case and accents. */
  search: z.string().max(500).optional(),
  /** `name` sorts people by family name; `count` puts the most books first. */
  sort: z.enum(['name', 'count']).default('name'),
});
const One = Scope.extend({ name: Name });

const MAX_SHELVES = 50;
const ShelvesQuery = PageQuery.extend(Scope.shape).extend({
  pageSize: z.coerce
    .number()
    .int()
    .optional()
    .transform((size) => Math.min(MAX_SHELVES, Math.max(1, size ?? 20))),
});

const list = { permission: ['BooksRead'], answer: 'json' } as const;
const one = { permission: ['BooksRead'], query: One, answer: 'json', errors: ['NotFound'] } as const;

/** Names that books credit. */
export const credits = {
  listPeople: endpoint({
    ...list,
    tag: 'People',
    summary: 'People of books by family name, with how many books and series name each',
    query: NamesQuery.extend({ role: BookAuthorRole.optional() }),
    response: paginated(CreditedName),
  }),
  getPerson: endpoint({ ...one, tag: 'People', summary: 'One person of books, with their roles', response: Person }),
  listAuthorShelves: endpoint({
    ...list,
    tag: 'People',
    summary: 'Authors by family name, each with the first of their books; other people stand in where a book has none',
    query: ShelvesQuery,
    response: paginated(AuthorShelf),
  }),
  listAuthorGroups: endpoint({
    ...list,
    tag: 'People',
    summary: 'Authors by initial letter of the family name',
    query: Scope,
    response: z.array(LetterGroup),
  }),
  listPublishers: endpoint({
    ...list,
    tag: 'Publishers',
    summary: 'Publishers and imprints by name, with how many books and series name each',
    query: NamesQuery.extend({ role: PublisherRole.optional() }),
    response: paginated(CreditedName),
  }),
  getPublisher: endpoint({ ...one, tag: 'Publishers', summary: 'One publisher or imprint', response: Publisher }),
  listCharacters: endpoint({
    ...list,
    tag: 'Characters',
    summary: 'Characters by name, with how many books and series name each',
    query: NamesQuery,
    response: paginated(CreditedName),
  }),
  getCharacter: endpoint({ ...one, tag: 'Characters', summary: 'One character', response: CreditedName }),
  listTeams: endpoint({
    ...list,
    tag: 'Characters',
    summary: 'Teams of characters by name, with how many books and series name each',
    query: NamesQuery,
    response: paginated(CreditedName),
  }),
  getTeam: endpoint({ ...one, tag: 'Characters', summary: 'One team of characters', response: CreditedName }),
} as const;
