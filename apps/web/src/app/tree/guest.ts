import { createRoute } from '@tanstack/react-router';
import { leaveLogin, requireSetup } from '../require-user.ts';
import { readLoginSearch } from '../search.ts';
import { root } from './frames.ts';
import { lazyPage } from './lazy-page.tsx';

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  beforeLoad: requireSetup,
  component: lazyPage(async () => import('../routes/setup.tsx'), 'SetupRoute'),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readLoginSearch,
  beforeLoad: ({ search }) => leaveLogin(search),
  component: lazyPage(async () => import('../routes/login.tsx'), 'LoginRoute'),
});

const withoutAccount = async () => import('../routes/guest.tsx');

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyPage(withoutAccount, 'RegisterRoute'),
});

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: lazyPage(withoutAccount, 'JoinRoute'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyPage(withoutAccount, 'ForgotPasswordRoute'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyPage(withoutAccount, 'ResetPasswordRoute'),
});

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  component: lazyPage(withoutAccount, 'VerifyEmailRoute'),
});

/** A shared link, then what it shares, then one of its books. */
const shared = createRoute({
  getParentRoute: () => root,
  path: '/shared/{-$shareId}/{-$bookId}',
  component: lazyPage(async () => import('../routes/shared.tsx'), 'SharedRoute'),
});

/** Pages without a session. */
export const guestRoutes = [setup, login, register, join, forgotPassword, resetPassword, verifyEmail, shared] as const;
