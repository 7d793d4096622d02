import { t } from '@lingui/core/macro';
import type { FilterFamily, FilterOperator } from '@lectern/contract';
import { LANGUAGE } from '#lib/locale.ts';

export type Choice = readonly [value: string, words: string];

/** Sections of the field menu, in their order. */
export const FIELD_PARTS = {
  about: t`About`,
  reading: t`Reading`,
  contents: t`Contents`,
  place: t`Library and dates`,
} as const;

export type FieldPart = keyof typeof FIELD_PARTS;

/** Sources of server-side name suggestions. */
export type Suggested = 'genre' | 'tag' | 'person' | 'publisher';

/** A clause as a sentence. */
export type Sentence = (field: string, value: string) => string;

/** Presentation of a filter field. */
export interface FieldWords {
  readonly label: string;
  /** Label in the field menu, with an addition that only a form needs. */
  readonly menuLabel?: string;
  readonly family: FilterFamily;
  readonly part: FieldPart;
  readonly suggests?: Suggested;
  /** All values, or the common values of a text field. */
  readonly choices?: readonly Choice[];
  /** Booleans: labels for true and false. */
  readonly says?: readonly [holds: string, not: string];
  /** Years are written without separators. */
  readonly isYear?: true;
  /** Numbers: the unit shown, and its size in the stored unit. */
  readonly unit?: { readonly words: string; readonly size: number };
  /** Labels that replace the default operator labels. */
  readonly operators?: Readonly<Partial<Record<FilterOperator, string>>>;
  /** Sentences that replace the default ones. */
  readonly sentences?: Readonly<Partial<Record<FilterOperator, Sentence>>>;
  /** Never empty, so the operators for missing values are not offered. */
  readonly always?: true;
}

/** Operators of years. */
export const YEARS = {
  operators: {
    gt: t`is after`,
    gte: t`is not before`,
    lt: t`is before`,
    lte: t`is not after`,
  },
  sentences: {
    gt: (field, value) => t`${field} is after ${value}`,
    gte: (field, value) => t`${field} is not before ${value}`,
    lt: (field, value) => t`${field} is before ${value}`,
    lte: (field, value) => t`${field} is not after ${value}`,
  },
} as const satisfies Pick<FieldWords, 'operators' | 'sentences'>;

/** Operators of a date that may be missing. */
export const MAY_BE_NEVER = {
  operators: { isNull: t({ message: 'never', context: 'filter' }), isNotNull: t`at any time` },
  sentences: {
    isNull: (field) => t`${field}: never`,
    isNotNull: (field) => t`${field}: at any time`,
  },
} as const satisfies Pick<FieldWords, 'operators' | 'sentences'>;

export const READ_STATES: readonly Choice[] = [
  ['unread', t`Unread`],
  ['in_progress', t`In progress`],
  ['read', t({ message: 'Read', context: 'state of a book' })],
];

/** Language codes as files state them, in order of their names. */
const CODES =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt ro ru sk sl sr sv ta th tr uk vi zh';

const names = new Intl.DisplayNames(LANGUAGE, { type: 'language', fallback: 'code' });

export const LANGUAGES: readonly Choice[] = CODES.split(' ')
  .map((code) => [code, names.of(code) ?? code] as const)
  .toSorted(([, one], [, other]) => one.localeCompare(other, LANGUAGE));
