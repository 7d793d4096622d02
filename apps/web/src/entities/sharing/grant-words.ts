import { t } from '@lingui/core/macro';
import type { AccessMode } from '@lectern/contract';

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

function listed(names: readonly string[], last: string): string {
  const quoted = names.map((name) => `“${name}”`);
  if (quoted.length < 2) return quoted.join('');
  return `${quoted.slice(0, -1).join(', ')} ${last} ${quoted.at(-1) ?? ''}`;
}

/** What a user can see by their grants, as a sentence. */
export function grantSentence(grants: readonly Grant[]): string {
  const named = (mode: AccessMode) =>
    grants.filter(({ accessMode }) => accessMode === mode).map(({ sharingTagName }) => sharingTagName);
  const [allowed, denied] = [named('allow'), named('deny')];
  if (grants.length === 0) return t`Sees every series of their libraries, whatever it is tagged.`;
  const hidden = t`tagged ${listed(denied, 'or')}`;
  if (allowed.length === 0) return t`Sees every series of their libraries but those ${hidden}.`;
  const shown = t`Sees only series tagged ${listed(allowed, 'or')}`;
  return denied.length === 0 ? `${shown}.` : t`${shown}, and of these none ${hidden}.`;
}
