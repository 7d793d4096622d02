import type { AccessMode, AgeLimit, CallInput } from '@lectern/contract';
import fc from 'fast-check';

/** Sharing tags of the model, by index. */
export const TAGS = ['Adults', 'Kids', 'Staff'] as const;

/** What limits an account or a group, by the indexes of libraries and tags. */
export interface Rights {
  /** Null for all. */
  readonly libraries: readonly number[] | null;
  readonly grants: readonly (AccessMode | null)[];
  readonly age: AgeLimit | null;
}

/** An account and the groups that it belongs to. */
export interface Account {
  readonly own: Rights;
  readonly groups: readonly Rights[];
}

type Permissions = CallInput<'createRole'>['body']['permissions'];

/** Roles that admins made of permissions; what they let a person do hides nothing more and shows nothing more. */
export const OWN_ROLES = {
  'a role that reads and changes metadata': ['LibrariesRead', 'SeriesRead', 'BooksRead', 'MetadataWrite'],
  'a role that changes metadata alone': ['MetadataWrite'],
} as const satisfies Readonly<Record<string, Permissions>>;
export type OwnRole = keyof typeof OWN_ROLES;
export const ROLE_NAMES = Object.keys(OWN_ROLES) as readonly OwnRole[];

/** A kind of person: an account that may do most, a child profile of it, a visitor without an account, an account of an own role. */
export type Kind = 'grown' | 'child' | 'guest' | OwnRole;

/** A person: an account, a child profile within the account of its parent, or a guest. */
export interface Person {
  readonly kind: Kind;
  /** A guest has none: it is as one that sees the library for guests, up to their age limit. */
  readonly account: Account;
  /** What the child profile itself is given; null for a person without one. */
  readonly child: Rights | null;
}

/** What rights look at in a series. */
export interface Marks {
  readonly library: number;
  readonly tags: readonly number[];
  readonly age: number | null;
}

const AGES = [0, 6, 12, 16, 18];
const ageLimit = fc.record({ maxAge: fc.constantFrom(...AGES), showsUnrated: fc.boolean() });
const mode = fc.constantFrom<(AccessMode | null)[]>(null, null, 'allow', 'deny');
const rights: fc.Arbitrary<Rights> = fc.record({
  libraries: fc.option(fc.subarray([0, 1]), { freq: 2 }),
  grants: fc.tuple(mode, mode, mode),
  age: fc.option(ageLimit, { freq: 2 }),
});
const account: fc.Arbitrary<Account> = fc.record({ own: rights, groups: fc.array(rights, { maxLength: 2 }) });

/** An account that may do most. */
const grown = account.map((one): Person => ({ kind: 'grown', account: one, child: null }));
const child = fc.record({ account, child: rights }).map((one): Person => ({ kind: 'child', ...one }));

const guest = fc
  .record({ library: fc.nat(1), age: fc.option(ageLimit, { freq: 2 }) })
  .map(({ library, age }): Person => {
    const own = { libraries: [library], grants: TAGS.map(() => null), age };
    return { kind: 'guest', account: { own, groups: [] }, child: null };
  });

const members = fc.tuple(
  ...ROLE_NAMES.map((kind) => account.map((one): Person => ({ kind, account: one, child: null }))),
);

/** One of each kind, and sometimes another who reads. */
export const people: fc.Arbitrary<readonly Person[]> = fc
  .tuple(grown, child, guest, members, fc.option(fc.oneof(grown, child)))
  .map(([one, profile, visitor, others, more]) => [one, profile, visitor, ...others, ...(more === null ? [] : [more])]);

/** The tags and ages of as many series. */
export const drawCatalog = (length: number) =>
  fc.array(fc.record({ tags: fc.subarray([0, 1, 2]), age: fc.option(fc.constantFrom(...AGES), { freq: 3 }) }), {
    minLength: length,
    maxLength: length,
  });

function tagsMeaning(all: readonly Rights[], wanted: AccessMode): number[] {
  return TAGS.flatMap((_, index) => (all.some(({ grants }) => grants[index] === wanted) ? [index] : []));
}

function accountLetsThrough({ own, groups }: Account, { tags, age }: Marks): boolean {
  const all = [own, ...groups];
  if (tags.some((index) => tagsMeaning(all, 'deny').includes(index))) return false;
  const allowed = tagsMeaning(all, 'allow');
  if (allowed.length > 0 && !tags.some((index) => allowed.includes(index))) return false;
  return all.every((one) => one.age === null || (age === null ? one.age.showsUnrated : age <= one.age.maxAge));
}

/** Whether tags and ages let a person see a series, apart from its library: the rule of links for people with an account. */
export function isLetThrough({ account: grown, child }: Person, marks: Marks): boolean {
  if (!accountLetsThrough(grown, marks)) return false;
  if (child === null) return true;
  if (!accountLetsThrough({ own: child, groups: [] }, marks)) return false;
  // A profile may name a tag that its parent is allowed, and no other: one tag must satisfy both.
  const [ofChild, ofParent] = [tagsMeaning([child], 'allow'), tagsMeaning([grown.own, ...grown.groups], 'allow')];
  if (ofChild.length === 0 || ofParent.length === 0) return true;
  return marks.tags.some((index) => ofChild.includes(index) && ofParent.includes(index));
}

/** Whether a person sees a library, by its index. */
export function seesLibrary({ account: grown, child }: Person, library: number): boolean {
  const isGiven = ({ libraries }: Rights): boolean => libraries === null || libraries.includes(library);
  return [grown.own, ...grown.groups].some(isGiven) && (child === null || isGiven(child));
}

/** The plain model: whether a person sees a series. */
export function sees(one: Person, marks: Marks): boolean {
  return seesLibrary(one, marks.library) && isLetThrough(one, marks);
}
