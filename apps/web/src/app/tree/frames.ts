import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router';
import { requireUser } from '../require-user.ts';
import { AppShell } from '../shell/app-shell.tsx';
import { NoSuchPage, WholePageProblem } from '../shell/page-problem.tsx';
import { SignedIn } from '../signed-in.tsx';

export const root = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()();

/** Parent of every route that needs an account. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireUser,
  component: SignedIn,
  errorComponent: WholePageProblem,
});

/** Parent of every route beside the navigation. */
export const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell', component: AppShell });

/** Catch-all: a signed-in user keeps the navigation on the 404 page. */
export const notFound = createRoute({ getParentRoute: () => shell, path: '$', component: NoSuchPage });
