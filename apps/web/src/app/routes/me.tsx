import { getRouteApi } from '@tanstack/react-router';
import { AccountPage } from '#features/account/account-page.tsx';
import { useLeave } from '../use-leave.ts';

const route = getRouteApi('/signed-in/shell/me/');

export function MeRoute() {
  const { refused } = route.useSearch();
  return <AccountPage refused={refused} onSignedOut={useLeave()} />;
}
