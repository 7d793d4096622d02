import { getRouteApi, useRouter } from '@tanstack/react-router';
import { BASE_PATH } from '#lib/base-path.ts';
import { LoginPage } from '#features/session/login-page.tsx';

const route = getRouteApi('/login');

export function LoginRoute() {
  const { next } = route.useSearch();
  const router = useRouter();
  return <LoginPage onSignedIn={() => router.history.replace(BASE_PATH + (next ?? '/'))} />;
}
