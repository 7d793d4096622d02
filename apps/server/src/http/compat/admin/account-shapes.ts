import type { Role } from '@lectern/contract';
import { z } from 'zod';

/** What every account of this server may do, so that none can be made that may not. */
const ALWAYS = ['PAGE_STREAMING', 'FILE_DOWNLOAD'];

const Roles = z
  .array(z.string().toUpperCase())
  .refine(
    (roles) => roles.includes('ADMIN') || ALWAYS.every((role) => roles.includes(role)),
    `must have ${ALWAYS.join(' and ')}: every account of this server may do that`,
  );

const SharedLibraries = z.object({ all: z.boolean(), libraryIds: z.array(z.guid()).default([]) });

const Labels = z.array(z.string().trim().min(1).max(200)).max(500).nullish();

const shared = {
  sharedLibraries: SharedLibraries.nullish(),
  ageRestriction: z.null('must be null: this server has no age limits').optional(),
  labelsAllow: Labels,
  labelsExclude: Labels,
};

/** An account as it is asked for. */
export const NewAccount = z.object({
  email: z.email('must be an e-mail address').max(254),
  password: z.string().min(8).max(256),
  roles: Roles.default(ALWAYS),
  ...shared,
});

/** What becomes of an account: absent keeps. */
export const AccountPatch = z.object({ roles: Roles.nullish(), ...shared });

/** The role here that roles of the dialect come to; between reader and maintainer it knows no difference. */
export function roleAfter(roles: readonly string[] | null | undefined, before: Role): Role {
  if (roles === null || roles === undefined) return before;
  if (roles.includes('ADMIN')) return 'admin';
  return before === 'admin' ? 'reader' : before;
}

/** Which libraries an account may see; nothing where that is not said. */
export function accessOf(given: z.output<typeof SharedLibraries> | null | undefined) {
  if (given === null || given === undefined) return {};
  return { libraryIds: given.all ? null : given.libraryIds };
}

/** Sharing tags by name that decide what an account sees; nothing where that is not said. */
export function labelsOf({
  labelsAllow,
  labelsExclude,
}: Pick<z.output<typeof AccountPatch>, 'labelsAllow' | 'labelsExclude'>) {
  return { allow: labelsAllow ?? undefined, deny: labelsExclude ?? undefined };
}
