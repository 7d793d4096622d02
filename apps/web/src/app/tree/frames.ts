import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router';
import { requireUser } from '../require-user.ts';
import { AppShell } from '../shell/app-shell.tsx';
import { NoSuchPage, WholePageProblem } from '../shell/page-problem.tsx';
import { SignedIn } from '../signed-in.tsx';

export const root = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()();

/** Whatever needs an account. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireUser,
  component: SignedIn,
  errorComponent: WholePageProblem,
});

/** Whatever stands beside the navigation. */
export const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell', component: AppShell });

/** Every address that no other route has: who is signed in keeps the navigation. */
export const nowhere = createRoute({ getParentRoute: () => shell, path: '$', component: NoSuchPage });
