import { AccountPage } from '#features/account/account-page.tsx';
import { useLeave } from '../use-leave.ts';

export function MeRoute() {
  return <AccountPage onSignedOut={useLeave()} />;
}
