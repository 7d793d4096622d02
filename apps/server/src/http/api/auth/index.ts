import { later } from '../../later.ts';

export const authHandlers = {
  login: later(async () => (await import('./login.ts')).handleLogin),
  logout: later(async () => (await import('./logout.ts')).handleLogout),
  getCurrentUser: later(async () => (await import('./get-current-user.ts')).handleGetCurrentUser),
  refreshSession: later(async () => (await import('./refresh-session.ts')).handleRefreshSession),
  register: later(async () => (await import('./register.ts')).handleRegister),
  verifyEmail: later(async () => (await import('./verify-email.ts')).handleVerifyEmail),
  resendVerification: later(async () => (await import('./resend-verification.ts')).handleResendVerification),
  forgotPassword: later(async () => (await import('./forgot-password.ts')).handleForgotPassword),
  resetPassword: later(async () => (await import('./reset-password.ts')).handleResetPassword),
};
