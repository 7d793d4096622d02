import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { AccountPage } from '#features/account/account-page.tsx';

export function MeRoute() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    await navigate({ to: '/login', replace: true });
    // the next user of this browser must not see cached data
    queryClient.clear();
  };
  return <AccountPage onSignedOut={() => void leave()} />;
}
