import { t } from '@lingui/core/macro';

/** Roles of people, most common first. */
export const ROLES = [
  ['writer', t`Writer`],
  ['author', t`Author`],
  ['co_author', t`Co-author`],
  ['penciller', t`Penciller`],
  ['inker', t`Inker`],
  ['colorist', t`Colourist`],
  ['letterer', t`Letterer`],
  ['cover_artist', t`Cover artist`],
  ['illustrator', t`Illustrator`],
  ['editor', t`Editor`],
  ['translator', t`Translator`],
  ['contributor', t`Contributor`],
] as const;
export type AuthorRole = (typeof ROLES)[number][0];

export function isAuthorRole(role: unknown): role is AuthorRole {
  return ROLES.some(([known]) => known === role);
}

/** An unknown role stays as it is. */
export function roleWords(role: string): string {
  return ROLES.find(([known]) => known === role)?.[1] ?? role;
}
