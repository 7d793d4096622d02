import { getRouteApi, useRouter } from '@tanstack/react-router';
import { LoginPage } from '#features/session/login-page.tsx';

const route = getRouteApi('/login');

export function LoginRoute() {
  const { next } = route.useSearch();
  const router = useRouter();
  return <LoginPage onSignedIn={() => router.history.replace(next ?? '/')} />;
}
