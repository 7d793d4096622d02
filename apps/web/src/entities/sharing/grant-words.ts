import { t } from '@lingui/core/macro';
import type { AccessMode } from '@lectern/contract';
import { LANGUAGE } from '#lib/locale.ts';

/** Effect of a tag on a user, as the form offers it. */
export type TagRule = 'none' | AccessMode;

export const TAG_RULES = [
  ['none', t`No rule`],
  ['deny', t`Hide`],
  ['allow', t`Show only`],
] as const satisfies readonly (readonly [TagRule, string])[];

interface Grant {
  readonly sharingTagName: string;
  readonly accessMode: AccessMode;
}

const either = new Intl.ListFormat(LANGUAGE, { type: 'disjunction' });

/** What a user can see by their grants, as a sentence. */
export function grantSentence(grants: readonly Grant[]): string {
  const named = (mode: AccessMode) =>
    either.format(
      grants.filter(({ accessMode }) => accessMode === mode).map(({ sharingTagName: name }) => t`“${name}”`),
    );
  const [allowed, denied] = [named('allow'), named('deny')];
  if (grants.length === 0) return t`Sees all series in their libraries, whatever their tags.`;
  if (allowed === '') return t`Sees all series in their libraries except those tagged ${denied}.`;
  if (denied === '') return t`Sees only series tagged ${allowed}.`;
  return t`Sees only series tagged ${allowed}, except those tagged ${denied}.`;
}
