import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * What a link from a mail carries behind `#`, which is taken out of the address and of the history at once: whoever looks at
 * the screen, or at what was visited, does not find it.
 */
export function useLinkToken(): string {
  const { history } = useRouter();
  const hash = useLocation({ select: (location) => location.hash });
  const [token, setToken] = useState(hash);
  // another link, opened in the same tab
  if (hash !== '' && hash !== token) setToken(hash);
  useEffect(() => {
    if (hash !== '') history.replace(location.pathname);
  }, [hash, history]);
  return token;
}
