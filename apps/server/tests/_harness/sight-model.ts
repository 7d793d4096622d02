import type { AccessMode, AgeLimit } from '@lectern/contract';
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

/** A person: an account, or a child profile within the account of its parent. */
export interface Person {
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

/** Any person; about one in three is a child profile. */
export const person: fc.Arbitrary<Person> = fc.record({ account, child: fc.option(rights, { freq: 1 }) });

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
