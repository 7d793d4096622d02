import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ProfilePage } from '#features/profile/profile-page.tsx';

export function MeRoute() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    await navigate({ to: '/login', replace: true });
    // nothing of this reader stays behind for the next one
    queryClient.clear();
  };
  return <ProfilePage onSignedOut={() => void leave()} />;
}
