import { t } from '@lingui/core/macro';
import type { AgeLimit, RightSource } from '@lectern/contract';

/** Why an account has a right. */
export function sourceWords({ kind, groupName = '' }: RightSource): string {
  if (kind === 'group') return t`By the group “${groupName}”`;
  if (kind === 'parent') return t`As for its parent`;
  return kind === 'role' ? t`As an admin` : t`By the account itself`;
}

/** What an age limit shows. */
export function ageWords({ maxAge, showsUnrated }: AgeLimit): string {
  return showsUnrated
    ? t`Series up to age ${maxAge}, and those without an age rating`
    : t`Series up to age ${maxAge} that have an age rating`;
}
