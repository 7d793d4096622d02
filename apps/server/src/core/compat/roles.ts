/** What the dialect calls somebody's part in a book, where it is called otherwise here. */
const DIALECT_ROLES: Readonly<Partial<Record<string, string>>> = { cover_artist: 'cover', co_author: 'co-author' };
const OWN_ROLES = new Map(Object.entries(DIALECT_ROLES).map(([own, dialect]) => [dialect ?? '', own]));

/** A role in the dialect's words, lower case. */
export function dialectRole(role: string): string {
  return DIALECT_ROLES[role] ?? role;
}

/** A role of the dialect in the words that are stored. */
export function ownRole(role: string): string {
  const name = role.trim().toLowerCase();
  return OWN_ROLES.get(name) ?? name;
}
