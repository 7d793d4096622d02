import type { Route } from './route.ts';

/** Signing in, accounts, keys and sessions. */
export const peopleRoutes = {
  getSetupStatus: ['GET', '/api/v1/setup/status'],
  initializeSetup: ['POST', '/api/v1/setup/initialize'],
  login: ['POST', '/api/v1/auth/login'],
  logout: ['POST', '/api/v1/auth/logout'],
  getCurrentUser: ['GET', '/api/v1/auth/me'],

  listApiKeys: ['GET', '/api/v1/api-keys'],
  createApiKey: ['POST', '/api/v1/api-keys'],
  getApiKey: ['GET', '/api/v1/api-keys/{id}'],
  updateApiKey: ['PUT', '/api/v1/api-keys/{id}'],
  patchApiKey: ['PATCH', '/api/v1/api-keys/{id}'],
  deleteApiKey: ['DELETE', '/api/v1/api-keys/{id}'],
  listDevices: ['GET', '/api/v1/user/devices'],
  deleteDevice: ['DELETE', '/api/v1/user/devices/{deviceId}'],

  refreshSession: ['POST', '/api/v1/auth/refresh'],
  register: ['POST', '/api/v1/auth/register'],
  verifyEmail: ['POST', '/api/v1/auth/verify-email'],
  resendVerification: ['POST', '/api/v1/auth/resend-verification'],
  forgotPassword: ['POST', '/api/v1/auth/forgot-password'],
  resetPassword: ['POST', '/api/v1/auth/reset-password'],
  testMail: ['POST', '/api/v1/admin/mail/test'],

  getProfile: ['GET', '/api/v1/user'],
  updateProfile: ['PUT', '/api/v1/user'],
  patchProfile: ['PATCH', '/api/v1/user'],
  changePassword: ['POST', '/api/v1/user/password'],
  listSessions: ['GET', '/api/v1/user/sessions'],
  deleteSessions: ['DELETE', '/api/v1/user/sessions'],
  deleteSession: ['DELETE', '/api/v1/user/sessions/{id}'],

  listUserSessions: ['GET', '/api/v1/users/{id}/sessions'],
  deleteUserSessions: ['DELETE', '/api/v1/users/{id}/sessions'],
  deleteUserSession: ['DELETE', '/api/v1/users/{id}/sessions/{sessionId}'],
  listUsers: ['GET', '/api/v1/users'],
  createUser: ['POST', '/api/v1/users'],
  getUser: ['GET', '/api/v1/users/{id}'],
  updateUser: ['PUT', '/api/v1/users/{id}'],
  patchUser: ['PATCH', '/api/v1/users/{id}'],
  deleteUser: ['DELETE', '/api/v1/users/{id}'],
  createResetLink: ['POST', '/api/v1/users/{id}/reset-link'],
} as const satisfies Record<string, Route>;
