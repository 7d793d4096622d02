import { Email } from '@lectern/contract';
import type { OpenIdClaims } from '#net/openid/merge-claims.ts';
import { PROXY_NAME, type Provider } from './provider.ts';

/** A user as a source of sign-ins describes them. Every text may be made up by that user, except issuer and subject. */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
  /** Null unless the source confirmed it. */
  readonly email: string | null;
  /** Wishes for the name of a new account, the best first. */
  readonly names: readonly string[];
  /** Null when the source said nothing of groups, which is not the same as none. */
  readonly groups: readonly string[] | null;
  /** Whether there are more groups than the source told, or than are read. */
  readonly hasMoreGroups: boolean;
  /** The session at the provider. */
  readonly sid: string | null;
  /** Whether the source says that it asked for several factors. */
  readonly showedFactors: boolean;
}

const MAX_GROUPS = 1_000;
/** What both databases can store, and a log can show. */
const PLAIN = /^[^\p{Cc}\p{Cs}]{1,500}$/u;

function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** The longest subject, in characters (OpenID Connect Core 1.0, section 2). */
const MAX_SUBJECT = 255;

/** Whether a subject can be stored. */
export function isSubject(text: string): boolean {
  return isPlain(text) && text.length <= MAX_SUBJECT;
}

function readText(value: unknown): string | null {
  return typeof value === 'string' && isPlain(value) ? value : null;
}

/** A claim by its name, or by the names on the way to it: `realm_access.roles`. */
function readClaim(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[part];
  }
  return value;
}

/** Groups from a list of texts, or from one text. Anything else says nothing of groups. */
function readGroups(value: unknown): Pick<Person, 'groups' | 'hasMoreGroups'> {
  const list: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
  if (list === undefined)
    return typeof value === 'string' ? readGroups([value]) : { groups: null, hasMoreGroups: false };
  const groups = list.slice(0, MAX_GROUPS).map(readText);
  return { groups: [...new Set(groups.filter((group) => group !== null))], hasMoreGroups: list.length > MAX_GROUPS };
}

/** Whether the answer leaves groups out: by a distributed claim (OpenID Connect Core 1.0, section 5.6.2), or a word of Entra. */
function hasGroupsElsewhere(claims: OpenIdClaims, groupsClaim: string): boolean {
  const { _claim_names: elsewhere, hasgroups } = claims;
  const isNamed = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, groupsClaim);
  return isNamed || hasgroups === true || hasgroups === 'true';
}

function readEmail(email: unknown): string | null {
  const parsed = Email.safeParse(email);
  return parsed.success ? parsed.data : null;
}

/** Whether the ID token says so (RFC 8176, section 2). Other words for it differ from provider to provider. */
function readFactors(methods: unknown): boolean {
  return Array.isArray(methods) && methods.includes('mfa');
}

/** The user of an answer. An address counts only when the provider says that it confirmed it. */
export function toPerson(
  { usernameClaim, groupsClaim }: Pick<Provider, 'usernameClaim' | 'groupsClaim'>,
  claims: OpenIdClaims,
): Person {
  const email = readEmail(claims['email']);
  const { groups, hasMoreGroups } = readGroups(readClaim(claims, groupsClaim));
  const names = [readClaim(claims, usernameClaim), claims['preferred_username'], claims['name'], email];
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: claims['email_verified'] === true ? email : null,
    names: names.map(readText).filter((name) => name !== null),
    groups,
    hasMoreGroups: hasMoreGroups || hasGroupsElsewhere(claims, groupsClaim),
    sid: readText(claims['sid']),
    showedFactors: readFactors(claims['amr']),
  };
}

/** Authentik separates groups by `|`, Authelia by commas. Names of the former may have commas. */
function splitGroups(header: string): string[] {
  return header.split(header.includes('|') ? '|' : ',').map((group) => group.trim());
}

/** The user of a trusted proxy's headers. */
export function toProxyPerson(told: {
  readonly user: string;
  readonly email: string | undefined;
  readonly groups: string | undefined;
}): Person {
  return {
    // No address, and so no issuer of a provider.
    issuer: PROXY_NAME,
    subject: told.user,
    email: readEmail(told.email),
    names: [told.user],
    ...readGroups(told.groups === undefined ? undefined : splitGroups(told.groups)),
    sid: null,
    showedFactors: false,
  };
}
