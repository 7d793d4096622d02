import { z } from 'zod';
import { Book, BookAuthorRole } from './book.ts';
import { Count } from './scalars.ts';

/** A person, publisher, character or team that books name. Spellings that differ in case or accents are one. */
export const CreditedName = z.object({ name: z.string(), bookCount: Count, seriesCount: Count });
export type CreditedName = z.infer<typeof CreditedName>;

function byRole<Role extends z.ZodType>(role: Role) {
  return CreditedName.extend({
    /** What the name does in these books, most books first. */
    roles: z.array(z.object({ role, bookCount: Count, seriesCount: Count })),
  });
}

export const Person = byRole(BookAuthorRole);
export type Person = z.infer<typeof Person>;

/** `imprint` where books name it as such. */
export const PublisherRole = z.enum(['publisher', 'imprint']);
export const Publisher = byRole(PublisherRole);
export type Publisher = z.infer<typeof Publisher>;

/** An author with the first of their books, by series and number. */
export const AuthorShelf = CreditedName.extend({ books: z.array(Book) });
export type AuthorShelf = z.infer<typeof AuthorShelf>;
