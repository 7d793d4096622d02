import type { FilterFamily, FilterOperator } from '@lectern/contract';

/** A value that can be chosen, and what a person reads. */
export type Choice = readonly [value: string, words: string];

/** Where a field stands among the others when one is chosen. */
export type FieldPart = 'About' | 'Reading' | 'Contents' | 'Where and when';

/** The parts in their order. */
export const FIELD_PARTS: readonly FieldPart[] = ['About', 'Reading', 'Contents', 'Where and when'];

/** Names that the server can be asked for while somebody types. */
export type Suggested = 'genre' | 'tag' | 'person' | 'publisher';

/** A field for people. */
export interface FieldWords {
  readonly label: string;
  readonly family: FilterFamily;
  readonly part: FieldPart;
  readonly suggests?: Suggested;
  /** All values there are, or the usual ones of a text. */
  readonly choices?: readonly Choice[];
  /** Of a boolean: what is said when it holds, and when it does not. */
  readonly says?: readonly [holds: string, not: string];
  /** Of a number: what it is counted in, and how much of what is stored one of that is. */
  readonly unit?: { readonly words: string; readonly size: number };
  /** Operators that are said otherwise here. */
  readonly operators?: Readonly<Partial<Record<FilterOperator, string>>>;
  /** Everything has a value, so nobody asks whether there is one. */
  readonly always?: true;
}

/** How a year is compared. */
export const YEARS = {
  eq: 'is',
  gt: 'is after',
  gte: 'is not before',
  lt: 'is before',
  lte: 'is not after',
} as const;

/** How it is said when something happened, where that may be never. */
export const MAY_BE_NEVER = { isNull: 'is never', isNotNull: 'is at some time' } as const;

export const READ_STATES: readonly Choice[] = [
  ['unread', 'Unread'],
  ['in_progress', 'In progress'],
  ['read', 'Read'],
];

/** Codes of languages as files state them, by name. */
const CODES =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt ro ru sk sl sr sv ta th tr uk vi zh';

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

export const LANGUAGES: readonly Choice[] = CODES.split(' ')
  .map((code) => [code, names.of(code) ?? code] as const)
  .toSorted(([, one], [, other]) => one.localeCompare(other, 'en'));
