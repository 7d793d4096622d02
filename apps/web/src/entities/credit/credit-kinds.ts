import { t } from '@lingui/core/macro';

/** Kinds of names that books credit. */
export const CREDIT_KINDS = ['person', 'publisher', 'character', 'team'] as const;
export type CreditKind = (typeof CREDIT_KINDS)[number];

/** Headings of the lists. */
export const CREDIT_TITLES: Readonly<Record<CreditKind, string>> = {
  person: t`Creators`,
  publisher: t`Publishers`,
  character: t`Characters`,
  team: t`Teams`,
};

export function isCreditKind(kind: string): kind is CreditKind {
  return Object.hasOwn(CREDIT_TITLES, kind);
}

/** Link to the page of one name. */
export function creditLink(kind: CreditKind, name: string) {
  return { to: '/people/$kind', params: { kind }, search: { name } } as const;
}

/** Link to the list of all names of a kind. */
export function creditListLink(kind: CreditKind) {
  return { to: '/people/$kind', params: { kind } } as const;
}
