import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

/** Shows the login after the session has ended. */
export function useLeave(): () => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    await navigate({ to: '/login', replace: true });
    // the next user of this browser must not see cached data
    queryClient.clear();
  };
  return () => void leave();
}
