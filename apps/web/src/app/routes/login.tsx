import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { decodeFactorAsked } from '#entities/factor/read-asked.ts';
import { BASE_PATH } from '#lib/base-path.ts';
import { LoginPage } from '#features/session/login-page.tsx';
import { isGuestPage } from '../require-user.ts';

const route = getRouteApi('/login');

export function LoginRoute() {
  const { next = '/', refused } = route.useSearch();
  const router = useRouter();
  // The address of the page, with what is behind `#`, goes once it is read.
  const [missing] = useState(() => decodeFactorAsked(router.latestLocation.hash));
  useEffect(() => {
    if (missing !== undefined) router.history.replace(location.pathname + location.search);
  }, [missing, router]);
  const open = (path: string) => () => router.history.replace(BASE_PATH + path);
  return (
    <LoginPage
      next={next}
      refused={refused}
      missing={missing}
      onSignedIn={open(next)}
      onGuest={open(isGuestPage(next) ? next : '/')}
    />
  );
}
