import { useQuery } from '@tanstack/react-query';
import type { ShareAudience } from '@lectern/contract';
import { currentUserQuery, isChild, isView } from '#entities/user/queries.ts';
import { publicSettingsQuery } from './queries.ts';

/** The widest audience that admins allow links for; undefined where the user may make no link. */
export function useShareAudience(): ShareAudience | undefined {
  const { data: user } = useQuery(currentUserQuery());
  const permissions = user?.effectivePermissions ?? [];
  const mayShare =
    user?.isGuest === false &&
    !isView(user) &&
    !isChild(user) &&
    permissions.includes('PagesRead') &&
    permissions.includes('ProgressWrite');
  const { data: settings } = useQuery({ ...publicSettingsQuery(), enabled: mayShare });
  const allowed = settings?.['sharing.links']?.value;
  if (!mayShare) return undefined;
  return allowed === 'anyone' || allowed === 'accounts' ? allowed : undefined;
}
