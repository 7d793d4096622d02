import { handleForgotPassword } from './forgot-password.ts';
import { handleGetCurrentUser } from './get-current-user.ts';
import { handleLogin } from './login.ts';
import { handleLogout } from './logout.ts';
import { handleRefreshSession } from './refresh-session.ts';
import { handleRegister } from './register.ts';
import { handleResendVerification } from './resend-verification.ts';
import { handleResetPassword } from './reset-password.ts';
import { handleVerifyEmail } from './verify-email.ts';

export const authHandlers = {
  login: handleLogin,
  logout: handleLogout,
  getCurrentUser: handleGetCurrentUser,
  refreshSession: handleRefreshSession,
  register: handleRegister,
  verifyEmail: handleVerifyEmail,
  resendVerification: handleResendVerification,
  forgotPassword: handleForgotPassword,
  resetPassword: handleResetPassword,
};
