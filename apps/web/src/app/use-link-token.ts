import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Reads the token of a mail link from `#` and removes it at once from the address bar and the history. */
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
