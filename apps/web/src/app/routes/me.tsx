import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { AccountPage } from '#features/account/account-page.tsx';

export function MeRoute() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    await navigate({ to: '/login', replace: true });
    // nothing of this reader stays behind for the next one
    queryClient.clear();
  };
  return <AccountPage onSignedOut={() => void leave()} />;
}
