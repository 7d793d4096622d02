import { useQuery } from '@tanstack/react-query';
import type { CurrentUser, ShareAudience } from '@lectern/contract';
import { currentUserQuery, isChild, isView } from '#entities/user/queries.ts';
import { publicSettingsQuery } from './queries.ts';

/** Guests, views and child profiles make no links: a link is of an account, and reaches other people. */
function mayMakeLinks(user: CurrentUser): boolean {
  if (user.isGuest || isView(user) || isChild(user)) return false;
  return user.effectivePermissions.includes('PagesRead') && user.effectivePermissions.includes('ProgressWrite');
}

/** The widest audience that admins allow links for; undefined where the user may make no link. */
export function useShareAudience(): ShareAudience | undefined {
  const { data: user } = useQuery(currentUserQuery());
  const mayShare = user !== undefined && mayMakeLinks(user);
  const { data: settings } = useQuery({ ...publicSettingsQuery(), enabled: mayShare });
  const allowed = settings?.['sharing.links']?.value;
  if (!mayShare) return undefined;
  return allowed === 'anyone' || allowed === 'accounts' ? allowed : undefined;
}
