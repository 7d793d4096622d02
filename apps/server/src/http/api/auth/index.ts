import { handleGetCurrentUser } from './get-current-user.ts';
import { handleLogin } from './login.ts';
import { handleLogout } from './logout.ts';

export const authHandlers = { login: handleLogin, logout: handleLogout, getCurrentUser: handleGetCurrentUser };
